import { isNotFound } from '../errors.ts';

/** The result of a read or write, or undefined if its project was deleted before its turn came. */
export async function unlessDeleted<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
