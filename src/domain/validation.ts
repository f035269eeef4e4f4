import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { distance } from 'fastest-levenshtein';
import type { Static, TSchema } from 'typebox';
import { AppError, invalid } from '../errors.ts';
import { isCalendarDate } from './dates.ts';

/** Maximum edit distance of a suggestion. */
const MAX_DISTANCE = 3;
/** Maximum length of a list of allowed values in a message. */
const MAX_LISTED = 30;

const ajv = new Ajv2020({ useDefaults: true, strict: true, allowUnionTypes: true, validateFormats: true });
ajv.addFormat('date', isCalendarDate);
ajv.addKeyword({
  keyword: 'x-trim',
  type: 'string',
  before: 'maxLength',
  modifying: true,
  errors: false,
  validate: (
    _on: boolean,
    text: string,
    _parent: unknown,
    place?: { parentData: object; parentDataProperty: string | number },
  ) => {
    if (place) Object.assign(place.parentData, { [place.parentDataProperty]: text.trim() });
    return true;
  },
});

/** A function that fills in defaults and returns the value, or throws a 400 that says what is wrong with the value. */
export function createValidator<Schema extends TSchema>(
  schema: Schema,
  name = 'The body',
): (value: unknown) => Static<Schema> {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    if (validate(value)) return value as Static<Schema>;
    const { path, sentence } = describeErrors(validate.errors!, { schema, value, name });
    throw new AppError('invalid_request', sentence, { details: [{ path, message: sentence }] });
  };
}

const validators = new WeakMap<TSchema, (value: unknown) => unknown>();

/** Validates with a validator that is compiled once for each schema. */
export function validate<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  let validator = validators.get(schema);
  if (!validator) {
    validator = createValidator(schema);
    validators.set(schema, validator);
  }
  return validator(value) as Static<Schema>;
}

/** Converts query texts to the types of the schema. Parameters that the schema does not know are left out. */
export function parseQuery(schema: TSchema, raw: Record<string, unknown>): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  const query: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    const value = raw[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') throw invalid(name, 'may be given only once.');
    if (value === '') throw invalid(name, 'must not be empty. Leave the parameter out instead.');
    if (value.includes('\0')) throw invalid(name, 'must not contain the character U+0000.');
    query[name] = parseQueryValue(name, value, type);
  }
  return query;
}

function parseQueryValue(name: string, value: string, type: string | undefined): unknown {
  if (type === 'integer' || type === 'number') {
    if (/^-?\d{1,15}$/.test(value)) return Number(value);
    throw invalid(name, `must be a whole number, not "${value.slice(0, 40)}".`);
  }
  if (type === 'boolean') {
    if (value === 'true' || value === 'false') return value === 'true';
    throw invalid(name, 'must be true or false.');
  }
  return value;
}

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

function describeErrors(errors: ErrorObject[], subject: Subject): Problem {
  const last = errors.at(-1)!;
  if (last.keyword === 'anyOf' && errors.length > 1) return describeAlternatives(errors, subject);
  return describeError(last, subject);
}

/** Of several failed alternatives, describes the one whose error is nested deepest: most likely the client meant that one. */
function describeAlternatives(errors: ErrorObject[], subject: Subject): Problem {
  const branches = errors.slice(0, -1);
  const meant = branches.reduce((best, error) => (error.instancePath.length > best.instancePath.length ? error : best));
  const orNull =
    branches.some(({ params }) => params.type === 'null') && meant.instancePath === errors.at(-1)!.instancePath;
  const { path, sentence } = describeError(meant, subject);
  return { path, sentence: orNull ? sentence.replace(/\.$/, ', or null.') : sentence };
}

function describeError(error: ErrorObject, subject: Subject): Problem {
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

function findUnknownField(error: ErrorObject, subject: Subject): Problem | undefined {
  const known = knownFields(error, subject.schema);
  const field = Object.keys(findValue(error, subject) as object).find((name) => !known.includes(name));
  return field === undefined ? undefined : describeUnknown(toPath(error.instancePath), { field, known });
}

/** The part of the value that an error is about. */
function findValue({ instancePath }: ErrorObject, { value }: Subject): unknown {
  const steps = instancePath.split('/').slice(1);
  return steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);
}

function describeRule(error: ErrorObject, subject: Subject): string {
  if (error.keyword === 'enum') return describeEnum(error.params.allowedValues as string[], findValue(error, subject));
  return `${describePlainRule(error)}.`;
}

function describePlainRule({ keyword, params, message }: ErrorObject): string {
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
    default:
      return message ?? 'is not valid';
  }
}

function describeEnum(allowed: string[], value: unknown): string {
  if (allowed.length <= MAX_LISTED) return `must be one of ${allowed.join(', ')}.`;
  const guess = typeof value === 'string' ? findNearest(value.toUpperCase(), allowed) : undefined;
  const known = `must be one of the ${allowed.length} known values (${allowed.slice(0, 3).join(', ')}, …)`;
  return guess ? `${known}: did you mean "${guess}"?` : `${known}.`;
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
function knownFields(error: ErrorObject, schema: TSchema): string[] {
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
