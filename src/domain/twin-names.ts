import { type TSchema, Type } from 'typebox';
import { invalid } from '../errors.ts';

/** The parts of a schema that have to do with names. */
interface Shape {
  items?: TSchema;
  properties?: Record<string, TSchema>;
}

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
  const { default: _, items, required, ...rest } = schema as Shape & { default?: unknown; required?: string[] };
  return {
    ...rest,
    ...(items ? { items: toTwinSchema(items) } : {}),
    ...(required ? { required: required.filter((name) => toTwin(name) === name) } : {}),
  };
}

/** The value with its fields in camelCase alone. `schema` is the one without twins. */
export function withoutTwins(schema: TSchema, value: unknown, path = ''): unknown {
  const { items, properties } = schema as Shape;
  if (items) return (value as unknown[]).map((item, index) => withoutTwins(items, item, `${path}[${index}]`));
  if (!properties) return value;
  const given = value as Record<string, unknown>;
  const entries = Object.entries(properties).flatMap(([name, inner]) => {
    const [own, twin] = [name, toTwin(name)].map((key) => {
      const place = path === '' ? key : `${path}.${key}`;
      return given[key] === undefined ? undefined : withoutTwins(inner, given[key], place);
    });
    const isDecided = own === undefined || twin === undefined || isBlank(own);
    if (!isDecided && JSON.stringify(own) !== JSON.stringify(twin)) {
      throw invalid(`${path === '' ? '' : `${path}.`}${toTwin(name)}`, `differs from ${name}. Send only one of them.`);
    }
    const settled = twin ?? own;
    return settled === undefined ? [] : [[name, settled]];
  });
  return Object.fromEntries(entries);
}

/** What a field is that was left out. */
function isBlank(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).every(isBlank) : !value;
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
