import type { Batch } from '../domain/batch.ts';
import type { Importer } from './import-kinds.ts';
import type { ImportService } from './import-service.ts';
import type { ConvertedRecord, ImportPlan } from './plan-import.ts';
import type { Records } from './records.ts';

interface Sending {
  importer: Importer;
  records: Records;
  plan: ImportPlan;
  replace: boolean;
  dryRun: boolean;
  /** Hears of every entry before it is sent. */
  onEntry?(converted: ConvertedRecord): void;
  /** Hears of what was sent so far, whenever the service has answered. */
  onResult?(batch: Batch): void;
  /** Once it is aborted, no further entry is sent. */
  signal?: AbortSignal;
}

/** What came of an import: the service's own result, and what was not even sent. */
export interface SentEntries extends Batch {
  refused: number;
  /** How many entries of the file were read. */
  read: number;
}

/** Sends every entry of a file that is not refused, and counts those that are. */
export async function sendEntries(
  service: ImportService,
  { importer, records, plan, replace, dryRun, onEntry, onResult, signal }: Sending,
): Promise<SentEntries> {
  let refused = 0;
  let read = 0;
  async function* entries() {
    for await (const record of records.read()) {
      if (signal?.aborted) return;
      const converted = plan.convert(record);
      read += 1;
      onEntry?.(converted);
      if (converted.problem !== undefined) refused += 1;
      yield converted.entry;
    }
  }
  const batch = await importer.send(service, {
    entries: entries(),
    replace,
    dryRun,
    ...(onResult ? { onResult } : {}),
  });
  return { ...batch, refused, read };
}
