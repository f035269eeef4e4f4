import { type Static, type TArray, type TObject, type TProperties, type TSchema, type TUnion, Type } from 'typebox';
import type { Context } from '../context.ts';
import type { Line } from '../domain/json.ts';
import type { Right } from '../domain/key.ts';
import { Strict } from '../domain/paging.ts';
import type { Caller } from '../store/queries/keys.ts';
import type { ProjectRow } from '../store/queries/projects.ts';
import type { Reader, ReadOptions, Transaction, WriteOptions } from '../store/store.ts';

/** What every handler is given. */
interface AnyCall<Input> {
  caller: Caller;
  /** Checked, with defaults filled in. `project_id` is not part of it where the operation is about a project. */
  input: Input;
  /** The key of the project that the call is about; 0 where it is about none. */
  project: number;
  /** The project itself. */
  projectRow: ProjectRow;
  /** Whether the client sent the field, rather than leaving it to its default. */
  isGiven(field: string): boolean;
  /** Aborted when the client no longer waits for the answer. */
  signal: AbortSignal;
}

/** What operations work with that only read: the store is not part of it, because each of its statements stands alone. */
export type ReadContext = Omit<Context, 'store'>;

/** A call of an operation that only reads. */
export interface ReadCall<Input> extends AnyCall<Input> {
  context: ReadContext;
  /** Sees one state of the store for the whole call. */
  reader: Reader;
}

/** A call whose answer is streamed. */
export interface StreamCall<Input> extends AnyCall<Input> {
  context: ReadContext;
  /** Reads from one state. What is streamed to the client is read before: no reader waits for a client. */
  read<Result>(work: (reader: Reader) => Promise<Result>, options?: Pick<ReadOptions, 'runs_once'>): Promise<Result>;
}

/** A call of an operation that writes. */
export interface WriteCall<Input> extends AnyCall<Input> {
  context: Context;
  /** Reads from one state. */
  read<Result>(work: (reader: Reader) => Promise<Result>, options?: Pick<ReadOptions, 'runs_once'>): Promise<Result>;
  /** The key that the client repeats the request with. */
  idempotency_key?: string;
  /** Writes in one transaction. With an idempotency key, the answer is stored in the same transaction. */
  write<Result>(work: (transaction: Transaction) => Promise<Result>, options?: WriteOptions): Promise<Result>;
}

/** A call before it is known which reader it gets. */
export interface PreparedCall extends WriteCall<never> {
  /** The same for all calls of an operation that must get the same answer. */
  toMemoryKey(): string;
}

/** The call of an operation with this right. */
type CallWith<Needed extends Right, Input> = Needed extends 'write' ? WriteCall<Input> : ReadCall<Input>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What every operation says about itself, apart from its input, its output and what it does. */
interface Description<Needed extends Right = Right> {
  /** The heading in the documentation. */
  group: string;
  summary: string;
  description?: string;
  /** What an assistant reads to choose it. Without it, the operation is no tool of the MCP server. */
  tool?: string;
  /** What a caller needs. Share links reach only what says `view`. Whatever does not say `write` only reads. */
  right: Needed;
  /** It runs queries that may take long. */
  is_heavy?: true;
  /**
   * Its answer follows from the input and the store alone, so it may be remembered until the store changes: whoever calls, and
   * at whatever time. It cannot use the caller or the clock.
   */
  is_remembered?: Needed extends 'write' ? never : true;
  /** It creates an object: over HTTP it answers 201. */
  creates?: boolean;
  /** Fields that may stand in the query or in the body, as `project_id` always may. */
  in_query_or_body?: readonly string[];
  /** What the documentation shows of fields whose entries are checked one by one and not by the schema. */
  documented?: TProperties;
  /** Its input has `start_date` and `end_date`. */
  is_dated?: boolean;
  /** A repeated idempotency key gets the first answer again. */
  is_idempotent?: boolean;
  /** Its words on the command line, where those that follow from its path belong to another command. */
  command?: readonly string[];
  /** Maximum size of the input in bytes, where it differs from the usual one. */
  max_bytes?: number;
}

/** What a call is about: one project, the caller's whole company, or the caller alone. */
export type Scope = 'project' | 'company' | 'caller';

