import { readGenerations } from '../../src/store/queries/extractions.ts';
import { claimMonth, completeMonth, listUnsummedMonths, sumMonth } from '../../src/store/queries/month-sums.ts';
import type { Store } from '../../src/store/store.ts';

/** Sums up these months of a project, or all that have answers, as the worker does when they have ended. */
export async function sumMonths(store: Store, project: number, months?: readonly string[]): Promise<void> {
  await store.write(project, async ({ db }) => {
    const sum = async (month: string) => {
      const claim = await claimMonth(db, project, { month, ...(await readGenerations(db, project)) });
      await sumMonth(db, project, claim);
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
