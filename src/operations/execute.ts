import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { DEFAULT_DATE } from '../domain/date-schemas.ts';
import { includesRight } from '../domain/key.ts';
import { fillPath } from '../domain/route.ts';
import { AppError, invalid, notFound } from '../errors.ts';
import { type Attempt, findFirstAnswer, keepFirstAnswer } from '../store/queries/idempotency.ts';
import type { Caller } from '../store/queries/keys.ts';
import { findProject, findProjectByKey, type ProjectRow } from '../store/queries/projects.ts';
import type { Transaction, WriteOptions } from '../store/store.ts';
import type { Operation, PreparedCall } from './operation.ts';

/** Finds the project that a call is about, and checks that the caller may make the call. */
export async function authorize(
  context: Context,
  operation: Operation,
  { caller, project_id }: { caller: Caller; project_id: unknown },
): Promise<ProjectRow> {
  // Before anything is looked up: a link learns nothing by what it cannot use.
  if (caller.kind === 'link' && !includesRight(caller.rights, operation.right)) {
    throw new AppError(
      'forbidden',
      'A share link only shows the dashboard of its project. Use a key for anything else.',
    );
  }
  const projectRow = await resolveProject(context, operation, { caller, project_id });
  if (!includesRight(caller.rights, operation.right)) {
    throw new AppError('forbidden', 'This key is read-only. Use a key with write access.');
  }
  return projectRow;
}

async function resolveProject(
  { store }: Context,
  operation: Operation,
  { caller, project_id }: { caller: Caller; project_id: unknown },
): Promise<ProjectRow> {
  const none = { project: 0, id: '', name: '' };
  if (operation.scope === 'caller') return none;
  if (operation.scope === 'company') {
    if (caller.kind === 'company') return none;
    throw new AppError(
      'forbidden',
      'Not a Company API Key: this operation needs a company key. A project key can only access its own project.',
    );
  }
  if (project_id !== undefined && (typeof project_id !== 'string' || project_id === '')) {
    throw invalid('project_id', 'must be a single ID, as a string.');
  }
  if (caller.kind !== 'company') {
    const own = await store.remember(`project ${caller.company} ${caller.project}`, ({ db }) =>
      findProjectByKey(db, caller.company, caller.project),
    );
    if (!own) throw notFound('project');
    if (project_id === undefined || project_id === own.id) return own;
    if (caller.kind === 'link') throw notFound('project');
    throw new AppError('forbidden', 'This key belongs to a different project than the one in project_id.');
  }
  if (project_id === undefined) {
    throw new AppError(
      'project_id_required',
      'project_id is required with a company key. GET /projects lists the projects.',
      { details: [{ path: 'project_id', message: 'is required with a company key.' }] },
    );
  }
  const project = await store.remember(`project ${caller.company} ${project_id}`, ({ db }) =>
    findProject(db, caller.company, project_id),
  );
  if (!project) throw notFound('project');
  return project;
}

/** A request whose caller may make it and whose fields are checked. */
export interface CheckedRequest {
  caller: Caller;
  projectRow: ProjectRow;
  /** All fields, with defaults filled in. */
  input: Record<string, unknown>;
  /** Names of the fields that the client sent. */
  given: ReadonlySet<string>;
  signal: AbortSignal;
}

export interface Prepared {
  call: PreparedCall;
  /** The dates that it is about, where it is about dates. */
  date_range?: string;
  is_deprecated: boolean;
}

/** Makes a call of a checked request, after the rules that no schema can express. Whether objects exist is up to the handler. */
export function prepare(context: Context, operation: Operation, request: CheckedRequest): Prepared {
  const { caller, projectRow, given, signal } = request;
  const { start_date, end_date } = request.input as { start_date: string; end_date: string };
  if (operation.is_dated) checkDates({ start_date, end_date }, given);
  const { project_id: _, ...withoutProject } = request.input;
  const input = (operation.scope === 'project' ? withoutProject : request.input) as never;
  return {
    call: {
      context,
      caller,
      input,
      project: projectRow.project,
      projectRow,
      isGiven: (field) => given.has(field),
      signal,
      read: (work, options) =>
        context.store.read(projectRow.project, work, { is_heavy: operation.is_heavy, signal, ...options }),
      write: (work, options) => context.store.write(projectRow.project, work, options),
      toMemoryKey: () => JSON.stringify([operation.id, projectRow, input, [...given]]),
    },
    ...(operation.is_dated ? { date_range: `${start_date}/${end_date}` } : {}),
    is_deprecated: operation.isDeprecated?.(input) ?? false,
  };
}

