import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Batch } from '../../domain/batch.ts';
import type { ConvertedRecord, ImportPlan } from '../../importing/plan-import.ts';
import type { Records } from '../../importing/records.ts';
import { collectRefusals, type Refusals } from '../../importing/refusals.ts';
import { toPlainText } from './terminal-text.ts';

const SHOWN_REASONS = 30;
const SHOWN_CHARACTERS = 100;

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

/** Reads the file once more for what was refused, and writes that to a file if one is named. */
export async function reportRefusals(
  records: Records,
  { plan, batch, path }: { plan: ImportPlan; batch: Batch; path?: string | undefined },
): Promise<Refusals> {
  if (path === undefined) return collectRefusals(records, { plan, batch });
  const file = createWriteStream(path);
  const refusals = await collectRefusals(records, { plan, batch, write: (text) => append(file, text) });
  file.end();
  await finished(file);
  return refusals;
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

async function append(file: WriteStream, text: string): Promise<void> {
  if (!file.write(text)) await once(file, 'drain');
}
