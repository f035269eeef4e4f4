import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Batch } from '../domain/batch.ts';
import { toCsvLine } from '../domain/csv.ts';
import { REFUSED_COLUMNS } from '../importing/fields.ts';
import type { ConvertedRecord, ImportPlan } from '../importing/plan-import.ts';
import type { Records, SourceRecord } from '../importing/records.ts';

const SHOWN_PLACES = 5;
const SHOWN_REASONS = 30;
const KEPT_REASONS = 1000;
const SHOWN_CHARACTERS = 100;

/** Terminals act on control characters, and the text of a file may be hostile. */
export function toPlainText(text: string): string {
  return text.replace(/\p{Control}+/gu, ' ');
}

/** An entry as it would be stored, one field per line. */
export function describeEntry({ record, entry }: ConvertedRecord, { unit }: Records): string {
  const fields = Object.entries(entry as Record<string, unknown>);
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  const lines = fields.map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
    return `    ${name.padEnd(width)}  ${toPlainText(shown)}\n`;
  });
  return `  ${unit} ${record.place}\n${lines.join('')}`;
}

interface Refusals {
  /** Where each reason was met first, and how often. */
  reasons: Map<string, { count: number; places: number[] }>;
  /** Refusals for reasons that are not kept. */
  unlisted: number;
}

/** Reads the file once more for what was refused, by the plan or by the service, and writes it to a file if one is named. */
export async function collectRefusals(
  records: Records,
  { plan, batch, path }: { plan: ImportPlan; batch: Batch; path?: string | undefined },
): Promise<Refusals> {
  const messages = new Map(batch.rejected.map(({ index, message }) => [index, message]));
  const reasons: Refusals['reasons'] = new Map();
  let unlisted = batch.rejected_count - batch.rejected.length;
  const writer = path === undefined ? undefined : createRefusedFile(path, records);
  let index = -1;
  for await (const record of records.read()) {
    index += 1;
    const problem = plan.convert(record).problem ?? messages.get(index);
    if (problem === undefined) continue;
    await writer?.write(record, problem);
    const known = reasons.get(problem) ?? { count: 0, places: [] };
    if (known.count === 0 && reasons.size >= KEPT_REASONS) {
      unlisted += 1;
      continue;
    }
    known.count += 1;
    if (known.places.length < SHOWN_PLACES) known.places.push(record.place);
    reasons.set(problem, known);
  }
  await writer?.end();
  return { reasons, unlisted };
}

/** The reasons, frequent ones first. */
export function describeRefusals({ reasons, unlisted }: Refusals, { unit }: Records): string {
  const sorted = [...reasons].sort(([, a], [, b]) => b.count - a.count);
  const shown = sorted.slice(0, SHOWN_REASONS).map(([reason, { count, places }]) => {
    const more = count > places.length ? ` and ${count - places.length} more` : '';
    return `  ${toPlainText(reason)} (${count === 1 ? unit : `${unit}s`} ${places.join(', ')}${more})\n`;
  });
  const rest = sorted.slice(SHOWN_REASONS).reduce((sum, [, { count }]) => sum + count, unlisted);
  return `${shown.join('')}${rest > 0 ? `  … and ${rest} more.\n` : ''}`;
}

/** Refused entries with the reason: as NDJSON where the file was JSON, else as CSV with the columns of the file. */
function createRefusedFile(path: string, { format, columns = [] }: Records) {
  const file = createWriteStream(path);
  const isJson = format === 'ndjson' || format === 'json';
  const { place, reason, text } = REFUSED_COLUMNS;
  let isStarted = false;

  const toLine = (record: SourceRecord, problem: string) => {
    if (!isJson) return toCsvLine([...columns.map((column) => record.values[column]), record.place, problem]);
    const rest = { [place]: record.place, [reason]: problem };
    const entry = record.text === undefined ? { ...record.values, ...rest } : { [text]: record.text, ...rest };
    return `${JSON.stringify(entry)}\n`;
  };

  return {
    async write(record: SourceRecord, problem: string): Promise<void> {
      if (!isStarted && !isJson) await append(file, toCsvLine([...columns, place, reason]));
      isStarted = true;
      await append(file, toLine(record, problem));
    },
    async end(): Promise<void> {
      file.end();
      await finished(file);
    },
  };
}

async function append(file: WriteStream, text: string): Promise<void> {
  if (!file.write(text)) await once(file, 'drain');
}
