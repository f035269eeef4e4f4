import { useMemo } from 'react';
import { COUNTRY_CODES } from '../../../src/domain/country-codes.ts';
import type { ImportedNoun } from '../../../src/importing/import-kinds.ts';
import type { DateExamples } from '../../../src/importing/plan-import.ts';
import { DATE_ORDERS, type DateOrder, parseWrittenDate } from '../../../src/importing/written-dates.ts';
import type { Model } from '../../api/types.ts';
import { Field } from '../../controls/field.tsx';
import { formatCount, formatCountry, formatDay } from '../../format.ts';
import { KINDS, toFieldName } from './field-names.ts';
import type { ImportChoices } from './import-choices.ts';
import type { ImportCheck } from './import-session.ts';

const SHOWN_VALUES = 50;

interface QuestionProps {
  noun: ImportedNoun;
  check: ImportCheck;
  choices: ImportChoices;
  models: readonly Model[];
  onChange(choices: ImportChoices): void;
}

interface Option {
  value: string;
  name: string;
}

/** The fields that may have one value for all rows. */
const CONSTANT_KINDS = ['country', 'model', 'date'];

/** Values for all rows, in place of columns that the file does not have. */
export function Constants({ noun, check, choices, models, onChange }: QuestionProps) {
  const options = useOptions(models);
  const missing = check.missing.map((any) => ({ any, field: any.find((name) => isConstant(noun, name)) }));
  const fields = new Set([...Object.keys(choices.constants), ...missing.flatMap(({ field }) => field ?? [])]);
  const unanswerable = missing.filter(({ field }) => field === undefined);
  if (fields.size === 0 && unanswerable.length === 0) return null;
  const change = (field: string, value: string) => {
    const { [field]: _, ...rest } = choices.constants;
    onChange({ ...choices, constants: value === '' ? rest : { ...rest, [field]: value } });
  };
  return (
    <section className="panel" aria-label="Missing columns">
      <h2>Missing columns</h2>
      {unanswerable.map(({ any }) => (
        <p key={any.join()} className="notice">
          No column was recognized as {any.map((name) => `“${toFieldName(name)}”`).join(' or ')}. Choose the column that
          has it.
        </p>
      ))}
      <div className="import-ways">
        {[...fields].map((field) => (
          <Field key={field} label={`${toFieldName(field)} for all rows`}>
            {(attributes) =>
              kindOf(noun, field) === 'date' ? (
                <input
                  {...attributes}
                  type="date"
                  value={choices.constants[field] ?? ''}
                  onChange={(event) => change(field, event.target.value)}
                />
              ) : (
                <select
                  {...attributes}
                  value={choices.constants[field] ?? ''}
                  onChange={(event) => change(field, event.target.value)}
                >
                  <option value="">Choose a value, or select a column</option>
                  <Options options={options(kindOf(noun, field))} />
                </select>
              )
            }
          </Field>
        ))}
      </div>
    </section>
  );
}

/** Which comes first in the dates of the file. */
export function DateOrderChoice({
  examples,
  choices,
  onChange,
}: {
  examples: DateExamples;
  choices: ImportChoices;
  onChange(choices: ImportChoices): void;
}) {
  const isContradiction = examples.unclear === undefined;
  return (
    <fieldset className="panel import-dates">
      <legend className="legend">Does the day or the month come first in the dates?</legend>
      {isContradiction ? <p className="quiet">The file has both. Rows with the other order are rejected.</p> : null}
      {DATE_ORDERS.map((order) => (
        <label key={order} className="check">
          <input
            type="radio"
            name="date-order"
            checked={choices.order === order}
            onChange={() => onChange({ ...choices, order })}
          />
          <span>
            {order === 'dmy' ? 'Day first' : 'Month first'}: {describeDate(examples, order)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function describeDate(examples: DateExamples, order: DateOrder): string {
  const text = examples.unclear ?? examples[order]!;
  const date = parseWrittenDate(text, order);
  return date === undefined ? text : `${text} is ${formatDay(date)}`;
}

export interface ExplainedValue {
  field: string;
  value: string;
  count: number;
}

/** What names of countries and models in the file stand for, where that is not known. */
export function ValueMapping({
  values,
  ...props
}: QuestionProps & {
  /** Those that were not known at first, too. */
  values: readonly ExplainedValue[];
}) {
  const { noun, choices, models, onChange } = props;
  const options = useOptions(models);
  if (values.length === 0) return null;
  const change = ({ field, value }: ExplainedValue, replacement: string) => {
    const { [value]: _, ...rest } = choices.replacements[field] ?? {};
    onChange({
      ...choices,
      replacements: {
        ...choices.replacements,
        [field]: replacement === '' ? rest : { ...rest, [value]: replacement },
      },
    });
  };
  return (
    <section className="panel" aria-label="Values that were not recognized">
      <h2>Values that were not recognized</h2>
      <p className="quiet">Choose what each one means. Rows with a value that stays unknown are rejected.</p>
      <ul className="import-columns">
        {values.slice(0, SHOWN_VALUES).map((entry) => {
          const label = `${toFieldName(entry.field)}: ${entry.value}`;
          return (
            <li key={`${entry.field} ${entry.value}`}>
              <span>
                <span className="import-column-name">{entry.value}</span>
                <span className="quiet import-samples">
                  {toFieldName(entry.field)}, {formatCount(entry.count, 'row')}
                </span>
              </span>
              <select
                aria-label={label}
                value={choices.replacements[entry.field]?.[entry.value] ?? ''}
                onChange={(event) => change(entry, event.target.value)}
              >
                <option value="">Unknown</option>
                <Options options={options(kindOf(noun, entry.field))} />
              </select>
            </li>
          );
        })}
      </ul>
      {values.length > SHOWN_VALUES ? (
        <p className="quiet">And {formatCount(values.length - SHOWN_VALUES, 'more value')}.</p>
      ) : null}
    </section>
  );
}

function Options({ options }: { options: readonly Option[] }) {
  return options.map(({ value, name }) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}

function kindOf(noun: ImportedNoun, field: string): string {
  return KINDS[noun].fields.find(({ name }) => name === field)?.kind ?? 'text';
}

function isConstant(noun: ImportedNoun, field: string): boolean {
  return CONSTANT_KINDS.includes(kindOf(noun, field));
}

/** What a country, a model or a channel may be. */
function useOptions(models: readonly Model[]): (kind: string) => readonly Option[] {
  return useMemo(() => {
    const { compare } = new Intl.Collator();
    const sort = (options: Option[]) => options.sort((a, b) => compare(a.name, b.name));
    const countries = sort(COUNTRY_CODES.map((code) => ({ value: code, name: formatCountry(code) })));
    const byModel = sort(models.map(({ id, name }) => ({ value: id, name })));
    const byChannel = sort(
      models.map(({ id, name, model_channels: [channel] }) => ({ value: channel?.id ?? id, name })),
    );
    return (kind) => (kind === 'country' ? countries : kind === 'channel' ? byChannel : byModel);
  }, [models]);
}
