import { readGenerations, readShown, type Shown } from '../store/queries/extractions.ts';
import { remember } from '../store/remember.ts';
import type { Store } from '../store/store.ts';

/** What a query gave, and the generation that was shown in the query's own snapshot, where the query says so. */
export interface Seen<Result> {
  result: Result;
  generation?: number | undefined;
}

/**
 * Runs a query over the generation of facts that is shown. Generations only grow, so if it is still the same in the query's
 * snapshot, or afterwards, the query saw no other; where the project switched over meanwhile, it is run again.
 */
export async function withShown<Result>(
  store: Store,
  project: number,
  work: (shown: Shown) => Promise<Seen<Result>>,
): Promise<Result> {
  while (true) {
    const shown = await remember(store, `shown ${project}`, () => readShown(store.db, project));
    const { result, generation } = await work(shown);
    const seen = generation ?? (await readGenerations(store.db, project)).generation;
    if (seen === shown.generation) return result;
  }
}
