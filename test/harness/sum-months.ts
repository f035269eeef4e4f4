// Sums up the months of a project now, which the service does in the background.
import { readGenerations } from '../../src/store/queries/extractions.ts';
import {
  claimMonth,
  completeMonth,
  listMonthParts,
  listUnsummedMonths,
  sumPart,
} from '../../src/store/queries/month-sums.ts';
import type { Db } from '../../src/store/schema.ts';
import type { Store } from '../../src/store/store.ts';

/** So few that there are several parts. */
const ANSWERS_AT_ONCE = 5;

export function listSmallParts(db: Db, project: number, month: string) {
  return listMonthParts(db, project, { month, answers: ANSWERS_AT_ONCE });
}

/** Sums up these months of a project, or all that have answers, as the worker does when they have ended. */
export async function sumMonths(store: Store, project: number, months?: readonly string[]): Promise<void> {
  await store.write(project, async ({ db }) => {
    const sum = async (month: string) => {
      const claim = await claimMonth(db, project, { month, ...(await readGenerations(db, project)) });
      for (const part of await listSmallParts(db, project, month)) await sumPart(db, project, { claim, part });
      await completeMonth(db, project, claim);
    };
    for (const month of months ?? []) await sum(month);
    while (!months) {
      const [month] = await listUnsummedMonths(db, project, '2100-01-01');
      if (month === undefined) return;
      await sum(month);
    }
  });
}
