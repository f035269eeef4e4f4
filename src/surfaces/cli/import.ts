import { realpathSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../../config.ts';
import type { Batch } from '../../domain/batch.ts';
import { allowCountries } from '../../domain/country-codes.ts';
import { AppError, invalid } from '../../errors.ts';
import type { ImportKind } from '../../importing/fields.ts';
import { parseGivenValues } from '../../importing/given-values.ts';
import { ImportError, type ImportTrouble } from '../../importing/import-error.ts';
import { IMPORTERS, type ImportedNoun, type Importer } from '../../importing/import-kinds.ts';
import type { ImportService } from '../../importing/import-service.ts';
import { findField, listNames, parseMappings, unknownField } from '../../importing/mapping.ts';
import { type KnownModel, toKnownModels } from '../../importing/model-names.ts';
import { openRecords } from '../../importing/open-records.ts';
import { type ConvertedRecord, type ImportPlan, planImport } from '../../importing/plan-import.ts';
import { FILE_FORMATS, type FileFormat, type Records } from '../../importing/records.ts';
import { type SentEntries, sendEntries } from '../../importing/send-entries.ts';
import { surveyRecords } from '../../importing/survey.ts';
import { findProject } from './find-objects.ts';
import { describeEntry, describeRefusals, reportRefusals } from './import-report.ts';
import { openRemoteService } from './import-service.ts';
import { type LocalFile, openLocalFile } from './import-source.ts';
import { createProgressBar } from './progress-bar.ts';
import { connect, findRemote, type Remote } from './remote.ts';
import type { Terminal } from './terminal.ts';
import { toPlainText } from './terminal-text.ts';

const OPTIONS = {
  kind: { type: 'string', default: 'answers' },
  project: { type: 'string' },
  url: { type: 'string' },
  profile: { type: 'string' },
  format: { type: 'string' },
  delimiter: { type: 'string' },
  sheet: { type: 'string' },
  map: { type: 'string', multiple: true, default: [] as string[] },
  set: { type: 'string', multiple: true, default: [] as string[] },
  values: { type: 'string', multiple: true, default: [] as string[] },
  rejected: { type: 'string' },
  replace: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

const FORMAT_NAMES: Record<string, FileFormat> = {
  ...Object.fromEntries(FILE_FORMATS.map((format) => [format, format])),
  jsonl: 'ndjson',
};

/** What the user of the command line can do about a file that cannot be imported as it is. */
const ADVICE: Partial<Record<ImportTrouble, string>> = {
  missing_fields:
    'Map a column with --map "COLUMN=FIELD", use one value for every row with --set FIELD=VALUE, or name the delimiter of a CSV file with --delimiter.',
  unclear_dates: 'Use --values date=dmy if the day comes first, or --values date=mdy if the month does.',
  unknown_sheet: 'Name one with --sheet.',
  too_many_columns: 'If it is a CSV file with another delimiter, name it with --delimiter.',
};

const PREVIEWED_ROWS = 5;

type Options = ReturnType<typeof parseOptions>['values'];

function parseOptions(args: string[]) {
  return parseArgs({ args, allowPositionals: true, options: OPTIONS });
}

/** `import FILE`: sends the file to a running service, which may be on another machine. */
export async function runImportCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values: options, positionals } = parseOptions(args);
  const [path] = positionals;
  if (path === undefined) throw invalid('FILE', 'is required: overheard import FILE --project NAME.');
  const importer = toImporter(options);
  const remote = findRemote(terminal, options);
  const format = toFormat(options.format);
  allowCountries(readConfig().EXTRA_COUNTRIES);
  const file = await openLocalFile(path);
  try {
    checkRejectedPath(path, options.rejected);
    await importFile(file, { importer, remote, format, options });
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const advice = ADVICE[error.trouble];
    throw new AppError('invalid_request', `${toPlainText(error.message)}${advice === undefined ? '' : ` ${advice}`}`);
  } finally {
    await file.close();
  }
}

function toImporter({ kind, replace }: Options): Importer {
  const importer = Object.hasOwn(IMPORTERS, kind) ? IMPORTERS[kind as ImportedNoun] : undefined;
  if (!importer) throw invalid('--kind', 'must be answers, prompts or brands.');
  if (replace && kind !== 'answers') throw invalid('--replace', 'is only for answers.');
  return importer;
}

/** The service, with the project that the import is for. */
async function openService(remote: Remote, { project = remote.project }: Options): Promise<ImportService> {
  return openRemoteService({
    ...remote,
    project: project === undefined ? undefined : await findProject(connect(remote), project),
  });
}

function toFormat(given: string | undefined): FileFormat | undefined {
  if (given === undefined) return undefined;
  const format = FORMAT_NAMES[given.toLowerCase()];
  if (!format) throw invalid('--format', `must be ${FILE_FORMATS.slice(0, -1).join(', ')} or ${FILE_FORMATS.at(-1)}.`);
  return format;
}

function checkRejectedPath(path: string, rejected: string | undefined): void {
  if (rejected === undefined) return;
  let existing: string | undefined;
  try {
    existing = realpathSync(rejected);
  } catch {
    return;
  }
  if (existing === realpathSync(path))
    throw invalid('--rejected', 'must be another file than the one that is imported.');
}

interface Importing {
  importer: Importer;
  remote: Remote;
  format: FileFormat | undefined;
  options: Options;
}

