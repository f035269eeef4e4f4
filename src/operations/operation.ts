import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Context } from '../context.ts';
import type { Line } from '../domain/json.ts';
import { Strict } from '../domain/paging.ts';
import type { Caller } from '../store/queries/keys.ts';
import type { ProjectRow } from '../store/queries/projects.ts';
import type { Transaction } from '../store/store.ts';

/** What a handler is given. */
export interface Call<Params, Query, Body> {
  context: Context;
  caller: Caller;
  params: Params;
  query: Query;
  body: Body;
  /** The key of the project that the call is about; 0 in operations that are about none. */
  project: number;
  /** The project itself. */
  projectRow: ProjectRow;
  /** Whether the client named the field itself, rather than leaving it to its default. */
  isGiven(field: string): boolean;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
  /** Writes in one transaction; where the request carries an `Idempotency-Key`, its answer is kept in the same one. */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

type Shape = TObject;

/** One thing that the service can do. Routes, validation, types and OpenAPI are derived from it. */
export interface Operation<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Output extends TSchema = TSchema,
> {
  /** Unique verb and noun, such as `create_prompt`. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base path, parameters in braces. */
  path: string;
  /** The heading that the documentation puts it under. */
  group: string;
  summary: string;
  description?: string;
  /** What a call is about: one project, the caller's whole company, or the caller alone. */
  scope: 'project' | 'company' | 'caller';
  right: 'read' | 'write';
  status: 200 | 201;
  params?: Params;
  query?: Query;
  body?: Body;
  /** What the documentation shows of the body, where entries are checked one by one and not by the schema. */
  documented_body?: TSchema;
  output: Output;
  /** Its input has `start_date` and `end_date`. */
  is_dated?: boolean;
  /** A repeated `Idempotency-Key` gets the first answer again. */
  is_idempotent?: boolean;
  /** What is kept of the answer for a repetition, where that is not the whole of it. */
  toRepeated?(output: Static<Output>): Static<Output>;
  /** The largest body in bytes, where it is not the usual one. */
  body_limit?: number;
  /** Whether this input uses something that is deprecated. */
  isDeprecated?(input: { query: Static<Query>; body: Static<Body> }): boolean;
  handle(call: Call<Static<Params>, Static<Query>, Static<Body>>): Promise<Static<Output>>;
  /** Takes an `application/x-ndjson` body, line by line, in place of a JSON one. */
  handleLines?(
    call: Call<Static<Params>, Static<Query>, Static<Body>>,
    lines: AsyncIterable<Line>,
  ): Promise<Static<Output>>;
  /** Fields of its rows that this body did not ask for; a table leaves them out. */
  toUnasked?(body: Static<Body>): string[];
  /** Answers a client that accepts `application/x-ndjson`, one value a line. */
  streamLines?(call: Call<Static<Params>, Static<Query>, Static<Body>>): AsyncIterable<unknown>;
}

const ProjectId = {
  project_id: Type.Optional(Type.String({ description: 'The project; required with a company key.' })),
};

/** Completes a definition with what all operations of its scope share. */
export function defineOperation<
  Params extends Shape = TObject<Record<never, never>>,
  Query extends Shape = TObject<Record<never, never>>,
  Body extends Shape = TObject<Record<never, never>>,
  Output extends TSchema = TSchema,
>(operation: Operation<Params, Query, Body, Output>): Operation {
  const shared = operation.scope === 'project' ? ProjectId : {};
  const query = Strict({ ...shared, ...operation.query?.properties });
  const body = Strict({ ...shared, ...operation.body?.properties });
  return {
    ...(operation as unknown as Operation),
    query,
    ...(operation.method === 'GET' ? {} : { body }),
  };
}
