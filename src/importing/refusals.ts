import type { Batch } from '../domain/batch.ts';
import { toCsvLine } from '../domain/csv.ts';
import { REFUSED_COLUMNS } from './fields.ts';
import type { ImportPlan } from './plan-import.ts';
import type { Records, SourceRecord } from './records.ts';

const LISTED_PLACES = 5;
const KEPT_REASONS = 1000;

/** Why entries were refused. */
export interface Refusals {
  /** Where each reason was met first, and how often. */
  reasons: Map<string, { count: number; places: number[] }>;
  /** Refusals for reasons that are not kept. */
  unlisted: number;
}

/** Groups refusals by their reason. */
export function createRefusals(): Refusals & { add(reason: string, place: number): void } {
  const refusals: Refusals = { reasons: new Map(), unlisted: 0 };
  return Object.assign(refusals, {
    add(reason: string, place: number) {
      const known = refusals.reasons.get(reason) ?? { count: 0, places: [] };
      if (known.count === 0 && refusals.reasons.size >= KEPT_REASONS) {
        refusals.unlisted += 1;
        return;
      }
      known.count += 1;
      if (known.places.length < LISTED_PLACES) known.places.push(place);
      refusals.reasons.set(reason, known);
    },
  });
}

interface Collecting {
  plan: ImportPlan;
  batch: Batch;
  /** How many entries were sent, if not all of them. */
  end?: number;
  /** Takes the text of the file of refused entries, piece by piece. */
  write?(text: string): Promise<void> | void;
}

/** Reads the file once more for what was refused, by the plan or by the service. */
export async function collectRefusals(
  records: Records,
  { plan, batch, end = Number.POSITIVE_INFINITY, write }: Collecting,
): Promise<Refusals> {
  const messages = new Map(batch.rejected.map(({ index, message }) => [index, message]));
  const refusals = createRefusals();
  refusals.unlisted = batch.rejected_count - batch.rejected.length;
  const toText = createRefusedText(records);
  let index = -1;
  for await (const record of records.read()) {
    index += 1;
    if (index >= end) break;
    const problem = plan.convert(record).problem ?? messages.get(index);
    if (problem === undefined) continue;
    await write?.(toText(record, problem));
    refusals.add(problem, record.place);
  }
  return refusals;
}

/** The format of a file of refused entries: the same as that of the file as far as it can be. */
export function toRefusedFormat({ format }: Pick<Records, 'format'>): 'ndjson' | 'csv' {
  return format === 'ndjson' || format === 'json' ? 'ndjson' : 'csv';
}

/** Refused entries with the reason: as NDJSON where the file was JSON, else as CSV with the columns of the file. */
function createRefusedText(records: Records): (record: SourceRecord, problem: string) => string {
  const { place, reason, text } = REFUSED_COLUMNS;
  if (toRefusedFormat(records) === 'ndjson') {
    return (record, problem) => {
      const rest = { [place]: record.place, [reason]: problem };
      const entry = record.text === undefined ? { ...record.values, ...rest } : { [text]: record.text, ...rest };
      return `${JSON.stringify(entry)}\n`;
    };
  }
  const { columns = [] } = records;
  let heading = toCsvLine([...columns, place, reason]);
  return (record, problem) => {
    const lines = heading + toCsvLine([...columns.map((column) => record.values[column]), record.place, problem]);
    heading = '';
    return lines;
  };
}
