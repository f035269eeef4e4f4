import { useId, useState } from 'react';

export interface ChoosableModel {
  /** The ID of the model's channel. */
  id: string;
  name: string;
  description: string;
}

/** A choice between models, which can be searched by name. */
export function ModelChoice({
  models,
  chosen,
  onChoose,
}: {
  models: readonly ChoosableModel[];
  chosen: string;
  onChoose(id: string): void;
}) {
  const [search, setSearch] = useState('');
  const group = useId();
  const words = search.trim().toLowerCase();
  const found = models.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(words));
  return (
    <fieldset className="model-choice">
      <legend className="legend">Model</legend>
      <input
        type="search"
        aria-label="Search models"
        placeholder="Search models"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        // Enter would save the channel.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className="model-choice-items">
        {found.map(({ id, name }) => (
          <label key={id} className="choice">
            <input type="radio" name={group} checked={id === chosen} onChange={() => onChoose(id)} />
            <span className="choice-name">{name}</span>
          </label>
        ))}
        {found.length === 0 ? (
          <p className="quiet choices-none">
            {models.length === 0
              ? 'Every model is set up already. Add a model of your own on the Channels page.'
              : 'No matches.'}
          </p>
        ) : null}
      </div>
    </fieldset>
  );
}
