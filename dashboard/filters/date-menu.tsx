import { useState } from 'react';
import { Menu } from '../controls/menu.tsx';
import { formatPeriod } from '../format.ts';
import { changeParams } from '../routing/location.ts';
import { addDays, lastDays, type Period, today } from './dates.ts';
import { useSelection } from './view.tsx';

const PRESETS: readonly { name: string; toPeriod(): Period }[] = [
  { name: 'Last 7 days', toPeriod: () => lastDays(7) },
  { name: 'Last 30 days', toPeriod: () => lastDays(30) },
  { name: 'Last 90 days', toPeriod: () => lastDays(90) },
  { name: 'Last 12 months', toPeriod: () => lastDays(365) },
  { name: 'This month', toPeriod: () => ({ from: `${today().slice(0, 7)}-01`, to: today() }) },
  {
    name: 'Last month',
    toPeriod: () => {
      const to = addDays(`${today().slice(0, 7)}-01`, -1);
      return { from: `${to.slice(0, 7)}-01`, to };
    },
  },
];

/** Chooses the dates: a preset, or a start and an end. */
export function DateMenu() {
  const { from, to } = useSelection();
  return (
    <Menu icon="calendar" name={`Dates: ${formatPeriod({ from, to })}`} label={formatPeriod({ from, to })}>
      {(close) => (
        <div className="dates">
          <ul className="menu-items">
            {PRESETS.map(({ name, toPeriod }) => {
              const period = toPeriod();
              return (
                <li key={name}>
                  <button
                    type="button"
                    aria-current={period.from === from && period.to === to}
                    onClick={() => {
                      changeParams({ ...period });
                      close();
                    }}
                  >
                    {name}
                  </button>
                </li>
              );
            })}
          </ul>
          <CustomDates from={from} to={to} onDone={close} />
        </div>
      )}
    </Menu>
  );
}

function CustomDates({ onDone, ...period }: Period & { onDone(): void }) {
  const [from, setFrom] = useState(period.from);
  const [to, setTo] = useState(period.to);
  const isValid = from !== '' && to !== '' && from <= to;
  return (
    <form
      className="dates-custom"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid) return;
        changeParams({ from, to });
        onDone();
      }}
    >
      <label>
        From
        <input type="date" value={from} onChange={(event) => setFrom(event.target.value)} required />
      </label>
      <label>
        To
        <input type="date" value={to} min={from} onChange={(event) => setTo(event.target.value)} required />
      </label>
      <button type="submit" className="button" disabled={!isValid}>
        Apply
      </button>
    </form>
  );
}
