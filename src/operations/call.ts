import type { Context } from '../context.ts';
import { parseJsonObject } from '../domain/json.ts';
import { validate } from '../domain/validation.ts';
import type { Caller } from '../store/queries/keys.ts';
import { authorize, hashBody, prepare, run } from './execute.ts';
import type { InputOf, Operation, OutputOf } from './operation.ts';

export interface CallOptions {
  context: Context;
  caller: Caller;
  idempotency_key?: string;
  signal?: AbortSignal;
}

/** Runs an operation inside this process, with the checks that a request over HTTP gets. */
export async function call<Known extends Operation>(
  operation: Known,
  input: InputOf<Known>,
  { context, caller, idempotency_key, signal = new AbortController().signal }: CallOptions,
): Promise<OutputOf<Known>> {
  // A copy as JSON: validation fills in defaults, and only what JSON can say is an input.
  const sent = parseJsonObject(JSON.stringify(input));
  const projectRow = await authorize(context, operation, { caller, project_id: sent.project_id });
  const given = new Set(Object.keys(sent));
  const idempotency = idempotency_key === undefined ? undefined : { key: idempotency_key, body_hash: hashBody(sent) };
  const checked = validate(operation.input, sent) as Record<string, unknown>;
  const prepared = prepare(context, operation, { caller, projectRow, input: checked, given, signal });
  return (await run(operation, prepared.call, idempotency)) as OutputOf<Known>;
}
