import { createHash } from 'node:crypto';
import type { TSchema } from 'typebox';
import type { Context } from '../context.ts';
import { DEFAULT_DATE } from '../domain/dates.ts';
import { createValidator, parseQuery } from '../domain/validation.ts';
import { AppError, invalid, notFound } from '../errors.ts';
import { type Attempt, findFirstAnswer, keepFirstAnswer } from '../store/queries/idempotency.ts';
import type { Caller } from '../store/queries/keys.ts';
import { findProject, findProjectByKey, type ProjectRow } from '../store/queries/projects.ts';
import { remember } from '../store/remember.ts';
import type { Transaction } from '../store/store.ts';
import type { Call, Operation } from './operation.ts';

/** A request for an operation, from whatever surface: nothing in it has been checked but who is calling. */
export interface Request {
  caller: Caller;
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** Null where the body is a stream of lines. */
  body: Record<string, unknown> | null;
  /** The path as requested, with its parameters. */
  path: string;
  idempotency_key?: string | undefined;
  signal: AbortSignal;
}

export interface Prepared {
  call: Call<never, never, never>;
  /** Where the request carries an `Idempotency-Key`: what tells its body from another. */
  body_hash: string | undefined;
  date_range?: string;
  is_deprecated: boolean;
}

type AnyCall = Call<never, never, never>;

/** Checks a request in the order of the contract: project, right, fields. Objects are the handler's own. */
export async function prepare(context: Context, operation: Operation, request: Request): Promise<Prepared> {
  const projectRow = await resolveProject(context, operation, request);
  checkRight(operation, request.caller);
  // Before validation, which fills in the defaults.
  const given = new Set([...Object.keys(request.query), ...Object.keys(request.body ?? {})]);
  const body_hash = request.idempotency_key === undefined ? undefined : hashBody(request.body);
  const query = validate(operation.query, parseQuery(operation.query!, request.query));
  const body = request.body === null ? {} : validate(operation.body, request.body);
  const { start_date, end_date } = { ...query, ...body } as { start_date?: string; end_date?: string };
  if (operation.is_dated) checkDates({ start_date: start_date!, end_date: end_date! }, given);
  const call: AnyCall = {
    context,
    caller: request.caller,
    params: request.params as never,
    query: query as never,
    body: body as never,
    project: projectRow.project,
    projectRow,
    isGiven: (field) => given.has(field),
    signal: request.signal,
    write: (work) => context.store.write(projectRow.project, work),
  };
  return {
    call,
    body_hash,
    ...(operation.is_dated ? { date_range: `${start_date}/${end_date}` } : {}),
    is_deprecated: operation.isDeprecated?.({ query, body } as never) ?? false,
  };
}

/** Runs a checked call; a repeated `Idempotency-Key` gets the first answer again. */
export async function run(operation: Operation, { call, body_hash }: Prepared, request: Request): Promise<unknown> {
  const { idempotency_key } = request;
  if (idempotency_key === undefined || body_hash === undefined || !operation.is_idempotent)
    return operation.handle(call);
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotency_key)) {
    throw invalid('Idempotency-Key', 'must be 1 to 255 visible ASCII characters.');
  }
  const attempt = {
    project: call.project,
    api_key: call.caller.api_key,
    path: request.path,
    idempotency_key,
  };
  try {
    return await operation.handle({
      ...call,
      write: (work) => writeOnce(call, { operation, attempt, body_hash, work }),
    });
  } catch (error) {
    if (error instanceof Repeated) return error.response;
    throw error;
  }
}

function hashBody(body: Request['body']): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

/** Carries the first answer past whatever the handler would do with the result of its write. */
class Repeated extends Error {
  readonly response: unknown;
  constructor(response: unknown) {
    super('answered before');
    this.response = response;
  }
}

/** The handler's write and the answer to it, kept together or not at all; a second attempt waits for the first's transaction. */
async function writeOnce<Result>(
  { context }: AnyCall,
  {
    operation,
    attempt,
    body_hash,
    work,
  }: {
    operation: Operation;
    attempt: Attempt;
    body_hash: string;
    work: (transaction: Transaction) => Promise<Result>;
  },
): Promise<Result> {
  return context.store.write(attempt.project, async (transaction) => {
    const now = context.now();
    const first = await findFirstAnswer(transaction.db, attempt, now);
    if (first && first.body_hash !== body_hash) {
      throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used with another body before.');
    }
    if (first) throw new Repeated(JSON.parse(first.response));
    const result = await work(transaction);
    const kept = operation.toRepeated ? operation.toRepeated(result as never) : result;
    await keepFirstAnswer(transaction.db, attempt, { body_hash, response: JSON.stringify(kept), now });
    return result;
  });
}

async function resolveProject({ store }: Context, operation: Operation, request: Request): Promise<ProjectRow> {
  const { caller } = request;
  const none = { project: 0, id: '', name: '' };
  if (operation.scope === 'caller') return none;
  if (operation.scope === 'company') {
    if (caller.kind === 'company') return none;
    throw new AppError('forbidden', 'This needs a company key; a project key sees only its own project.');
  }
  const asked = toProjectId(request);
  if (caller.kind === 'project') {
    const own = await remember(store, `project ${caller.company} ${caller.project}`, () =>
      findProjectByKey(store.db, caller.company, caller.project),
    );
    if (!own) throw notFound('project');
    if (asked === undefined || asked === own.id) return own;
    throw new AppError('forbidden', 'This key belongs to another project than project_id.');
  }
  if (asked === undefined) {
    throw new AppError(
      'project_id_required',
      'project_id is required with a company key; GET /projects lists the projects.',
      {
        details: [{ path: 'project_id', message: 'is required with a company key.' }],
      },
    );
  }
  const project = await remember(store, `project ${caller.company} ${asked}`, () =>
    findProject(store.db, caller.company, asked),
  );
  if (!project) throw notFound('project');
  return project;
}

function toProjectId({ query, body }: Request): string | undefined {
  const given = [query.project_id, body?.project_id].filter((value) => value !== undefined);
  for (const value of given) {
    if (typeof value !== 'string' || value === '') throw invalid('project_id', 'must be one id, as a string.');
  }
  const [first, second] = given as string[];
  if (second !== undefined && first !== second) throw invalid('project_id', 'differs between query and body.');
  return first;
}

function checkRight(operation: Operation, caller: Caller): void {
  if (operation.right === 'write' && caller.rights !== 'write') {
    throw new AppError('forbidden', 'This key may only read.');
  }
}

const validators = new WeakMap<TSchema, (value: unknown) => unknown>();

function validate(schema: TSchema | undefined, value: unknown): Record<string, unknown> {
  if (!schema) return {};
  let validator = validators.get(schema);
  if (!validator) {
    validator = createValidator(schema);
    validators.set(schema, validator);
  }
  return validator(value) as Record<string, unknown>;
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
