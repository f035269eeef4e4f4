import { AppError } from '../errors.ts';
import type { ImportField, ImportKind } from './fields.ts';
import { type GivenValues, NO_VALUES } from './given-values.ts';
import { ImportError } from './import-error.ts';
import { checkMapping, type GivenColumn, type Mapping, proposeMapping } from './mapping.ts';
import { createModelFinder, type KnownModel } from './model-names.ts';
import { isRecognizable, type Recognition, recognizeValue } from './recognize-value.ts';
import type { Records, SourceRecord } from './records.ts';
import type { DateEvidence, Survey } from './survey.ts';
import { DATE_ORDERS, type DateOrder, findDateOrder } from './written-dates.ts';

export interface ImportRequest {
  kind: ImportKind;
  records: Records;
  survey: Survey;
  columns?: readonly GivenColumn[];
  /** Fields that have the same value in every entry. */
  constants?: Readonly<Record<string, string>>;
  values?: GivenValues;
  models?: readonly KnownModel[];
  /** Checks an entry and fills in defaults. Throws an `AppError` that says what is wrong with it. */
  validate(entry: Record<string, unknown>): unknown;
}

/** An entry as it would be stored, or why it is refused. */
export interface ConvertedRecord {
  record: SourceRecord;
  entry?: unknown;
  problem?: string;
}

export interface ImportPlan {
  mapping: Mapping;
  convert(record: SourceRecord): ConvertedRecord;
}

/** Decides what every column and value of a file means. Throws an `ImportError` where the user has to decide. */
export function planImport(request: ImportRequest): ImportPlan {
  const { kind, survey, columns = [], constants = {}, values = NO_VALUES, models = [], validate } = request;
  const findModels = createModelFinder(models);
  const isPlausible = createPlausibility(survey, { values, findModels });
  const mapping = proposeMapping(kind, { columns: survey.columns, given: columns, isPlausible });
  for (const field of Object.keys(constants)) mapping.columns.delete(field);
  checkMapping(kind, { mapping, constants: Object.keys(constants), columns: survey.columns });
  const recognition: Recognition = {
    given: values,
    order: values.order ?? decideOrder(request, mapping),
    findModels,
  };
  const fields = kind.fields.filter(({ name }) => mapping.columns.has(name) || Object.hasOwn(constants, name));
  const toEntry = (record: SourceRecord) => {
    const entry: Record<string, unknown> = {};
    for (const field of fields) {
      const raw = constants[field.name] ?? readCell(record, mapping.columns.get(field.name)!);
      const value = isBlank(field, raw) ? undefined : recognizeValue(field, raw, recognition);
      if (value !== undefined) entry[field.name] = clean(value);
    }
    return validate(entry);
  };
  return {
    mapping,
    convert(record) {
      if (record.problem !== undefined) return { record, problem: record.problem };
      try {
        return { record, entry: toEntry(record) };
      } catch (error) {
        if (error instanceof AppError) return { record, problem: error.message };
        throw error;
      }
    },
  };
}

/** A column could be a field if one of its first values, of either order of day and month, makes sense there. */
function createPlausibility(
  { samples }: Survey,
  { values, findModels }: { values: GivenValues; findModels: Recognition['findModels'] },
) {
  return (field: ImportField, column: string): boolean => {
    const known = samples.get(column);
    if (!known) return true;
    return DATE_ORDERS.some((order) =>
      known.some((value) => isRecognizable(field, value, { given: values, order, findModels })),
    );
  };
}

function readCell({ values }: SourceRecord, column: string): unknown {
  return Object.hasOwn(values, column) ? values[column] : undefined;
}

/** An empty answer is an answer; an empty cell of any other field has no value. */
function isBlank({ name }: ImportField, value: unknown): boolean {
  return value === null || value === undefined || (value === '' && name !== 'answer');
}

/** Texts that every store can keep. JSON was checked when it was parsed. */
function clean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value.includes('\0')) throw new AppError('invalid_request', 'Texts must not contain the character U+0000.');
  return value.toWellFormed();
}

/** The order of day and month that the dates of the whole file show. */
function decideOrder({ kind, records, survey, constants = {} }: ImportRequest, mapping: Mapping): DateOrder {
  for (const { name, kind: valueKind } of kind.fields) {
    if (valueKind !== 'date' && valueKind !== 'time') continue;
    const constant = findDateOrder(constants[name]);
    if (constant === 'mdy') return 'mdy';
    if (constant === 'unclear') {
      throw new ImportError('unclear_dates', `Is the day or the month first in ${constants[name]}? Say which.`);
    }
    const column = mapping.columns.get(name);
    const evidence = column === undefined ? undefined : survey.dates.get(column);
    if (!evidence) continue;
    checkEvidence(evidence, { column: column!, unit: records.unit });
    if (evidence.mdy) return 'mdy';
  }
  return 'dmy';
}

function checkEvidence(
  { dmy, mdy, unclear }: DateEvidence,
  { column, unit }: { column: string; unit: Records['unit'] },
): void {
  if (dmy && mdy) {
    throw new ImportError(
      'unclear_dates',
      `The dates in the column ${column} are written in two orders: ${dmy.text} (${unit} ${dmy.place}) has the day first, ${mdy.text} (${unit} ${mdy.place}) the month. Say which one is right; dates in the other one are then refused.`,
    );
  }
  if (!dmy && !mdy && unclear) {
    throw new ImportError(
      'unclear_dates',
      `No date in the column ${column} shows whether the day or the month comes first: ${unclear.text} (${unit} ${unclear.place}) could be either. Say which.`,
    );
  }
}
