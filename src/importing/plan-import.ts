import { AppError } from '../errors.ts';
import type { ImportField, ImportKind } from './fields.ts';
import { type GivenValues, NO_VALUES } from './given-values.ts';
import { ImportError } from './import-error.ts';
import { findMissingFields, type GivenColumn, type Mapping, missingFields, proposeMapping } from './mapping.ts';
import { createModelFinder, type KnownModel } from './model-names.ts';
import { isRecognizable, type Recognition, recognizeValue, UnknownValueError } from './recognize-value.ts';
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

/** A value that somebody has to explain: of a country or a model that we do not know. */
export interface UnknownValue {
  field: string;
  value: string;
}

/** An entry as it would be stored, or why it is refused. */
export interface ConvertedRecord {
  record: SourceRecord;
  entry?: unknown;
  problem?: string;
  /** All values of the entry that are not known; the first is the problem. */
  unknown?: UnknownValue[];
}

export interface ImportPlan {
  mapping: Mapping;
  convert(record: SourceRecord): ConvertedRecord;
}

/** What the user has to decide before the file can be imported, and what to say where nobody can be asked. */
export type OpenQuestion =
  | { about: 'fields'; missing: string[][]; error: ImportError }
  | { about: 'dates'; examples: DateExamples; error: ImportError };

/** Dates that leave the order of day and month open, or contradict each other about it. */
export type DateExamples = Partial<Record<DateOrder | 'unclear', string>>;

export interface ImportProposal extends ImportPlan {
  questions: OpenQuestion[];
}

/** Decides what every column and value of a file means. Throws an `ImportError` where the user has to decide. */
export function planImport(request: ImportRequest): ImportPlan {
  const { questions, ...plan } = proposeImport(request);
  if (questions[0]) throw questions[0].error;
  return plan;
}

/** The same with a list of what the user has to decide. Until then, the day comes first. */
export function proposeImport(request: ImportRequest): ImportProposal {
  const { kind, survey, columns = [], constants = {}, values = NO_VALUES, models = [], validate } = request;
  const findModels = createModelFinder(models);
  const isPlausible = createPlausibility(survey, { values, findModels });
  const mapping = proposeMapping(kind, { columns: survey.columns, given: columns, isPlausible });
  for (const field of Object.keys(constants)) mapping.columns.delete(field);
  const missing = findMissingFields(kind, { mapping, constants: Object.keys(constants) });
  const decided = values.order === undefined ? decideOrder(request, mapping) : { order: values.order };
  const recognition: Recognition = { given: values, order: decided.order, findModels };
  const fields = kind.fields.filter(({ name }) => mapping.columns.has(name) || Object.hasOwn(constants, name));
  const read = (record: SourceRecord) => {
    const entry: Record<string, unknown> = {};
    const unknown: UnknownValueError[] = [];
    for (const field of fields) {
      const raw = constants[field.name] ?? readCell(record, mapping.columns.get(field.name)!);
      try {
        const value = isBlank(field, raw) ? undefined : recognizeValue(field, raw, recognition);
        if (value !== undefined) entry[field.name] = clean(value);
      } catch (error) {
        if (!(error instanceof UnknownValueError)) throw error;
        unknown.push(error);
      }
    }
    return { entry: kind.combine?.(entry) ?? entry, unknown };
  };
  return {
    mapping,
    questions: [
      ...(missing.length === 0
        ? []
        : [{ about: 'fields' as const, missing, error: missingFields(missing, survey.columns) }]),
      ...(decided.question ? [decided.question] : []),
    ],
    convert(record) {
      if (record.problem !== undefined) return { record, problem: record.problem };
      try {
        const { entry, unknown } = read(record);
        if (unknown.length === 0) return { record, entry: validate(entry) };
        return {
          record,
          problem: unknown[0]!.message,
          unknown: unknown.map(({ field, value }) => ({ field, value })),
        };
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

interface Decision {
  order: DateOrder;
  question?: OpenQuestion & { about: 'dates' };
}

/** The order of day and month that the dates of the whole file show. */
function decideOrder({ kind, records, survey, constants = {} }: ImportRequest, mapping: Mapping): Decision {
  for (const { name, kind: valueKind } of kind.fields) {
    if (valueKind !== 'date' && valueKind !== 'time') continue;
    const constant = findDateOrder(constants[name]);
    if (constant === 'mdy') return { order: 'mdy' };
    if (constant === 'unclear') {
      const text = constants[name]!;
      return askForOrder({ unclear: text }, `Is the day or the month first in ${text}? Say which.`);
    }
    const column = mapping.columns.get(name);
    const evidence = column === undefined ? undefined : survey.dates.get(column);
    if (!evidence) continue;
    const question = findContradiction(evidence, { column: column!, unit: records.unit });
    if (question) return question;
    if (evidence.mdy) return { order: 'mdy' };
  }
  return { order: 'dmy' };
}

function findContradiction(
  { dmy, mdy, unclear }: DateEvidence,
  { column, unit }: { column: string; unit: Records['unit'] },
): Decision | undefined {
  if (dmy && mdy) {
    return askForOrder(
      { dmy: dmy.text, mdy: mdy.text },
      `The dates in the column ${column} are written in two orders: ${dmy.text} (${unit} ${dmy.place}) has the day first, ${mdy.text} (${unit} ${mdy.place}) the month. Say which one is right; dates in the other one are then refused.`,
    );
  }
  if (!dmy && !mdy && unclear) {
    return askForOrder(
      { unclear: unclear.text },
      `No date in the column ${column} shows whether the day or the month comes first: ${unclear.text} (${unit} ${unclear.place}) could be either. Say which.`,
    );
  }
  return undefined;
}

function askForOrder(examples: DateExamples, message: string): Decision {
  return { order: 'dmy', question: { about: 'dates', examples, error: new ImportError('unclear_dates', message) } };
}
