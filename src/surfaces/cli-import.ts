import { createReadStream, statSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { AppError, invalid } from '../errors.ts';
import type { Batch } from '../operations/batch-result.ts';
import { openTableFile } from '../store/table-file.ts';
import { createProgressBar } from './progress-bar.ts';

type Format = 'ndjson' | 'csv' | 'parquet';
type Row = Record<string, unknown>;

/** The column of each field, and the fields that have the same value in every row. */
interface Mapping {
  columns: Map<string, string>;
  constants: Row;
}

const FORMATS: Record<string, Format> = {
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  json: 'ndjson',
  csv: 'csv',
  tsv: 'csv',
  parquet: 'parquet',
};
/** Fields that are arrays. In a CSV file they are JSON. */
const JSON_FIELDS = new Set(['sources', 'queries', 'mentions']);

/** `import FILE`: sends the file to a running service, which may be on another machine. */
export async function runImportCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      project: { type: 'string' },
      url: { type: 'string' },
      key: { type: 'string' },
      format: { type: 'string' },
      map: { type: 'string', multiple: true, default: [] },
      set: { type: 'string', multiple: true, default: [] },
      replace: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  if (file === undefined) throw invalid('FILE', 'is required: overheard import FILE --project ID.');
  const config = readConfig();
  const key = values.key ?? config.BOOTSTRAP_KEY;
  if (!key) throw invalid('--key', 'is required unless BOOTSTRAP_KEY is set.');
  const target = toTarget(config, { ...values, replace: values.replace, dryRun: values['dry-run'] });
  const format = toFormat(file, values.format);
  const mapping = toMapping(values);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw invalid('FILE', `${file} is not a file.`);
  const lines = format === 'ndjson' ? readNdjson(file, mapping) : readTable(file, { format, mapping });
  const batch = await send(target, { key, lines });
  process.stdout.write(describe(batch, values['dry-run']));
  if (batch.rejected_count > 0) process.exitCode = 5;
}

interface Target {
  url?: string | undefined;
  project?: string | undefined;
  replace: boolean;
  dryRun: boolean;
}

function toTarget({ HOST, PORT, BASE_PATH }: Config, { url, project, replace, dryRun }: Target): URL {
  const target = new URL(`${url ?? `http://${HOST}:${PORT}${BASE_PATH}`}/chats`);
  if (project !== undefined) target.searchParams.set('project_id', project);
  if (replace) target.searchParams.set('on_duplicate', 'replace');
  if (dryRun) target.searchParams.set('dry_run', 'true');
  return target;
}

function toFormat(file: string, given: string | undefined): Format {
  const format = FORMATS[(given ?? file.split('.').at(-1)!).toLowerCase()];
  if (!format) throw invalid('--format', 'must be ndjson, csv or parquet.');
  return format;
}

/** `--map answer=response` takes the field answer from the column response; `--set country_code=US` sets it in every row. */
function toMapping({ map, set }: { map: string[]; set: string[] }): Mapping {
  const toPair = (text: string, option: string): [string, string] => {
    const at = text.indexOf('=');
    if (at < 1) throw invalid(option, `must be FIELD=…, not "${text}".`);
    return [text.slice(0, at), text.slice(at + 1)];
  };
  return {
    columns: new Map(map.map((text) => toPair(text, '--map'))),
    constants: Object.fromEntries(set.map((text) => toPair(text, '--set'))),
  };
}

function applyMapping(row: Row, { columns, constants }: Mapping): Row {
  if (columns.size === 0) return { ...row, ...constants };
  const chat: Row = {};
  for (const [field, column] of columns) if (row[column] !== undefined) chat[field] = row[column];
  return { ...chat, ...constants };
}

interface Piece {
  text: string;
  /** From 0 to 1. */
  progress: number;
}

/** Reads the lines of an NDJSON file. An invalid line is sent as it is, and the service answers what is wrong with it. */
async function* readNdjson(file: string, mapping: Mapping): AsyncGenerator<Piece> {
  const size = Math.max(1, statSync(file).size);
  const stream = createReadStream(file);
  const isMapped = mapping.columns.size > 0 || Object.keys(mapping.constants).length > 0;
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    yield { text: isMapped ? mapLine(line, mapping) : line, progress: stream.bytesRead / size };
  }
}

function mapLine(line: string, mapping: Mapping): string {
  try {
    return line.trim() === '' ? '' : JSON.stringify(applyMapping(JSON.parse(line), mapping));
  } catch {
    return line;
  }
}

async function* readTable(
  file: string,
  { format, mapping }: { format: 'csv' | 'parquet'; mapping: Mapping },
): AsyncGenerator<Piece> {
  const table = await openTableFile(file, format);
  try {
    const missing = [...mapping.columns.values()].filter((column) => !table.columns.includes(column));
    if (missing.length > 0)
      throw invalid('--map', `the file has no column ${missing.join(', ')}. It has: ${table.columns.join(', ')}.`);
    let seen = 0;
    for await (const rows of table.rows()) {
      for (const row of rows) {
        seen += 1;
        yield { text: JSON.stringify(toChat(applyMapping(row, mapping))), progress: seen / Math.max(1, table.total) };
      }
    }
  } finally {
    table.close();
  }
}

/** Leaves out empty cells, and parses arrays that are written as JSON. */
function toChat(row: Row): Row {
  const chat: Row = {};
  for (const [field, value] of Object.entries(row)) {
    if (value === null || (value === '' && field !== 'answer')) continue;
    chat[field] = JSON_FIELDS.has(field) && typeof value === 'string' ? parseCell(value) : value;
  }
  return chat;
}

function parseCell(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function send(target: URL, { key, lines }: { key: string; lines: AsyncIterable<Piece> }): Promise<Batch> {
  const bar = createProgressBar();
  async function* bytes() {
    for await (const { text, progress } of lines) {
      bar.show(progress);
      yield `${text}\n`;
    }
  }
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = request(target, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/x-ndjson' },
  });
  const answer = new Promise<string>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString()));
      response.on('error', reject);
    });
  });
  try {
    // A service that refuses may answer before it has read everything.
    const text = await Promise.race([answer, pipeline(Readable.from(bytes()), outgoing).then(() => answer)]);
    const body = JSON.parse(text) as Batch & { message?: string };
    if (body.message !== undefined) throw new AppError('invalid_request', body.message);
    return body;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      'store_unavailable',
      `${target.origin} did not accept the file: ${(error as Error).message}. Is the service running?`,
    );
  } finally {
    bar.end();
  }
}

function describe({ accepted, duplicates, rejected_count, rejected }: Batch, isDryRun: boolean): string {
  const reasons = new Map<string, number[]>();
  for (const { index, message } of rejected) reasons.set(message, [...(reasons.get(message) ?? []), index + 1]);
  const lines = [...reasons].map(([message, places]) => {
    const shown = places.slice(0, 5).join(', ');
    return `  ${message} (${places.length === 1 ? 'row' : 'rows'} ${shown}${places.length > 5 ? ` and ${places.length - 5} more` : ''})`;
  });
  const verb = isDryRun ? 'would be ' : '';
  return [
    `${accepted} ${verb}accepted, ${duplicates} ${isDryRun ? 'would be ' : ''}duplicates, ${rejected_count} ${verb}rejected.`,
    ...lines,
    ...(rejected_count > rejected.length ? [`  … and ${rejected_count - rejected.length} more.`] : []),
    '',
  ].join('\n');
}
