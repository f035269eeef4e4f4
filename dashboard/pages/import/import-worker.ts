import { allowCountries } from '../../../src/domain/country-codes.ts';
import { ImportError, type ImportTrouble } from '../../../src/importing/import-error.ts';
import type { ImportedNoun } from '../../../src/importing/import-kinds.ts';
import type { KnownModel } from '../../../src/importing/model-names.ts';
import type { Access } from '../../api/client.ts';
import { createBatchingService } from './batching-service.ts';
import type { ImportChoices } from './import-choices.ts';
import {
  type ImportCheck,
  type ImportProgress,
  type ImportResult,
  type ImportSession,
  type OpenedFile,
  openImport,
} from './import-session.ts';

/** What the page may ask of the worker. What is asked next stops what is under way. */
export interface WorkerRequests {
  open: {
    input: {
      file: File;
      noun: ImportedNoun;
      models: KnownModel[];
      /** All that the page knows: the worker knows those of the API alone. */
      countries: readonly string[];
      delimiter?: string;
      sheet?: string;
    };
    output: { file: OpenedFile; proposal: ImportCheck };
  };
  check: { input: { choices: ImportChoices; access: Access; project: string }; output: ImportCheck };
  send: {
    input: { choices: ImportChoices; access: Access; project: string; replace: boolean };
    output: ImportResult;
  };
}

export type WorkerAction = keyof WorkerRequests;

export type WorkerRequest =
  | { [Action in WorkerAction]: { id: number; action: Action; input: WorkerRequests[Action]['input'] } }[WorkerAction]
  | { action: 'stop' };

export interface WorkerFailure {
  message: string;
  trouble?: ImportTrouble;
  sheets?: readonly string[];
}

export type WorkerReply = { id: number } & (
  | { progress: ImportProgress }
  | { output: unknown }
  | { failure: WorkerFailure }
);

const PROGRESS_MS = 100;

let session: ImportSession | undefined;
let current = new AbortController();

addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
  current.abort();
  if (data.action === 'stop') return;
  current = new AbortController();
  const { id } = data;
  try {
    const output = await run(data, { signal: current.signal, onProgress: createReporter(id) });
    reply({ id, output });
  } catch (error) {
    reply({ id, failure: toFailure(error) });
  }
});

async function run(
  request: Exclude<WorkerRequest, { action: 'stop' }>,
  work: { signal: AbortSignal; onProgress(progress: ImportProgress): void },
): Promise<unknown> {
  if (request.action === 'open') {
    const { file, countries, ...options } = request.input;
    allowCountries(countries);
    const read = async (start: number, end: number) => new Uint8Array(await file.slice(start, end).arrayBuffer());
    const { onProgress } = work;
    session = await openImport({ name: file.name, size: file.size, read }, { ...options, onProgress });
    return { file: session.file, proposal: session.proposal };
  }
  const { choices, access, project } = request.input;
  const service = createBatchingService({ ...access, project });
  if (request.action === 'check') return session!.check(choices, { service, ...work });
  return session!.send(choices, { service, replace: request.input.replace, ...work });
}

function createReporter(id: number): (progress: ImportProgress) => void {
  let next = 0;
  return (progress) => {
    const now = performance.now();
    if (now < next) return;
    next = now + PROGRESS_MS;
    reply({ id, progress });
  };
}

function reply(message: WorkerReply): void {
  postMessage(message);
}

function toFailure(error: unknown): WorkerFailure {
  if (error instanceof ImportError) return { message: error.message, trouble: error.trouble, sheets: error.sheets };
  // A browser says so in many ways where a file was changed or removed after it was chosen.
  if (error instanceof DOMException)
    return { message: 'The file cannot be read any more. It may have been changed or moved. Choose it again.' };
  return { message: (error as Error).message };
}
