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
  /** The first short texts and numbers of each column. */
  samples: Map<string, (string | number)[]>;
}

const SAMPLES_PER_COLUMN = 20;
const SAMPLE_CHARACTERS = 200;

/** Reads a file to its end. Whatever makes it unreadable is found here, before anything of it is stored. */
export async function surveyRecords(
  records: Records,
  { onProgress }: { onProgress?: (progress: number) => void } = {},
): Promise<Survey> {
  const columns = new Set(records.columns ?? []);
  const dates = new Map<string, DateEvidence>();
  const samples: Survey['samples'] = new Map();
  let total = 0;
  let firstProblem: string | undefined;
  for await (const { place, values, problem, progress } of records.read()) {
    total += 1;
    onProgress?.(progress);
    if (problem !== undefined) firstProblem ??= `${records.unit} ${place}: ${problem}`;
    for (const [column, value] of Object.entries(values)) {
      if (!records.columns) addColumn(columns, column);
      addSample(samples, { column, value });
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
  return { columns: [...columns], total, dates, samples };
}

function addColumn(columns: Set<string>, column: string): void {
  if (columns.has(column)) return;
  columns.add(column);
  checkColumnCount(columns.size);
}

function addSample(samples: Survey['samples'], { column, value }: { column: string; value: unknown }): void {
  if (typeof value !== 'number' && (typeof value !== 'string' || value === '')) return;
  if (typeof value === 'string' && value.length > SAMPLE_CHARACTERS) return;
  const known = samples.get(column);
  if (!known) samples.set(column, [value]);
  else if (known.length < SAMPLES_PER_COLUMN) known.push(value);
}
