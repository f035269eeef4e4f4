import { parseArgs } from 'node:util';
import { type Config, parseDatabaseUrl, readConfig } from '../../config.ts';
import { toStoreOptions } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { copyStore } from '../../store/copy.ts';
import { openStore } from '../../store/open-store.ts';
import type { CopiedSum } from '../../store/queries/copies.ts';
import { createProgressBar } from './progress-bar.ts';

/** `copy --from URL --to URL`: copies directly from one store to another. */
export async function runCopyCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } });
  const config = readConfig();
  const from = toUrl('--from', values.from ?? config.DATABASE_URL);
  if (values.to === undefined) throw invalid('--to', 'is required: overheard copy --from URL --to URL.');
  process.stdout.write(describeSums(await copyUrl(config, { from, to: toUrl('--to', values.to) })));
}

/** Copies everything from one address to another and shows the progress. */
export async function copyUrl(config: Config, { from, to }: { from: string; to: string }): Promise<CopiedSum[]> {
  const options = toStoreOptions(config);
  const source = await openStore(from, { ...options, is_read_only: true });
  try {
    const target = await openStore(to, options);
    const bar = createProgressBar();
    try {
      return await copyStore(source, target, { onProgress: bar.show });
    } finally {
      bar.end();
      await target.close();
    }
  } finally {
    await source.close();
  }
}

export function describeSums(sums: readonly CopiedSum[]): string {
  const width = Math.max(...sums.map(({ name }) => name.length));
  const lines = sums.map(
    ({ name, row_count, checksum }) => `  ${name.padEnd(width)}  ${String(row_count).padStart(12)} rows  ${checksum}`,
  );
  return `${lines.join('\n')}\nAll ${sums.length} tables have the same row counts and checksums.\n`;
}

function toUrl(option: string, text: string): string {
  try {
    return parseDatabaseUrl(text);
  } catch (error) {
    throw invalid(option, `${(error as Error).message}.`);
  }
}
