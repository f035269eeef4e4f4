import type { TSchema } from 'typebox';
import type { Call, Operation } from './operation.ts';

type AnyCall = Call<never, never, never>;

/** Larger than what one request may ask for: each page of a long report costs a whole query. */
const ROWS_PER_PAGE = 50_000;

interface ObjectSchema {
  properties?: Record<string, TSchema & ObjectSchema>;
  items?: TSchema & ObjectSchema;
  anyOf?: (TSchema & ObjectSchema)[];
}

/** Whether an operation answers with rows that can also come one by one. */
export function hasRows(operation: Operation): boolean {
  const paged = (operation.method === 'GET' ? operation.query : operation.body) as ObjectSchema;
  const { data } = (operation.output as ObjectSchema).properties ?? {};
  return data?.items !== undefined && paged?.properties?.limit !== undefined;
}

/** All rows of an operation page by page; `limit` and `offset` hold where they are given. */
export async function* streamRows(operation: Operation, call: AnyCall): AsyncGenerator<Record<string, unknown>> {
  const place = operation.method === 'GET' ? 'query' : 'body';
  const input = call[place] as { limit: number; offset: number };
  let left = call.isGiven('limit') ? input.limit : Number.POSITIVE_INFINITY;
  let { offset } = input;
  while (left > 0) {
    call.signal.throwIfAborted();
    const limit = Math.min(left, ROWS_PER_PAGE);
    const page = { ...input, limit, offset };
    const { data } = (await operation.handle({ ...call, [place]: page })) as { data: Record<string, unknown>[] };
    yield* data;
    if (data.length < limit) return;
    left -= limit;
    offset += limit;
  }
}

export interface Column {
  name: string;
  read(row: Record<string, unknown>): unknown;
}

/** The columns of a table of these rows: references become ids, and dimensions that were not asked for are left out. */
export function toColumns(operation: Operation, call: AnyCall): Column[] {
  const row = (operation.output as ObjectSchema).properties!.data!.items!;
  const unasked = operation.toUnasked?.(call.body) ?? [];
  return Object.entries(row.properties ?? {})
    .filter(([field]) => !unasked.includes(field))
    .flatMap(([field, schema]) => {
      const inner = schema.properties ?? schema.anyOf?.find(({ properties }) => properties)?.properties;
      if (!inner) return [{ name: field, read: (values) => values[field] }];
      return Object.keys(inner).map((name) => ({
        name: `${field}_${name}`,
        read: (values) => (values[field] as Record<string, unknown> | null | undefined)?.[name],
      }));
    });
}
