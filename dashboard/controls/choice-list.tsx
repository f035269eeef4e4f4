import { type ReactNode, useId, useState } from 'react';
import { formatWhole } from '../format.ts';

export interface Choice {
  id: string;
  name: string;
  mark?: ReactNode;
}

/** Longer lists can be searched. */
const MAX_WITHOUT_SEARCH = 7;
const MAX_SHOWN = 200;

interface ChoiceListProps {
  label: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

/** A list of check boxes. Long lists can be searched. */
export function ChoiceList({ label, choices, chosen, onChange }: ChoiceListProps) {
  const [search, setSearch] = useState('');
  const id = useId();
  const found = choices.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const toggle = (choice: string) =>
    onChange(chosen.includes(choice) ? chosen.filter((other) => other !== choice) : [...chosen, choice]);
  return (
    <fieldset className="choices">
      <legend className="visually-hidden">{label}</legend>
      {choices.length > MAX_WITHOUT_SEARCH ? (
        <input
          type="search"
          className="choices-search"
          placeholder="Search"
          aria-label={`Search ${label.toLowerCase()}`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : null}
      <div className="choices-items">
        {found.slice(0, MAX_SHOWN).map(({ id: choice, name, mark }) => (
          <label key={choice} className="choice" htmlFor={`${id}-${choice}`}>
            <input
              id={`${id}-${choice}`}
              type="checkbox"
              checked={chosen.includes(choice)}
              onChange={() => toggle(choice)}
            />
            {mark}
            <span className="choice-name">{name}</span>
          </label>
        ))}
        {found.length > MAX_SHOWN ? (
          <p className="quiet choices-none">
            The first {formatWhole(MAX_SHOWN)} of {formatWhole(found.length)}. Search to find the others.
          </p>
        ) : null}
        {found.length === 0 ? (
          <p className="quiet choices-none">
            {choices.length === 0 ? `No ${label.toLowerCase()} yet.` : 'No matches.'}
          </p>
        ) : null}
      </div>
      {chosen.length > 0 ? (
        <button type="button" className="button is-plain choices-clear" onClick={() => onChange([])}>
          Clear
        </button>
      ) : null}
    </fieldset>
  );
}
