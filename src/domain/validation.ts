import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Static, TSchema } from 'typebox';
import { invalid } from '../errors.ts';
import { isCalendarDate } from './dates.ts';
import { toInvalid } from './describe-errors.ts';
import { parseJson } from './json.ts';

const ajv = new Ajv2020({
  useDefaults: true,
  strict: true,
  allowUnionTypes: true,
  validateFormats: true,
  // A longer list is read whenever a value is checked: the setting EXTRA_COUNTRIES adds to that of countries.
  loopEnum: 50,
});
ajv.addFormat('date', isCalendarDate);
// Says what the operation itself fills in.
ajv.addKeyword('x-default');
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
    throw toInvalid(validate.errors!, { schema, value, name });
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
  const properties = (schema as { properties?: Record<string, QuerySchema> }).properties ?? {};
  const query: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = raw[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') throw invalid(name, 'may be given only once.');
    if (value === '' && isJsonInQuery(property)) {
      query[name] = [];
      continue;
    }
    if (value === '') throw invalid(name, 'must not be empty. Leave the parameter out instead.');
    query[name] = parseQueryValue(name, value, property);
  }
  return query;
}

/** What matters of the schema of a parameter. */
interface QuerySchema {
  type?: string;
  items?: { type?: string };
}

/** Lists in a query are separated by commas, but those of objects are JSON, or nothing where they are empty. */
export function isJsonInQuery({ type, items }: QuerySchema): boolean {
  return type === 'array' && items?.type === 'object';
}

function parseQueryValue(name: string, value: string, schema: QuerySchema): unknown {
  const { type } = schema;
  if (type === 'integer' || type === 'number') {
    if (/^-?\d{1,15}$/.test(value)) return Number(value);
    throw invalid(name, `must be a whole number, not "${value.slice(0, 40)}".`);
  }
  if (type === 'boolean') {
    if (value === 'true' || value === 'false') return value === 'true';
    throw invalid(name, 'must be true or false.');
  }
  if (isJsonInQuery(schema)) return parseJsonValue(name, value);
  return type === 'array' ? value.split(',') : value;
}

function parseJsonValue(name: string, value: string): unknown {
  try {
    return parseJson(value);
  } catch (error) {
    throw invalid(name, error instanceof Error ? error.message : 'This is not valid JSON.');
  }
}
