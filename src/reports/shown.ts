import { readShown, type Shown } from '../store/extractions.ts';
import type { Db } from '../store/schema.ts';

/**
 * Runs a query over the generation of facts that is shown. Generations only grow, so if it is the same before and after,
 * it was the same in between; where the project switched over meanwhile, the query is run again on the new one.
 */
export async function withShown<Result>(
  db: Db,
  project: number,
  work: (shown: Shown) => Promise<Result>,
): Promise<Result> {
  let shown = await readShown(db, project);
  while (true) {
    const result = await work(shown);
    const after = await readShown(db, project);
    if (after.generation === shown.generation) return result;
    shown = after;
  }
}
