import { MAX_PROMPT_LENGTH } from '../../../src/domain/limits.ts';
import type { Topic } from '../../api/types.ts';
import { formatCountry, formatWhole } from '../../format.ts';
import { type Suggested, type SuggestionChange, type SuggestionChanges, sortChoices } from './suggestion-choices.ts';

/** Suggested prompts to tick, each with a text that can be changed. */
export function PromptChoices({
  suggestions,
  topics,
  country: usual,
  changes,
  onChange,
}: {
  suggestions: readonly Suggested[];
  topics: readonly Topic[];
  /** The one that goes without saying. */
  country: string;
  changes: SuggestionChanges;
  onChange(changes: SuggestionChanges): void;
}) {
  const { accepted, edited } = sortChoices(suggestions, changes);
  const chosen = accepted.length + edited.length;
  const change = (id: string, next: SuggestionChange) => onChange({ ...changes, [id]: { ...changes[id], ...next } });
  const setAll = (isOff: boolean) =>
    onChange(Object.fromEntries(suggestions.map(({ id }) => [id, { ...changes[id], isOff }])));
  return (
    <fieldset className="prompt-choices">
      <legend>
        Suggestions: {formatWhole(chosen)} of {formatWhole(suggestions.length)} chosen
      </legend>
      <div className="prompt-choices-tools">
        <button type="button" className="button is-plain" onClick={() => setAll(false)}>
          Choose all
        </button>
        <button type="button" className="button is-plain" onClick={() => setAll(true)}>
          Choose none
        </button>
      </div>
      <ul>
        {suggestions.map(({ id, text, country, topic }) => {
          const { text: typed = text, isOff = false } = changes[id] ?? {};
          const notes = [
            topics.find((candidate) => candidate.id === topic)?.name,
            country === usual ? undefined : formatCountry(country),
          ].filter((note) => note !== undefined);
          return (
            <li key={id}>
              <input
                type="checkbox"
                aria-label={`Add: ${typed}`}
                checked={!isOff}
                onChange={() => change(id, { isOff: !isOff })}
              />
              <textarea
                className="prompt-choice-text"
                aria-label={`Text of: ${text}`}
                rows={1}
                value={typed}
                maxLength={MAX_PROMPT_LENGTH}
                dir="auto"
                disabled={isOff}
                onChange={(event) => change(id, { text: event.target.value.replace(/\s*\n\s*/g, ' ') })}
              />
              {notes.length > 0 ? <span className="quiet prompt-choice-note">{notes.join(' · ')}</span> : null}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
