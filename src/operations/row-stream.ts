import { createBreath } from '../breath.ts';
import { AppError } from '../errors.ts';
import type { Column, Row, RowSchema } from '../exporting/columns.ts';
import { toColumns } from '../exporting/columns.ts';
import type { Reader } from '../store/store.ts';
import type { Operation, PreparedCall } from './operation.ts';

/** More than one request may ask for, because each page costs a whole query. */
const ROWS_PER_PAGE = 50_000;
const MAX_EXPORT_MINUTES = 10;

function findRowSchema({ output }: Operation): RowSchema | undefined {
  return (output as RowSchema).properties?.data?.items;
}

/** Whether an operation answers with rows that can also be exported. */
export function hasRows(operation: Operation): boolean {
  return findRowSchema(operation) !== undefined && operation.input.properties.limit !== undefined;
}

/** The columns of a table of these rows; dimensions that the client did not ask for are left out. */
export function toRowColumns(operation: Operation, call: PreparedCall): Column[] {
  return toColumns(findRowSchema(operation)!, operation.toUnasked?.(call.input));
}

/** Writes all rows of an operation, from one state. `limit` and `offset` apply where the client sent them. */
export async function exportRows(
  operation: Operation,
  call: PreparedCall,
  write: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  const timeout = AbortSignal.timeout(MAX_EXPORT_MINUTES * 60_000);
  const signal = AbortSignal.any([call.signal, timeout]);
  const breathe = createBreath();
  let interrupted: { error: unknown } | undefined;
  try {
    const writeAll = async (reader: Reader) => {
      // A read is repeated if its connection is lost, but what was written stays.
      if (interrupted) throw interrupted.error;
      try {
        for await (const rows of readRows(operation, { ...call, signal, reader })) {
          signal.throwIfAborted();
          await breathe();
          await write(rows);
        }
      } catch (error) {
        interrupted = { error };
        throw error;
      }
    };
    await call.read(writeAll, { runs_once: true });
  } catch (error) {
    call.signal.throwIfAborted();
    if (!timeout.aborted) throw error;
    throw new AppError(
      'query_timeout',
      `The export took longer than ${MAX_EXPORT_MINUTES} minutes and was stopped. Request fewer days or dimensions.`,
    );
  }
}

async function* readRows(
  operation: Operation,
  call: PreparedCall & { reader: Reader },
): AsyncGenerator<readonly Row[]> {
  const input = call.input as { limit: number; offset: number };
  if (!call.isGiven('limit')) {
    const { limit: _, ...unlimited } = input;
    const all = input.offset > 0 ? { ...unlimited, limit: Number.MAX_SAFE_INTEGER - input.offset } : unlimited;
    const streamed = operation.streamRows?.({ ...call, input: all as never });
    if (streamed) {
      yield* streamed as AsyncIterable<Row[]>;
      return;
    }
  }
  let left = call.isGiven('limit') ? input.limit : Number.POSITIVE_INFINITY;
  for (let { offset } = input; left > 0; ) {
    call.signal.throwIfAborted();
    const limit = Math.min(left, ROWS_PER_PAGE);
    const page = { ...input, limit, offset } as never;
    const { data } = (await operation.handle({ ...call, input: page })) as { data: Row[] };
    yield data;
    if (data.length < limit) return;
    left -= limit;
    offset += limit;
  }
}
