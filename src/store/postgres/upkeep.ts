/** Fewer new rows than this mislead nobody. */
const FEWEST_ROWS = 1000;
/** A table is looked at again when so much of what this process wrote is new. */
const NEW_SHARE = 0.2;

/**
 * Has tables analysed that much was written into. The server does so by itself, but only once a minute: until then it takes
 * a table that was just filled for an empty one, and a report may take minutes.
 */
export function createStatistics(analyze: (table: string) => Promise<unknown>) {
  const tables = new Map<string, { written: number; unseen: number }>();
  let running: Promise<unknown> = Promise.resolve();
  return {
    /** To be told of rows that are committed. */
    note(table: string, rows: number): void {
      const { written, unseen } = tables.get(table) ?? { written: 0, unseen: 0 };
      const next = { written: written + rows, unseen: unseen + rows };
      const isDue = next.unseen >= Math.max(FEWEST_ROWS, NEW_SHARE * next.written);
      tables.set(table, isDue ? { ...next, unseen: 0 } : next);
      // Where it fails, the server's own turn comes soon.
      if (isDue) running = running.then(() => analyze(table)).catch(() => {});
    },
    /** Resolves when nothing is running. */
    settle: () => running,
  };
}
