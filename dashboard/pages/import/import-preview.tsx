import type { Model } from '../../api/types.ts';
import { formatCount, formatCountry, formatWhole } from '../../format.ts';
import { toFieldName, toReadableReason } from './field-names.ts';
import type { ImportCheck, OpenedFile, Reason } from './import-session.ts';

const SHOWN_CHARACTERS = 300;

/** The first rows as they would be stored. */
export function FirstRows({
  first,
  file: { unit },
  models,
}: {
  first: ImportCheck['first'];
  file: OpenedFile;
  models: readonly Model[];
}) {
  if (first.length === 0) return null;
  return (
    <section className="panel" aria-label="Preview">
      <h2>The first rows as they will be stored</h2>
      <ol className="import-rows">
        {first.map(({ place, entry }) => (
          <li key={place}>
            <p className="quiet">
              {unit === 'line' ? 'Line' : 'Row'} {formatWhole(place)}
            </p>
            <dl>
              {Object.entries(entry)
                .filter(([, value]) => !isEmpty(value))
                .map(([field, value]) => (
                  <div key={field}>
                    <dt>{toFieldName(field)}</dt>
                    <dd>{describeName({ field, value, models }) ?? describeValue(value)}</dd>
                  </div>
                ))}
            </dl>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Why rows are rejected, frequent reasons first. */
export function Reasons({
  reasons,
  unlisted,
  unit,
}: {
  reasons: readonly Reason[];
  unlisted: number;
  unit: OpenedFile['unit'];
}) {
  if (reasons.length === 0) return null;
  return (
    <ul className="import-reasons">
      {reasons.map(({ text, count, places }) => (
        <li key={text}>
          <span>{toReadableReason(text)}</span>
          <span className="quiet">
            {formatCount(count, 'row')}: {describePlaces({ count, places, unit })}
          </span>
        </li>
      ))}
      {unlisted > 0 ? <li className="quiet">And {formatCount(unlisted, 'more row')} for other reasons.</li> : null}
    </ul>
  );
}

function describePlaces({
  count,
  places,
  unit,
}: {
  count: number;
  places: readonly number[];
  unit: OpenedFile['unit'];
}): string {
  const more = count > places.length ? ' …' : '';
  return `${unit}${count === 1 ? '' : 's'} ${places.map(formatWhole).join(', ')}${more}`;
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** IDs are stored; people know the names. */
function describeName({
  field,
  value,
  models,
}: {
  field: string;
  value: unknown;
  models: readonly Model[];
}): string | undefined {
  if (field === 'country_code') return formatCountry(String(value));
  if (field === 'model_id') return models.find(({ id }) => id === value)?.name;
  if (field === 'model_channel_id')
    return models.find(({ model_channels }) => model_channels.some(({ id }) => id === value))?.name;
  return undefined;
}

/** Lists of pages and names in the way that people write them. */
function describeValue(value: unknown): string {
  const text = Array.isArray(value) ? value.map(describeItem).join(', ') : describeItem(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

function describeItem(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object' || value === null) return String(value);
  return 'url' in value ? String(value.url) : JSON.stringify(value);
}
