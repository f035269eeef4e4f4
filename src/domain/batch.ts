import { type Static, Type } from 'typebox';
import { AppError } from '../errors.ts';
import { Strict } from './paging.ts';

/** How a request with many entries went: good entries are kept though others are bad. */
export const Batch = Strict({
  accepted: Type.Integer(),
  duplicates: Type.Integer(),
  rejected_count: Type.Integer(),
  rejected: Type.Array(Strict({ index: Type.Integer(), message: Type.String() })),
});
export type Batch = Static<typeof Batch>;

const LISTED_REJECTIONS = 1000;

export function createBatchResult() {
  const result: Batch = { accepted: 0, duplicates: 0, rejected_count: 0, rejected: [] };

  function reject(index: number, message: string): void {
    result.rejected_count += 1;
    result.rejected.push({ index, message });
    if (result.rejected.length >= 2 * LISTED_REJECTIONS) keepFirst();
  }

  /** The first by place, in whatever order they were found. */
  function keepFirst(): void {
    result.rejected.sort((a, b) => a.index - b.index);
    result.rejected.length = Math.min(result.rejected.length, LISTED_REJECTIONS);
  }

  function take(index: number, error: unknown): void {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'duplicate') result.duplicates += 1;
    else reject(index, error.message);
  }

  return {
    accept: () => {
      result.accepted += 1;
    },
    skip: () => {
      result.duplicates += 1;
    },
    reject,
    countRejected: () => result.rejected_count,
    /** Runs a step of an entry; where it is refused, the entry is rejected and nothing comes back. */
    attempt<Result>(index: number, step: () => Result): Result | undefined {
      try {
        return step();
      } catch (error) {
        take(index, error);
        return undefined;
      }
    },
    /** The same for the last step, which accepts the entry. */
    async attemptAsync(index: number, step: () => Promise<unknown>): Promise<void> {
      try {
        await step();
        result.accepted += 1;
      } catch (error) {
        take(index, error);
      }
    },
    /** Adds what happened to a part of the entries. */
    merge(part: Batch): void {
      result.accepted += part.accepted;
      result.duplicates += part.duplicates;
      result.rejected_count += part.rejected_count;
      result.rejected.push(...part.rejected);
      keepFirst();
    },
    toBatch: (): Batch => {
      keepFirst();
      return result;
    },
  };
}
