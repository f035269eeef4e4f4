import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  ExpressionWrapper,
  type FunctionNode,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { isTracing, type SpanDescription, trace } from '../tracing/trace.ts';
import { IS_IN_LIST, type ListDialect } from './lists.ts';
import type { Db, Kept, Schema } from './schema.ts';

/** Where Kysely takes the connection for a statement, and where it returns it. */
export interface ConnectionSource<Connection extends DatabaseConnection> {
  acquire(): Promise<Connection>;
  release(connection: Connection): void;
}

/** A query builder over an engine's connections. */
export function createDb<Connection extends DatabaseConnection>(
  source: ConnectionSource<Connection>,
  lists: ListDialect,
  kept: Partial<Kept> = {},
): Db {
  const db = new Kysely<Schema>({ dialect: createEngineDialect(source, lists) });
  return Object.assign(db, kept);
}

/** What Kysely asks of a connection, where results are always fetched whole. */
export function toDatabaseConnection(executeQuery: DatabaseConnection['executeQuery']): DatabaseConnection {
  return {
    executeQuery: (query) =>
      isTracing() ? trace(describeStatement(query), () => executeQuery(query)) : executeQuery(query),
    // biome-ignore lint/correctness/useYield: Kysely requires the method, and a stream that breaks looks like one that ended.
    streamQuery: async function* () {
      throw new Error('results are not streamed');
    },
  };
}

/** A span says what kind of statement it is: its first word, never its values. */
function describeStatement({ sql }: CompiledQuery): SpanDescription {
  const verb = /\w+/.exec(sql)?.[0].toUpperCase() ?? '';
  return { name: 'store.statement', kind: 'client', attributes: { 'db.operation.name': verb }, is_detail: true };
}

/** The engines speak nearly the same SQL, so both use Kysely's compiler for PostgreSQL. Lists are the exception. */
class EngineQueryCompiler extends PostgresQueryCompiler {
  readonly #lists: ListDialect;

  constructor(lists: ListDialect) {
    super();
    this.#lists = lists;
  }

  protected override visitFunction(node: FunctionNode): void {
    if (node.func !== IS_IN_LIST) {
      super.visitFunction(node);
      return;
    }
    const [key, list] = node.arguments;
    this.visitNode(this.#lists.isInList(new ExpressionWrapper(key!), new ExpressionWrapper(list!)).toOperationNode());
  }
}

function createEngineDialect<Connection extends DatabaseConnection>(
  source: ConnectionSource<Connection>,
  lists: ListDialect,
): Dialect {
  const refuseTransaction = async () => {
    throw new Error('a transaction begins with store.write');
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new EngineQueryCompiler(lists),
    createIntrospector: (db: Kysely<never>): DatabaseIntrospector => new PostgresIntrospector(db),
    createDriver: (): Driver => ({
      init: async () => {},
      acquireConnection: () => source.acquire(),
      releaseConnection: async (connection) => source.release(connection as Connection),
      beginTransaction: refuseTransaction,
      commitTransaction: refuseTransaction,
      rollbackTransaction: refuseTransaction,
      destroy: async () => {},
    }),
  };
}

const WRITING = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']);

/** Whether a query changes data, as far as that can be seen. */
export function mayWrite({ query, sql }: CompiledQuery): boolean {
  if (query.kind !== 'RawNode') return WRITING.has(query.kind);
  return !/^\s*(select|with)\b/i.test(sql) || /\b(insert|update|delete|merge)\b/i.test(sql);
}

/** Every write must go through `store.write`, where writers wait for each other. */
export function refuseWrites(query: CompiledQuery): void {
  if (WRITING.has(query.query.kind)) throw new Error('this connection only reads; use store.write');
}
