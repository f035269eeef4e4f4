import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';

/** A text out of a list. JSON Schema as `Type.String({ enum })` writes it, but its type knows the values. */
export function OneOf<const Value extends string>(
  values: readonly Value[],
  options: { description?: string } = {},
): TUnsafe<Value> {
  return Type.Unsafe<Value>(Type.String({ enum: [...values], ...options }));
}

/** A schema with a default. The type keeps the mark, so that the input of a client may leave the field out. */
export function Defaulted<Schema extends TSchema>(
  schema: Schema,
  value: Static<Schema>,
): Schema & { default: Static<Schema> } {
  return Type.With(schema, { default: value }) as Schema & { default: Static<Schema> };
}
