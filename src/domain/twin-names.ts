import { isDeepStrictEqual } from 'node:util';
import { type TSchema, Type } from 'typebox';
import { invalid } from '../errors.ts';

/** The parts of a schema that have to do with names. */
interface Shape {
  items?: TSchema;
  properties?: Record<string, TSchema>;
  required?: string[];
}

type Fields = Record<string, unknown>;

/** `brandPresentation` → `brand_presentation`. */
function toTwin(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A schema whose fields in camelCase are also there in snake_case. What the compiler sees are the fields in camelCase. */
export function withTwins<Schema extends TSchema>(schema: Schema): Schema {
  const { items, properties } = schema as Shape;
  if (items) return { ...schema, items: withTwins(items) };
  if (!properties) return schema;
  const own = Object.entries(properties).map(([name, inner]) => [name, withTwins(inner)] as const);
  const twins = own
    .filter(([name]) => toTwin(name) !== name)
    .map(([name, inner]) => [toTwin(name), Type.Optional(toTwinSchema(inner))]);
  return { ...schema, properties: { ...Object.fromEntries(own), ...Object.fromEntries(twins) } };
}

/** The schema of a field in snake_case: nothing in camelCase is required in it. */
function toTwinSchema(schema: TSchema): TSchema {
  const { default: _, items, required, ...rest } = schema as Shape & { default?: unknown };
  return {
    ...rest,
    ...(items ? { items: toTwinSchema(items) } : {}),
    ...(required ? { required: required.filter((name) => toTwin(name) === name) } : {}),
  };
}

/**
 * A schema in which whatever has a default can be left out, and stays out until `withoutTwins` fills it in: only so is what
 * was sent told from what was not.
 */
export function withLateDefaults<Schema extends TSchema>(schema: Schema): Schema {
  const { default: late, items, properties, required, ...rest } = schema as Shape & { default?: unknown };
  const fields = Object.entries(properties ?? {}).map(([name, inner]) => {
    const field = withLateDefaults(inner);
    return [name, 'default' in inner || Type.IsOptional(inner) ? Type.Optional(field) : field] as const;
  });
  return {
    ...rest,
    ...(late !== undefined && { 'x-default': late }),
    ...(items && { items: withLateDefaults(items) }),
    ...(properties && { properties: Object.fromEntries(fields) }),
    ...(required && { required: required.filter((name) => !('default' in properties![name]!)) }),
  } as Shape as Schema;
}

/**
 * The value with its fields in camelCase alone, and with the defaults of the schema, which is the one without twins. Clients
 * send back what they have read, which has both spellings, and change only one: that one holds.
 */
export function withoutTwins(schema: TSchema, value: unknown, stored?: unknown, path = ''): unknown {
  const { items, properties } = schema as Shape;
  if (items)
    return (value as unknown[]).map((item, index) => withoutTwins(items, item, undefined, `${path}[${index}]`));
  if (!properties) return value;
  const given = value as Fields;
  const entries = Object.entries(properties).map(([name, inner]) => {
    const before = (stored as Fields | undefined)?.[name];
    const twin = toTwin(name);
    const [ownPlace, twinPlace] = [name, twin].map((key) => (path === '' ? key : `${path}.${key}`)) as [string, string];
    const read = (key: string, place: string) =>
      given[key] === undefined ? undefined : withoutTwins(inner, given[key], before, place);
    const sent = settle(read(name, ownPlace), read(twin, twinPlace), before);
    if (sent === CONTRADICTION) throw invalid(twinPlace, `differs from ${name}. Send only one of them.`);
    return [name, sent ?? readDefault(inner)];
  });
  return Object.fromEntries(entries.filter(([, field]) => field !== undefined));
}

const CONTRADICTION = Symbol('contradiction');

/** Which of two spellings holds: the one that was sent, or changes what is stored. */
function settle(own: unknown, twin: unknown, stored: unknown): unknown {
  if (twin === undefined || isDeepStrictEqual(twin, own)) return own;
  if (own === undefined || isDeepStrictEqual(own, stored)) return twin;
  return isDeepStrictEqual(twin, stored) ? own : CONTRADICTION;
}

function readDefault(schema: TSchema): unknown {
  return 'default' in schema ? withoutTwins(schema, schema.default) : undefined;
}

/** The object with its fields in both spellings. What is inside of a field is spelled like the field. */
export function addTwins<Value extends object>(value: Value): Value {
  return { ...value, ...(toSnakeCase(value) as object) };
}

function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [toTwin(name), toSnakeCase(inner)]));
}