async function importFile(file: LocalFile, { importer, remote, format, options }: Importing): Promise<void> {
  const { kind, validate } = importer;
  const delimiter = toDelimiter(options.delimiter);
  const records = await openRecords(file, { format, delimiter, sheet: options.sheet });
  const survey = await surveyRecords(records);
  const given = {
    columns: forOption('--map', () => parseMappings(kind, { texts: options.map, columns: survey.columns })),
    constants: toConstants(kind, options.set),
    values: forOption('--values', () => parseGivenValues(kind, options.values)),
  };
  const request = { kind, records, survey, ...given, validate };
  // Whatever is wrong with the file or the options is said before the service is asked for anything.
  planImport(request);
  const service = await openService(remote, options);
  const models = kind.fields.some((field) => field.kind === 'model') ? await readModels(service) : [];
  const plan = planImport({ ...request, models });
  for (const notice of [...records.notices, ...describeMapping(plan)]) process.stderr.write(`${toPlainText(notice)}\n`);
  if (options['dry-run']) process.stdout.write(await describeFirst(records, plan));
  const batch = await send(service, { importer, records, plan, options });
  await report(records, { plan, batch, options });
  if (options['dry-run'] && !importer.canTry) process.stdout.write('Duplicates are found when the file is imported.\n');
}

function forOption<Result>(option: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ImportError) throw invalid(option, toPlainText(error.message));
    throw error;
  }
}

/** Shells make it hard to type a tab. */
function toDelimiter(given: string | undefined): string | undefined {
  const delimiter = given === '\\t' || given === 'tab' ? '\t' : given;
  if (delimiter !== undefined && (delimiter.length !== 1 || /["\r\n]/.test(delimiter)))
    throw invalid('--delimiter', 'must be one character, such as ";", or tab.');
  return delimiter;
}

/** `--set country_code=US` uses the value in every row. */
function toConstants(kind: ImportKind, texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw invalid('--set', `must be FIELD=…, not "${text}".`);
      const name = text.slice(0, at).trim();
      const field = findField(kind, name);
      if (!field) throw invalid('--set', unknownField(kind, name).message);
      return [field.name, text.slice(at + 1)];
    }),
  );
}

async function readModels(service: ImportService): Promise<KnownModel[]> {
  const { data } = await service.ask<{ data: Parameters<typeof toKnownModels>[0] }>({
    path: '/models',
    query: { limit: '10000' },
  });
  return toKnownModels(data);
}

/** Says how columns were understood, where that is not plain from their names. */
function describeMapping({ mapping: { columns, unmapped } }: ImportPlan): string[] {
  const renamed = [...columns].filter(([field, column]) => field !== column);
  return [
    ...(renamed.length === 0
      ? []
      : [`Columns: ${renamed.map(([field, column]) => `${column} → ${field}`).join(', ')}.`]),
    ...(unmapped.length === 0
      ? []
      : [`Not imported: ${listNames(unmapped)}. To import a column, use --map "${unmapped[0]}=FIELD".`]),
  ];
}

async function describeFirst(records: Records, plan: ImportPlan): Promise<string> {
  const first: ConvertedRecord[] = [];
  for await (const record of records.read()) {
    const converted = plan.convert(record);
    if (converted.problem === undefined) first.push(converted);
    if (first.length === PREVIEWED_ROWS) break;
  }
  if (first.length === 0) return '';
  return `The first entries as they would be stored:\n${first.map((entry) => describeEntry(entry, records)).join('')}`;
}

/** Sends the entries, and shows how far it is. */
async function send(
  service: ImportService,
  { importer, records, plan, options }: { importer: Importer; records: Records; plan: ImportPlan; options: Options },
): Promise<SentEntries> {
  const bar = createProgressBar();
  try {
    return await sendEntries(service, {
      importer,
      records,
      plan,
      replace: options.replace,
      dryRun: options['dry-run'],
      onEntry: ({ record }) => bar.show(record.progress),
    });
  } finally {
    bar.end();
  }
}

async function report(
  records: Records,
  { plan, batch, options }: { plan: ImportPlan; batch: SentEntries; options: Options },
): Promise<void> {
  const rejected = batch.refused + batch.rejected_count;
  const verb = options['dry-run'] ? 'would be ' : '';
  process.stdout.write(
    `${batch.accepted} ${verb}accepted, ${batch.duplicates} ${verb}duplicates, ${rejected} ${verb}rejected.\n`,
  );
  if (rejected === 0) return;
  const refusals = await reportRefusals(records, { plan, batch, path: options.rejected });
  process.stdout.write(describeRefusals(refusals, records));
  process.stdout.write(adviseOnValues(refusals.reasons.keys()));
  if (options.rejected !== undefined) process.stdout.write(describeRejectedFile(options.rejected, batch));
  process.exitCode = 5;
}

function describeRejectedFile(path: string, { rejected_count, rejected }: Batch): string {
  const missing = rejected_count - rejected.length;
  const rest = missing > 0 ? ` ${missing} more are not in it. Import the file again once these are corrected.` : '';
  return `The rejected entries are in ${path}, each with its reason.${rest}\n`;
}

/** How to explain a value that was not understood, with the first one as the example. */
function adviseOnValues(reasons: Iterable<string>): string {
  for (const reason of reasons) {
    const [, field, value] = /^(model_id|model_channel_id|country_code): "([^"]*)"/.exec(reason) ?? [];
    if (field === undefined) continue;
    const target = field === 'country_code' ? 'US' : 'ID';
    const list = field === 'country_code' ? '' : ' GET /models lists the IDs.';
    return `Say what a value means with --values, such as --values "${field}:${toPlainText(value!)}=${target}".${list}\n`;
  }
  return '';
}
