import { useState } from 'react';
import { Menu } from '../controls/menu.tsx';
import { formatPeriod } from '../format.ts';
import { changeParams } from '../routing/location.ts';
import { addDays, lastDays, type Period, today, toPeriod } from './dates.ts';
import { useSelection } from './view.tsx';

const PRESETS: readonly { name: string; choose(): Period }[] = [
  { name: 'Last 7 days', choose: () => lastDays(7) },
  { name: 'Last 30 days', choose: () => lastDays(30) },
  { name: 'Last 90 days', choose: () => lastDays(90) },
  { name: 'Last 12 months', choose: () => lastDays(365) },
  { name: 'This month', choose: () => ({ from: `${today().slice(0, 7)}-01`, to: today() }) },
  {
    name: 'Last month',
    choose: () => {
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
            {PRESETS.map(({ name, choose }) => {
              const period = choose();
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
  const isValid = from !== '' && to !== '';
  return (
    <form
      className="dates-custom"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid) return;
        changeParams({ ...toPeriod(from, to) });
        onDone();
      }}
    >
      <label>
        From
        <input type="date" value={from} onChange={(event) => setFrom(event.target.value)} required />
      </label>
      <label>
        To
        <input type="date" value={to} onChange={(event) => setTo(event.target.value)} required />
      </label>
      <button type="submit" className="button" disabled={!isValid}>
        Apply
      </button>
    </form>
  );
}
