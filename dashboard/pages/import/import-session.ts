import type { ByteSource } from '../../../src/importing/byte-source.ts';
import { IMPORTERS, type ImportedNoun } from '../../../src/importing/import-kinds.ts';
import type { ImportService } from '../../../src/importing/import-service.ts';
import type { KnownModel } from '../../../src/importing/model-names.ts';
import { toLooseKey } from '../../../src/importing/names.ts';
import { openRecords } from '../../../src/importing/open-records.ts';
import {
  type ConvertedRecord,
  type DateExamples,
  type ImportProposal,
  proposeImport,
  type UnknownValue,
} from '../../../src/importing/plan-import.ts';
import type { FileFormat, Records } from '../../../src/importing/records.ts';
import { collectRefusals, createRefusals, type Refusals, toRefusedFormat } from '../../../src/importing/refusals.ts';
import { sendEntries } from '../../../src/importing/send-entries.ts';
import { type Survey, surveyRecords } from '../../../src/importing/survey.ts';
import { type ImportChoices, NO_CHOICES } from './import-choices.ts';

/** What a file has in it, as the page shows it. */
export interface OpenedFile {
  name: string;
  format: FileFormat;
  unit: 'line' | 'row';
  total: number;
  notices: string[];
  delimiter?: string;
  sheets?: { names: string[]; chosen: string };
  columns: { name: string; samples: string[] }[];
}

/** Why entries are refused. */
export interface Reason {
  text: string;
  count: number;
  /** The first places. */
  places: number[];
}

/** What would come of an import. */
export interface ImportCheck {
  /** The field of each column; '' for none. */
  columns: Record<string, string>;
  /** Fields that no column has; one of each list is needed. */
  missing: string[][];
  /** Dates that do not show whether the day or the month comes first. */
  dates: DateExamples | null;
  /** The first entries as they would be stored. */
  first: { place: number; entry: Record<string, unknown> }[];
  accepted: number;
  /** null where only the import itself finds them. */
  duplicates: number | null;
  rejected: number;
  reasons: Reason[];
  /** Refusals whose reasons are not listed. */
  unlisted: number;
  unknown: (UnknownValue & { count: number })[];
}

export interface ImportResult {
  accepted: number;
  duplicates: number;
  rejected: number;
  reasons: Reason[];
  unlisted: number;
  /** The rejected rows, each with its reason; null if there are none. */
  rejectedFile: { content: Blob; format: 'csv' | 'ndjson' } | null;
  /** The first and the last day of the answers that were sent; null if none were. */
  dates: { from: string; to: string } | null;
  /** Whether the user stopped it before the end of the file. */
  isStopped: boolean;
}

export interface ImportProgress {
  /** From 0 to 1. */
  share: number;
  /** Counts of what the service has answered so far. */
  accepted?: number;
  duplicates?: number;
  rejected?: number;
}

interface Work {
  service: ImportService;
  signal: AbortSignal;
  onProgress(progress: ImportProgress): void;
}

const SHOWN_ROWS = 3;
const SHOWN_SAMPLES = 3;
const SHOWN_REASONS = 30;
const MAX_UNKNOWN = 500;
/** Larger files would take long to be sent twice, so duplicates in them are found when they are imported. */
const MAX_TRIED_BYTES = 4 * 1024 * 1024;
/** How much text of rejected rows is kept before it becomes a part of the file. */
const MAX_PART_CHARACTERS = 1024 * 1024;

interface Opening {
  noun: ImportedNoun;
  models: readonly KnownModel[];
  delimiter?: string | undefined;
  sheet?: string | undefined;
  onProgress?(progress: ImportProgress): void;
}

/** Nobody waits for a check any more. */
class StoppedError extends Error {}

