import type { Problems } from '../../api/problems.ts';
import { Field } from '../../controls/field.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { describeCron, parseWeeklyTime, toCron, WEEKDAYS } from './cron.ts';
import { BROWSER_TIME_ZONE } from './moments.ts';
import type { ScheduleDraft } from './schedule-draft.ts';

const DEFAULT_TIME = { time: '06:00', days: WEEKDAYS.map(({ value }) => value as number) };

interface ScheduleTimeProps {
  draft: ScheduleDraft;
  onChange(changes: Partial<ScheduleDraft>): void;
  problems: Problems;
}

/** Days and time of day, or a cron expression for everything else. */
export function ScheduleTime({ draft, onChange, problems }: ScheduleTimeProps) {
  const weekly = parseWeeklyTime(draft.cron);
  const setWeekly = (changes: Partial<typeof DEFAULT_TIME>) =>
    onChange({ cron: toCron({ ...DEFAULT_TIME, ...weekly, ...changes }) });
  const toggle = (day: number) => {
    const days = weekly?.days ?? [];
    const next = days.includes(day) ? days.filter((other) => other !== day) : [...days, day];
    // A schedule without days would never run: that is what the switch is for.
    if (next.length > 0)
      setWeekly({ days: WEEKDAYS.map(({ value }) => value as number).filter((value) => next.includes(value)) });
  };
  return (
    <>
      <p className="schedule-words" aria-live="polite">
        {describeCron(draft.cron)}, {draft.time_zone}
      </p>
      {weekly ? (
        <fieldset>
          <legend className="legend">Days</legend>
          <div className="weekdays">
            {WEEKDAYS.map(({ value, name }) => (
              <label key={value} className="weekday">
                <input
                  type="checkbox"
                  className="visually-hidden"
                  aria-label={name}
                  checked={weekly.days.includes(value)}
                  onChange={() => toggle(value)}
                />
                <span aria-hidden="true">{name.slice(0, 3)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ) : (
        <p>
          <button type="button" className="button" onClick={() => onChange({ cron: toCron(DEFAULT_TIME) })}>
            Choose days and a time instead
          </button>
        </p>
      )}
      <div className="form-row">
        {weekly ? (
          <TextField
            label="Time"
            type="time"
            required
            value={weekly.time}
            onChange={(time) => (time === '' ? undefined : setWeekly({ time }))}
          />
        ) : null}
        <Field
          label="Time zone"
          problem={problems.at('time_zone')}
          hint="Days and months of the budget, and the dates of answers, follow it too."
        >
          {(attributes) => (
            <select
              {...attributes}
              value={draft.time_zone}
              onChange={(event) => onChange({ time_zone: event.target.value })}
            >
              {listTimeZones(draft.time_zone).map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <details className="fold" open={weekly === null || problems.at('cron') !== undefined || undefined}>
        <summary>Cron expression</summary>
        <div className="form">
          <TextField
            label="Minute, hour, day of month, month, day of week"
            value={draft.cron}
            onChange={(cron) => onChange({ cron })}
            maxLength={100}
            className="code-field"
            problem={problems.at('cron')}
            hint="Such as 0 6,18 * * * for 06:00 and 18:00 every day."
          />
        </div>
      </details>
    </>
  );
}

/** All time zones that the browser knows, the reader's own first. */
function listTimeZones(current: string): string[] {
  return [...new Set([BROWSER_TIME_ZONE, current, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}
