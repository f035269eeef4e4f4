import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { distance } from 'fastest-levenshtein';
import type { Static, TSchema } from 'typebox';
import { AppError, invalid } from '../errors.ts';
import { isCalendarDate } from './dates.ts';

const FARTHEST_GUESS = 3;
const LISTED_VALUES = 30;

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

/** A function that fills in defaults and returns the value, or throws a 400 that says what is wrong with it. */
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

/** Query texts as the schema's types; what the schema does not know is left out. */
export function parseQuery(schema: TSchema, raw: Record<string, unknown>): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  const query: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    const value = raw[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') throw invalid(name, 'may be given only once.');
    if (value === '') throw invalid(name, 'must not be empty: leave the parameter out instead.');
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
  /** What the whole of it is called. */
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

/** Of the alternatives that failed, the one that speaks of the deepest place is the one that was meant. */
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
    // A field that seems to be missing is often there under a misspelt name.
    return findUnknownField(error, subject) ?? describeMissing(join(path, params.missingProperty!));
  }
  if (error.keyword === 'additionalProperties') {
    return describeUnknown(path, { field: params.additionalProperty!, known: knownFields(error, subject.schema) });
  }
  return { path, sentence: `${path === '' ? subject.name : path} ${describeRule(error)}.` };
}

function describeMissing(path: string): Problem {
  return { path, sentence: `${path} is required.` };
}

function describeUnknown(path: string, { field, known }: { field: string; known: string[] }): Problem {
  const place = join(path, field.slice(0, 100));
  const guess = findNearest(field, known);
  return { path: place, sentence: `${place} is not a known field${guess ? `: did you mean "${guess}"?` : '.'}` };
}

function findUnknownField(error: ErrorObject, { schema, value }: Subject): Problem | undefined {
  const known = knownFields(error, schema);
  const steps = error.instancePath.split('/').slice(1);
  const place = steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);
  const field = Object.keys(place as object).find((name) => !known.includes(name));
  return field === undefined ? undefined : describeUnknown(toPath(error.instancePath), { field, known });
}

function describeRule({ keyword, params, data, message }: ErrorObject & { data?: unknown }): string {
  switch (keyword) {
    case 'type':
      return `must be ${toArticle(String(params.type))}`;
    case 'enum':
      return describeEnum(params.allowedValues as string[], data);
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
      return 'must not name anything twice';
    case 'format':
      return 'must be a real calendar date, YYYY-MM-DD';
    default:
      return message ?? 'is not valid';
  }
}

function describeEnum(allowed: string[], data: unknown): string {
  if (allowed.length <= LISTED_VALUES) return `must be one of ${allowed.join(', ')}`;
  const guess = typeof data === 'string' ? findNearest(data.toUpperCase(), allowed) : undefined;
  return `must be one of the ${allowed.length} known values (${allowed.slice(0, 3).join(', ')}, …)${guess ? `: did you mean ${guess}` : ''}`;
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
  return nearest.far <= FARTHEST_GUESS ? nearest.candidate : undefined;
}
