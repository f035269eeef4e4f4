/** Fewer new rows than this do not mislead the planner. */
const MINIMUM_NEW_ROWS = 1000;
/** A table is analyzed again when this share of the rows that this process wrote is new. */
const NEW_SHARE = 0.2;

/**
 * Runs ANALYZE on tables that have received many rows. The server does this by itself, but only once a minute. Until then it
 * believes that a table that was just filled is empty, and a report may take minutes.
 */
export function createStatistics(analyze: (table: string) => Promise<unknown>) {
  const tables = new Map<string, { written: number; unseen: number }>();
  let running: Promise<unknown> = Promise.resolve();
  return {
    /** Call this for rows that have been committed. */
    note(table: string, rows: number): void {
      const { written, unseen } = tables.get(table) ?? { written: 0, unseen: 0 };
      const next = { written: written + rows, unseen: unseen + rows };
      const isDue = next.unseen >= Math.max(MINIMUM_NEW_ROWS, NEW_SHARE * next.written);
      tables.set(table, isDue ? { ...next, unseen: 0 } : next);
      // If this fails, the server analyzes the table itself soon.
      if (isDue) running = running.then(() => analyze(table)).catch(() => {});
    },
    /** Resolves when no ANALYZE is running. */
    settle: () => running,
  };
}
