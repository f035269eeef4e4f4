import { distance } from 'fastest-levenshtein';
import type { TSchema } from 'typebox';
import { AppError } from '../errors.ts';
import { TIMESTAMP_PATTERN } from './date-schemas.ts';

/** What a keyword of a schema refuses, as Ajv says it. */
export interface SchemaError {
  keyword: string;
  /** Where the value is, as a JSON pointer. */
  instancePath: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message?: string;
}

/** Maximum edit distance of a suggestion. */
const MAX_DISTANCE = 3;
/** Maximum length of a list of allowed values in a message. */
const MAX_LISTED = 30;

/** What was validated, and against what. */
interface Subject {
  schema: TSchema;
  value: unknown;
  /** What messages call the value as a whole. */
  name: string;
}

interface Problem {
  path: string;
  sentence: string;
}

/** A 400 that says in a sentence what is wrong with the value. */
export function toInvalid(errors: readonly SchemaError[], subject: Subject): AppError {
  const { path, sentence } = describeErrors(errors, subject);
  return new AppError('invalid_request', sentence, { details: [{ path, message: sentence }] });
}

function describeErrors(errors: readonly SchemaError[], subject: Subject): Problem {
  const last = errors.at(-1)!;
  if (last.keyword === 'anyOf' && errors.length > 1) return describeAlternatives(errors, subject);
  return describeError(last, subject);
}

/** Of several failed alternatives, describes the one whose error is nested deepest: most likely the client meant that one. */
function describeAlternatives(errors: readonly SchemaError[], subject: Subject): Problem {
  const branches = errors.slice(0, -1);
  const meant = branches.reduce((best, error) => (error.instancePath.length > best.instancePath.length ? error : best));
  const orNull =
    branches.some(({ params }) => params.type === 'null') && meant.instancePath === errors.at(-1)!.instancePath;
  const { path, sentence } = describeError(meant, subject);
  return { path, sentence: orNull ? sentence.replace(/\.$/, ', or null.') : sentence };
}

function describeError(error: SchemaError, subject: Subject): Problem {
  const path = toPath(error.instancePath);
  const params = error.params as Record<string, string>;
  if (error.keyword === 'required') {
    // A field that seems to be missing is often there under a misspelled name.
    return findUnknownField(error, subject) ?? describeMissing(join(path, params.missingProperty!));
  }
  if (error.keyword === 'additionalProperties') {
    return describeUnknown(path, { field: params.additionalProperty!, known: knownFields(error, subject.schema) });
  }
  return { path, sentence: `${path === '' ? subject.name : path} ${describeRule(error, subject)}` };
}

function describeMissing(path: string): Problem {
  return { path, sentence: `${path} is required.` };
}

function describeUnknown(path: string, { field, known }: { field: string; known: string[] }): Problem {
  const place = join(path, field.slice(0, 100));
  const guess = findNearest(field, known);
  return { path: place, sentence: `${place} is not a known field${guess ? `: did you mean "${guess}"?` : '.'}` };
}

function findUnknownField(error: SchemaError, subject: Subject): Problem | undefined {
  const known = knownFields(error, subject.schema);
  const field = Object.keys(findValue(error, subject) as object).find((name) => !known.includes(name));
  return field === undefined ? undefined : describeUnknown(toPath(error.instancePath), { field, known });
}

/** The part of the value that an error is about. */
function findValue({ instancePath }: SchemaError, { value }: Subject): unknown {
  const steps = instancePath.split('/').slice(1);
  return steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);
}

function describeRule(error: SchemaError, subject: Subject): string {
  if (error.keyword === 'enum') return describeEnum(error.params.allowedValues as string[], findValue(error, subject));
  return `${describePlainRule(error)}.`;
}

function describePlainRule({ keyword, params, message }: SchemaError): string {
  switch (keyword) {
    case 'type':
      return `must be ${toArticle(String(params.type))}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'minLength':
      return params.limit === 1 ? 'must not be blank' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minItems':
      return `must have at least ${params.limit} ${params.limit === 1 ? 'entry' : 'entries'}`;
    case 'maxItems':
      return `must have at most ${params.limit} entries`;
    case 'uniqueItems':
      return 'must not contain duplicates';
    case 'format':
      return 'must be a real calendar date, YYYY-MM-DD';
    case 'pattern':
      if (params.pattern === TIMESTAMP_PATTERN) return 'must be a time with its zone, such as 2026-01-31T12:00:00Z';
      return message ?? 'is not valid';
    default:
      return message ?? 'is not valid';
  }
}

function describeEnum(allowed: string[], value: unknown): string {
  if (allowed.length <= MAX_LISTED) return `must be one of ${allowed.join(', ')}.`;
  const guess = typeof value === 'string' ? guessValue(value.toUpperCase(), allowed) : undefined;
  const known = `must be one of the ${allowed.length} known values (${allowed.slice(0, 3).join(', ')}, …)`;
  return guess ? `${known}: did you mean "${guess}"?` : `${known}.`;
}

/** The usual mistakes in codes of countries. By their letters, `USA` would be nearest to Saudi Arabia. */
const OTHER_CODES: Record<string, string> = {
  UK: 'GB',
  GBR: 'GB',
  USA: 'US',
  DEU: 'DE',
  GER: 'DE',
  CHN: 'CN',
  JPN: 'JP',
};

function guessValue(written: string, allowed: readonly string[]): string | undefined {
  if (allowed.some((value) => value.length > 2)) return findNearest(written, allowed);
  const guess = OTHER_CODES[written];
  return guess !== undefined && allowed.includes(guess) ? guess : undefined;
}

function toArticle(type: string): string {
  const names: Record<string, string> = {
    integer: 'a whole number',
    array: 'an array',
    object: 'an object',
    boolean: 'true or false',
  };
  return names[type] ?? (type === 'null' ? 'null' : `a ${type}`);
}

/** `/filters/0/values` → `filters[0].values`. */
function toPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '');
}

function join(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}

/** The properties of the object schema that an error comes from. */
function knownFields(error: SchemaError, schema: TSchema): string[] {
  const steps = error.schemaPath.split('/').slice(1, -1);
  let place: unknown = schema;
  for (const step of steps) place = (place as Record<string, unknown> | undefined)?.[step];
  return Object.keys((place as { properties?: object } | undefined)?.properties ?? {});
}

function findNearest(name: string, known: readonly string[]): string | undefined {
  const ranked = known.map((candidate) => ({ candidate, far: distance(name.slice(0, 100), candidate) }));
  const nearest = ranked.reduce((best, entry) => (entry.far < best.far ? entry : best), {
    candidate: '',
    far: Infinity,
  });
  return nearest.far <= MAX_DISTANCE ? nearest.candidate : undefined;
}