function checkDates(
  { start_date, end_date }: { start_date: string; end_date: string },
  given: ReadonlySet<string>,
): void {
  if (start_date <= end_date) return;
  const defaulted = ['start_date', 'end_date'].find((name) => !given.has(name));
  const note = defaulted === undefined ? '' : ` (${defaulted} was not given, so it is ${DEFAULT_DATE})`;
  throw invalid('start_date', `${start_date} is after end_date ${end_date}${note}.`);
}

/** What tells a repetition of a request from another request. */
export interface Idempotency {
  key: string;
  /** Made by `hashBody` before validation, which changes the body. */
  body_hash: string;
}

export function hashBody(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

/** Runs a prepared call. A repeated idempotency key gets the first answer again. */
export async function run(operation: Operation, call: PreparedCall, idempotency?: Idempotency): Promise<unknown> {
  if (!idempotency || !operation.is_idempotent) return handle(operation, call);
  const { key, body_hash } = idempotency;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid('Idempotency-Key', 'must be 1 to 255 visible ASCII characters.');
  }
  const attempt = {
    project: call.project,
    api_key: call.caller.api_key,
    path: call.context.config.BASE_PATH + fillPath(operation.path, call.input),
    idempotency_key: key,
  };
  try {
    return await handle(operation, {
      ...call,
      idempotency_key: key,
      write: (work, options) => writeOnce(call, { operation, attempt, body_hash, work, options }),
    });
  } catch (error) {
    if (error instanceof Repeated) return error.response;
    throw error;
  }
}

/** Calls the handler. One that only reads sees one state of the store. */
async function handle(operation: Operation, call: PreparedCall): Promise<unknown> {
  if (operation.right === 'write') return operation.handle({ ...call, reader: call.context.store });
  if (!operation.is_remembered) return call.read((reader) => operation.handle({ ...call, reader }));
  return call.read((reader) =>
    reader.remember(call.toMemoryKey(), (inner) => operation.handle(withoutCircumstances({ ...call, reader: inner }))),
  );
}

/** Refuses to say who calls and when: others get the same answer later. */
function withoutCircumstances<Call extends PreparedCall>(call: Call): Call {
  const refuse = (): never => {
    throw new Error('what is remembered follows from the input and the store alone');
  };
  call.context = { ...call.context, now: refuse };
  return Object.defineProperty(call, 'caller', { get: refuse });
}

/** Carries the first answer past whatever the handler would do with the result of its write. */
class Repeated extends Error {
  readonly response: unknown;
  constructor(response: unknown) {
    super('answered before');
    this.response = response;
  }
}

/** Stores the handler's write and its answer together or not at all. A second attempt waits for the first one's transaction. */
async function writeOnce<Result>(
  { context }: PreparedCall,
  {
    operation,
    attempt,
    body_hash,
    work,
    options,
  }: {
    operation: Operation;
    attempt: Attempt;
    body_hash: string;
    work: (transaction: Transaction) => Promise<Result>;
    options: WriteOptions | undefined;
  },
): Promise<Result> {
  const once = async (transaction: Transaction): Promise<Result> => {
    const now = context.now();
    const first = await findFirstAnswer(transaction.db, attempt, now);
    if (first && first.body_hash !== body_hash) {
      throw new AppError('idempotency_mismatch', 'This Idempotency-Key was already used with a different body.');
    }
    if (first) throw new Repeated(JSON.parse(first.response));
    const result = await work(transaction);
    const kept = operation.toRepeated ? operation.toRepeated(result as never) : result;
    await keepFirstAnswer(transaction.db, attempt, { body_hash, response: JSON.stringify(kept), now });
    return result;
  };
  return context.store.write(attempt.project, once, options);
}
