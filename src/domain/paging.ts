import { type TProperties, type TSchema, Type } from 'typebox';
import { MAX_ROWS_PER_PAGE } from './limits.ts';
import { Defaulted } from './schema.ts';

export const Paging = {
  limit: Defaulted(Type.Integer({ minimum: 1, maximum: MAX_ROWS_PER_PAGE }), 1000),
  offset: Defaulted(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), 0),
};

export interface Page {
  limit: number;
  offset: number;
}

/** An object schema that rejects unknown fields. */
export function Strict<Properties extends TProperties>(properties: Properties, options = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** A page of a list, with the total count under both names that clients use. */
export function List<Item extends TSchema>(item: Item) {
  return Strict({ data: Type.Array(item), totalCount: Type.Integer(), total_count: Type.Integer() });
}

export function toList<Item>({ data, total }: { data: Item[]; total: number }) {
  return { data, totalCount: total, total_count: total };
}

export const Reference = Strict({ id: Type.String() });
export const Created = Strict({ id: Type.String() });
export const Done = Strict({});

export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}
