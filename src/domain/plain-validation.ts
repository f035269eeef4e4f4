import type { Static, TSchema } from 'typebox';
import { isCalendarDate } from './dates.ts';
import { type SchemaError, toInvalid } from './describe-errors.ts';

/** The keywords that the schemas of imported entries use. A test compares the outcome with Ajv's. */
interface Keywords {
  type?: string;
  properties?: Record<string, Keywords>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Keywords;
  anyOf?: Keywords[];
  enum?: unknown[];
  default?: unknown;
  maximum?: number;
  minimum?: number;
  maxLength?: number;
  minLength?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  'x-trim'?: boolean;
}

/** A value where it stands, so that it can be replaced. */
interface Place {
  holder: Record<string, unknown>;
  key: string;
  instancePath: string;
  schemaPath: string;
}

/**
 * The same as `createValidator`, without code that is generated: the policy of the dashboard's page forbids that. It is
 * slower than Ajv, so the service does not use it.
 */
export function createPlainValidator<Schema extends TSchema>(
  schema: Schema,
  name: string,
): (value: unknown) => Static<Schema> {
  return (value) => {
    const holder = { value };
    const errors = check(schema as Keywords, { holder, key: 'value', instancePath: '', schemaPath: '#' });
    if (errors.length > 0) throw toInvalid(errors, { schema, value, name });
    return holder.value as Static<Schema>;
  };
}

/** The first error, in the order in which Ajv looks for them; of alternatives the first of each. */
function check(schema: Keywords, place: Place): SchemaError[] {
  const value = place.holder[place.key];
  if (schema.type !== undefined && !isOfType(value, schema.type)) return [refuse(place, 'type', { type: schema.type })];
  if (typeof value === 'number') return checkNumber(schema, { value, place });
  if (typeof value === 'string') return checkText(schema, place);
  if (schema.anyOf) return checkAlternatives(schema.anyOf, place);
  if (Array.isArray(value)) return checkList(schema, { value, place });
  return typeof value === 'object' && value !== null
    ? checkObject(schema, { value: value as Record<string, unknown>, place })
    : [];
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    default:
      // The other types of JSON Schema are those of the language.
      return typeof value === type;
  }
}

function checkNumber(schema: Keywords, { value, place }: { value: number; place: Place }): SchemaError[] {
  if (schema.maximum !== undefined && value > schema.maximum)
    return [refuse(place, 'maximum', { limit: schema.maximum })];
  if (schema.minimum !== undefined && value < schema.minimum)
    return [refuse(place, 'minimum', { limit: schema.minimum })];
  return schema.anyOf ? checkAlternatives(schema.anyOf, place) : [];
}

function checkText(schema: Keywords, place: Place): SchemaError[] {
  if (schema['x-trim']) place.holder[place.key] = (place.holder[place.key] as string).trim();
  const text = place.holder[place.key] as string;
  const { maxLength, minLength, pattern, format } = schema;
  if (maxLength !== undefined && text.length > maxLength && countCharacters(text) > maxLength)
    return [refuse(place, 'maxLength', { limit: maxLength })];
  if (minLength !== undefined && countCharacters(text) < minLength)
    return [refuse(place, 'minLength', { limit: minLength })];
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    return [{ ...refuse(place, 'pattern', { pattern }), message: `must match pattern "${pattern}"` }];
  if (format !== undefined && !isCalendarDate(text)) return [refuse(place, 'format', { format })];
  if (schema.enum && !schema.enum.includes(text)) return [refuse(place, 'enum', { allowedValues: schema.enum })];
  return schema.anyOf ? checkAlternatives(schema.anyOf, place) : [];
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function checkAlternatives(alternatives: readonly Keywords[], place: Place): SchemaError[] {
  const all: SchemaError[] = [];
  for (const [index, alternative] of alternatives.entries()) {
    const errors = check(alternative, { ...place, schemaPath: `${place.schemaPath}/anyOf/${index}` });
    if (errors.length === 0) return [];
    all.push(...errors);
  }
  return [...all, refuse(place, 'anyOf', {})];
}

function checkList(schema: Keywords, { value, place }: { value: unknown[]; place: Place }): SchemaError[] {
  const { maxItems, items } = schema;
  if (maxItems !== undefined && value.length > maxItems) return [refuse(place, 'maxItems', { limit: maxItems })];
  if (!items) return [];
  for (const index of value.keys()) {
    const inner = {
      holder: value as unknown as Record<string, unknown>,
      key: String(index),
      instancePath: `${place.instancePath}/${index}`,
      schemaPath: `${place.schemaPath}/items`,
    };
    const errors = check(items, inner);
    if (errors.length > 0) return errors;
  }
  return [];
}

function checkObject(
  schema: Keywords,
  { value, place }: { value: Record<string, unknown>; place: Place },
): SchemaError[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  for (const [key, { default: fallback }] of Object.entries(properties)) {
    if (value[key] === undefined && fallback !== undefined) value[key] = structuredClone(fallback);
  }
  const missing = required.find((key) => value[key] === undefined);
  if (missing !== undefined) return [refuse(place, 'required', { missingProperty: missing })];
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(properties, key));
  if (additionalProperties === false && unknown !== undefined)
    return [refuse(place, 'additionalProperties', { additionalProperty: unknown })];
  for (const [key, property] of Object.entries(properties)) {
    if (value[key] === undefined) continue;
    const errors = check(property, {
      holder: value,
      key,
      instancePath: `${place.instancePath}/${key}`,
      schemaPath: `${place.schemaPath}/properties/${key}`,
    });
    if (errors.length > 0) return errors;
  }
  return [];
}

function refuse({ instancePath, schemaPath }: Place, keyword: string, params: Record<string, unknown>): SchemaError {
  return { keyword, instancePath, schemaPath: `${schemaPath}/${keyword}`, params };
}