/** One thing that the service can do. Routes, validation, OpenAPI and the typed client are derived from it. */
export interface Operation extends Description {
  /** Unique verb and noun, such as `create_prompt`. */
  id: string;
  method: Method;
  /** Below the base path, parameters in braces. */
  path: string;
  scope: Scope;
  /** Everything that a client can send, in one object; `toPlace` says where a request carries each field. */
  input: TObject;
  /** Fields that go into the query although the method has a body. */
  in_query?: readonly string[];
  output: TSchema;
  /** What is stored of the answer for a repetition, where that is not all of it. */
  toRepeated?(output: never): unknown;
  /** Whether this input uses something deprecated. */
  isDeprecated?(input: never): boolean;
  handle(call: ReadCall<never> & WriteCall<never>): Promise<unknown>;
  /** Takes an `application/x-ndjson` body, line by line, in place of a JSON one. */
  handleLines?(call: WriteCall<never>, lines: AsyncIterable<Line>): Promise<unknown>;
  /** Fields of its rows that this input did not ask for; a table leaves them out. */
  toUnasked?(input: never): string[];
  /**
   * All rows in small pieces, for an export without `limit`. Without it, or where it returns undefined, an export asks `handle`
   * for one page after the other, all from the same state.
   */
  streamRows?(call: ReadCall<never>): AsyncIterable<object[]> | undefined;
  /** Answers a client that accepts `application/x-ndjson` in a way of its own, one value per line. */
  streamLines?(call: StreamCall<never>): AsyncIterable<unknown>;
}

/** An operation whose id, route, input and output the compiler knows. */
export interface TypedOperation<
  Id extends string,
  Verb extends Method,
  Path extends string,
  Properties extends TProperties,
  Output extends TSchema,
  InQuery extends string,
> extends Operation {
  id: Id;
  method: Verb;
  path: Path;
  input: TObject<Properties>;
  output: Output;
  in_query?: readonly InQuery[];
}

const ProjectId = {
  project_id: Type.Optional(Type.String({ description: 'The project. Required with a company key.' })),
};

type WithProject<Kind extends Scope, Properties extends TProperties> = Kind extends 'project'
  ? typeof ProjectId & Properties
  : Properties;

interface Definition<
  Id extends string,
  Verb extends Method,
  Path extends string,
  Kind extends Scope,
  Properties extends TProperties,
  Output extends TSchema,
  InQuery extends string,
  Needed extends Right,
> extends Description<Needed> {
  id: Id;
  method: Verb;
  path: Path;
  scope: Kind;
  /** The fields; `project_id` is added where the operation is about a project. */
  input?: Properties;
  in_query?: readonly InQuery[];
  output: Output;
  toRepeated?(output: Static<Output>): Static<Output>;
  isDeprecated?(input: Static<TObject<Properties>>): boolean;
  handle(call: CallWith<Needed, Static<TObject<Properties>>>): Promise<Static<Output>>;
  handleLines?(call: WriteCall<Static<TObject<Properties>>>, lines: AsyncIterable<Line>): Promise<Static<Output>>;
  toUnasked?(input: Static<TObject<Properties>>): string[];
  streamRows?(call: ReadCall<Unlimited<Static<TObject<Properties>>>>): AsyncIterable<object[]> | undefined;
  streamLines?(call: StreamCall<Static<TObject<Properties>>>): AsyncIterable<unknown>;
}

/** The input of an export of all rows: without a limit, unless an offset makes one necessary. */
export type Unlimited<Input> = Omit<Input, 'limit'> & { limit?: number };

/** Completes a definition with what all operations of its scope share, and keeps its types. */
export function defineOperation<
  const Id extends string,
  const Verb extends Method,
  const Path extends string,
  const Kind extends Scope,
  Output extends TSchema,
  const Needed extends Right,
  Properties extends TProperties = Record<never, never>,
  const InQuery extends string = never,
>(
  definition: Definition<Id, Verb, Path, Kind, Properties, Output, InQuery, Needed>,
): TypedOperation<Id, Verb, Path, WithProject<Kind, Properties>, Output, InQuery> {
  const shared = definition.scope === 'project' ? ProjectId : {};
  const input = Strict({ ...shared, ...definition.input }) as unknown as TObject<WithProject<Kind, Properties>>;
  return { ...definition, input };
}

/** What a client may send for a schema: fields with a default can be left out. */
export type ClientValue<Schema> =
  Schema extends TObject<infer Properties>
    ? ClientFields<Properties>
    : Schema extends TArray<infer Item>
      ? ClientValue<Item>[]
      : Schema extends TUnion<infer Options>
        ? ClientValue<Options[number]>
        : Schema extends TSchema
          ? Static<Schema>
          : never;

type CanBeLeftOut = { '~optional': true } | { default: unknown };

type ClientFields<Properties> = {
  [Name in keyof Properties as Properties[Name] extends CanBeLeftOut ? never : Name]: ClientValue<Properties[Name]>;
} & {
  [Name in keyof Properties as Properties[Name] extends CanBeLeftOut ? Name : never]?:
    | ClientValue<Properties[Name]>
    | undefined;
};

/** What a client must and may send to an operation. */
export type InputOf<Known extends Operation> = ClientValue<Known['input']>;

/** What an operation answers. */
export type OutputOf<Known extends Operation> = Static<Known['output']>;
