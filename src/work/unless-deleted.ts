import { isNotFound } from '../errors.ts';

/** The result of a write, or undefined if its project was deleted before the write's turn came. */
export async function unlessDeleted<Result>(write: Promise<Result>): Promise<Result | undefined> {
  try {
    return await write;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
