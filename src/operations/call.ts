import type { Context } from '../context.ts';
import { parseJsonObject } from '../domain/json.ts';
import { validate } from '../domain/validation.ts';
import type { Caller } from '../store/queries/keys.ts';
import { noteInTrace } from '../tracing/trace.ts';
import { authorize, hashBody, type Idempotency, type Prepared, prepare, run } from './execute.ts';
import type { InputOf, Operation, OutputOf } from './operation.ts';

/** What a caller sent. */
export interface Sent {
  /** After validation, which fills in the defaults. */
  input: Record<string, unknown>;
  /** The fields that were there before it. */
  given: ReadonlySet<string>;
  idempotency?: Idempotency | undefined;
}

interface Call {
  context: Context;
  caller: Caller;
  project_id: unknown;
  signal: AbortSignal;
  /** Called for those who may use the operation only. */
  read(): Sent;
}

interface OpenCall extends Prepared {
  run(): Promise<unknown>;
}

/** Checks whether a caller may use an operation and what was sent, in this order; what is left is to run it. */
export async function open(
  operation: Operation,
  { context, caller, project_id, signal, read }: Call,
): Promise<OpenCall> {
  const projectRow = await authorize(context, operation, { caller, project_id });
  noteInTrace({ 'overheard.project': projectRow.project });
  const { input, given, idempotency } = read();
  const prepared = prepare(context, operation, { caller, projectRow, input, given, signal });
  return { ...prepared, run: () => run(operation, prepared.call, idempotency) };
}

export interface CallOptions {
  context: Context;
  caller: Caller;
  idempotency_key?: string;
  signal?: AbortSignal;
}

/** Runs an operation inside this process, with the checks that a request over HTTP gets. */
export async function call<Known extends Operation>(
  operation: Known,
  given: InputOf<Known>,
  { context, caller, idempotency_key: key, signal = new AbortController().signal }: CallOptions,
): Promise<OutputOf<Known>> {
  // A copy as JSON: validation fills in defaults, and only what JSON can say is an input.
  const sent = parseJsonObject(JSON.stringify(given));
  const opened = await open(operation, {
    context,
    caller,
    project_id: sent.project_id,
    signal,
    read: () => ({
      given: new Set(Object.keys(sent)),
      idempotency: key === undefined ? undefined : { key, body_hash: hashBody(sent) },
      input: validate(operation.input, sent) as Record<string, unknown>,
    }),
  });
  return (await opened.run()) as OutputOf<Known>;
}
