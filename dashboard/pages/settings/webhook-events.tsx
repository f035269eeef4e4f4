import type { Webhook } from '../../api/types.ts';

type EventKind = Webhook['events'][number];

/** What each event is called here, in the order of the list. */
const EVENT_NAMES = {
  run_failed: 'A run fails or is missed',
  run_finished: 'A run or an import finishes',
  budget_reached: 'The budget is reached',
  secret_refused: 'A provider rejects a key',
  metric_changed: 'A metric changes significantly',
  brand_suggested: 'A brand is suggested',
  extraction_finished: 'A re-analysis finishes',
  weekly_digest: 'Weekly digest',
} as const satisfies Record<Exclude<EventKind, 'test'>, string>;

type Offered = keyof typeof EVENT_NAMES;

const OFFERED = Object.keys(EVENT_NAMES) as Offered[];

export const USUAL_EVENTS: readonly EventKind[] = ['run_failed', 'budget_reached', 'secret_refused', 'metric_changed'];

export function describeEvents(events: readonly EventKind[]): string {
  if (OFFERED.every((kind) => events.includes(kind))) return 'Everything';
  const names = OFFERED.filter((kind) => events.includes(kind)).map((kind) => EVENT_NAMES[kind]);
  return names.map((name, place) => (place === 0 ? name : `${name[0]!.toLowerCase()}${name.slice(1)}`)).join(', ');
}

/** Chooses what to be told of. */
export function EventChoices({
  chosen,
  onChange,
}: {
  chosen: readonly EventKind[];
  onChange(chosen: readonly EventKind[]): void;
}) {
  const toggle = (kind: EventKind) =>
    onChange(chosen.includes(kind) ? chosen.filter((other) => other !== kind) : [...chosen, kind]);
  return (
    <fieldset>
      <legend className="legend">Events</legend>
      {OFFERED.map((kind) => (
        <label key={kind} className="choice">
          <input type="checkbox" checked={chosen.includes(kind)} onChange={() => toggle(kind)} />
          <span>{EVENT_NAMES[kind]}</span>
        </label>
      ))}
    </fieldset>
  );
}