/** A file from the moment that it is chosen. It is read anew for each step, so memory does not grow with it. */
export async function openImport(source: ByteSource, { noun, models, delimiter, sheet, onProgress }: Opening) {
  const importer = IMPORTERS[noun];
  const records = await openRecords(source, { delimiter, sheet });
  const survey = await surveyRecords(records, { onProgress: (share) => onProgress?.({ share }) });

  function propose({ columns, constants, order, replacements }: ImportChoices): ImportProposal {
    return proposeImport({
      kind: importer.kind,
      records,
      survey,
      columns: Object.entries(columns ?? {}).map(([column, field]) => ({ column, field })),
      constants,
      values: {
        order: order ?? undefined,
        replacements: new Map(
          Object.entries(replacements).map(([field, values]) => [
            field,
            new Map(Object.entries(values).map(([written, value]) => [toLooseKey(written), value])),
          ]),
        ),
      },
      models,
      validate: importer.validate,
    });
  }

  /** Reads the file to its end and says what would come of it. */
  async function check(choices: ImportChoices, { service, signal, onProgress }: Work): Promise<ImportCheck> {
    const plan = propose(choices);
    const found = toFound(plan, survey);
    // As long as a required field is missing, every row would be refused for it.
    if (found.missing.length > 0) return found;
    const refusals = createRefusals();
    const unknown = new Map<string, UnknownValue & { count: number }>();
    const places: number[] = [];
    const isTried = importer.canTry && source.size <= MAX_TRIED_BYTES && found.dates === null;
    const take = (converted: ConvertedRecord) => {
      if (signal.aborted) throw new StoppedError();
      const { record, entry, problem } = converted;
      onProgress({ share: record.progress });
      if (isTried) places.push(record.place);
      addUnknown(unknown, converted.unknown);
      if (problem !== undefined) refusals.add(problem, record.place);
      else if (found.first.length < SHOWN_ROWS)
        found.first.push({ place: record.place, entry: entry as Record<string, unknown> });
      if (problem === undefined) found.accepted += 1;
      else found.rejected += 1;
    };
    if (isTried) {
      const batch = await sendEntries(service, {
        importer,
        records,
        plan,
        replace: false,
        dryRun: true,
        onEntry: take,
        signal,
      });
      for (const { index, message } of batch.rejected) refusals.add(message, places[index] ?? 0);
      refusals.unlisted += batch.rejected_count - batch.rejected.length;
      found.accepted = batch.accepted;
      found.duplicates = batch.duplicates;
      found.rejected += batch.rejected_count;
    } else {
      for await (const record of records.read()) take(plan.convert(record));
    }
    return { ...found, ...toReasons(refusals), unknown: [...unknown.values()].sort((a, b) => b.count - a.count) };
  }

  /** Sends the file. Once it is stopped, what was sent stays. */
  async function send(
    choices: ImportChoices,
    { service, signal, onProgress, replace }: Work & { replace: boolean },
  ): Promise<ImportResult> {
    const plan = propose(choices);
    const question = plan.questions[0];
    if (question) throw question.error;
    const dates: string[] = [];
    const progress: ImportProgress = { share: 0 };
    let refused = 0;
    const batch = await sendEntries(service, {
      importer,
      records,
      plan,
      replace,
      dryRun: false,
      signal,
      onEntry: ({ record, entry, problem }) => {
        progress.share = record.progress;
        if (problem !== undefined) refused += 1;
        addDate(dates, (entry as { date?: string } | undefined)?.date);
        onProgress(progress);
      },
      onResult: ({ accepted, duplicates, rejected_count }) => {
        Object.assign(progress, { accepted, duplicates, rejected: rejected_count + refused });
        onProgress(progress);
      },
    });
    const parts = createParts();
    const rejected = batch.refused + batch.rejected_count;
    const refusals =
      rejected === 0
        ? createRefusals()
        : await collectRefusals(records, { plan, batch, end: batch.read, write: parts.add });
    const [from, to] = [dates[0], dates.at(-1)];
    return {
      accepted: batch.accepted,
      duplicates: batch.duplicates,
      rejected,
      ...toReasons(refusals),
      rejectedFile: rejected === 0 ? null : { content: parts.toBlob(), format: toRefusedFormat(records) },
      dates: from === undefined || to === undefined ? null : { from, to },
      isStopped: batch.read < survey.total,
    };
  }

  return {
    file: toOpenedFile(source, { records, survey }),
    /** How the columns are understood; no row is checked yet. */
    proposal: toFound(propose(NO_CHOICES), survey),
    check,
    send,
  };
}

export type ImportSession = Awaited<ReturnType<typeof openImport>>;

function toOpenedFile({ name }: ByteSource, { records, survey }: { records: Records; survey: Survey }): OpenedFile {
  const { format, unit, notices, delimiter, sheets } = records;
  return {
    name,
    format,
    unit,
    notices,
    total: survey.total,
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(sheets ? { sheets } : {}),
    columns: survey.columns.map((column) => ({
      name: column,
      samples: [...new Set(survey.samples.get(column)?.map(String))].slice(0, SHOWN_SAMPLES),
    })),
  };
}

/** What is known before the rows are read. */
function toFound({ mapping, questions }: ImportProposal, survey: Survey): ImportCheck {
  const fields = new Map([...mapping.columns].map(([field, column]) => [column, field]));
  const missing = questions.flatMap((question) => (question.about === 'fields' ? question.missing : []));
  const dates = questions.find((question) => question.about === 'dates');
  return {
    columns: Object.fromEntries(survey.columns.map((column) => [column, fields.get(column) ?? ''])),
    missing,
    dates: dates?.examples ?? null,
    first: [],
    accepted: 0,
    duplicates: null,
    rejected: 0,
    reasons: [],
    unlisted: 0,
    unknown: [],
  };
}

function toReasons({ reasons, unlisted }: Refusals): { reasons: Reason[]; unlisted: number } {
  const sorted = [...reasons].sort(([, a], [, b]) => b.count - a.count);
  return {
    reasons: sorted.slice(0, SHOWN_REASONS).map(([text, { count, places }]) => ({ text, count, places })),
    unlisted: sorted.slice(SHOWN_REASONS).reduce((sum, [, { count }]) => sum + count, unlisted),
  };
}

function addUnknown(known: Map<string, UnknownValue & { count: number }>, values: readonly UnknownValue[] = []): void {
  for (const value of values) {
    const key = `${value.field} ${toLooseKey(value.value)}`;
    const entry = known.get(key);
    if (entry) entry.count += 1;
    else if (known.size < MAX_UNKNOWN) known.set(key, { ...value, count: 1 });
  }
}

/** Keeps the first and the last of some days. */
function addDate(dates: string[], date: string | undefined): void {
  if (date === undefined) return;
  if (dates[0] === undefined || date < dates[0]) dates[0] = date;
  if (dates[1] === undefined || date > dates[1]) dates[1] = date;
}

/** Text in parts that a browser may keep outside of its memory. */
function createParts() {
  const parts: Blob[] = [];
  let open = '';
  const close = () => {
    parts.push(new Blob([open]));
    open = '';
  };
  return {
    add(text: string) {
      open += text;
      if (open.length > MAX_PART_CHARACTERS) close();
    },
    toBlob(): Blob {
      close();
      return new Blob(parts);
    },
  };
}
