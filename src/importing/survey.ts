import { ImportError } from './import-error.ts';
import { checkColumnCount, type Records } from './records.ts';
import { type DateOrder, findDateOrder } from './written-dates.ts';

/** What the dates of a column say about the order of day and month: the first date of each kind, and where it stands. */
export type DateEvidence = Partial<Record<DateOrder | 'unclear', { text: string; place: number }>>;

/** What a file has in it, found by reading all of it once. */
export interface Survey {
  columns: string[];
  total: number;
  dates: Map<string, DateEvidence>;
}

/** Reads a file to its end. Whatever makes it unreadable is found here, before anything of it is stored. */
export async function surveyRecords(records: Records): Promise<Survey> {
  const columns = new Set(records.columns ?? []);
  const dates = new Map<string, DateEvidence>();
  let total = 0;
  let firstProblem: string | undefined;
  for await (const { place, values, problem } of records.read()) {
    total += 1;
    if (problem !== undefined) firstProblem ??= `${records.unit} ${place}: ${problem}`;
    for (const [column, value] of Object.entries(values)) {
      if (!records.columns) addColumn(columns, column);
      const order = findDateOrder(value);
      if (order === undefined) continue;
      const evidence = dates.get(column) ?? {};
      evidence[order] ??= { text: String(value).trim(), place };
      dates.set(column, evidence);
    }
  }
  if (total === 0) {
    const reason = records.columns ? 'It has the names of columns, but no rows.' : 'It has no entries.';
    throw new ImportError('empty', `There is nothing to import in the file. ${reason} Export it again.`);
  }
  if (columns.size === 0)
    throw new ImportError('unreadable', `No ${records.unit} of the file can be read. The first one, ${firstProblem}`);
  return { columns: [...columns], total, dates };
}

function addColumn(columns: Set<string>, column: string): void {
  if (columns.has(column)) return;
  columns.add(column);
  checkColumnCount(columns.size);
}
