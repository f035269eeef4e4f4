import type { TSchema } from 'typebox';
import { handle } from './execute.ts';
import type { Operation, PreparedCall } from './operation.ts';

/** More than one request may ask for, because each page of a long report costs a whole query. */
const ROWS_PER_PAGE = 50_000;

interface ObjectSchema {
  properties?: Record<string, TSchema & ObjectSchema>;
  items?: TSchema & ObjectSchema;
  anyOf?: (TSchema & ObjectSchema)[];
  /** The columns of its fields are named after them alone. */
  'x-inline'?: true;
}

/** Whether an operation answers with rows that can also be streamed. */
export function hasRows(operation: Operation): boolean {
  const { data } = (operation.output as ObjectSchema).properties ?? {};
  return data?.items !== undefined && operation.input.properties.limit !== undefined;
}

/** All rows of an operation, read page by page, each page from one state. `limit` and `offset` apply where the client sent them. */
export async function* streamRows(operation: Operation, call: PreparedCall): AsyncGenerator<Record<string, unknown>> {
  const input = call.input as { limit: number; offset: number };
  let left = call.isGiven('limit') ? input.limit : Number.POSITIVE_INFINITY;
  let { offset } = input;
  while (left > 0) {
    call.signal.throwIfAborted();
    const limit = Math.min(left, ROWS_PER_PAGE);
    const page = { ...input, limit, offset } as never;
    const { data } = (await handle(operation, { ...call, input: page })) as { data: Record<string, unknown>[] };
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

/** The columns of a table of these rows. References become ids; dimensions that the client did not ask for are left out. */
export function toColumns(operation: Operation, call: PreparedCall): Column[] {
  const row = (operation.output as ObjectSchema).properties!.data!.items!;
  const unasked = operation.toUnasked?.(call.input) ?? [];
  return Object.entries(row.properties ?? {})
    .filter(([field]) => !unasked.includes(field))
    .flatMap(([field, schema]) => toFieldColumns(field, schema, (values) => values[field]));
}

/** The columns of a field: one, or one for each field of an object. */
function toFieldColumns(name: string, schema: TSchema & ObjectSchema, read: Column['read']): Column[] {
  const inner = findProperties(schema);
  if (!inner) return [{ name, read }];
  return Object.entries(inner).flatMap(([field, own]) =>
    toFieldColumns(
      schema['x-inline'] ? field : `${name}_${field}`,
      own,
      (values) => (read(values) as Record<string, unknown> | null | undefined)?.[field],
    ),
  );
}

function findProperties({ properties, anyOf }: ObjectSchema): ObjectSchema['properties'] {
  return properties ?? anyOf?.find((option) => option.properties)?.properties;
}
