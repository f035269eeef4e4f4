import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';

/** How Kysely gets at a connection: check out, run, give back. */
export interface ConnectionSource<Connection extends DatabaseConnection> {
  acquire(): Promise<Connection>;
  release(connection: Connection): void;
}

/** Kysely's PostgreSQL compiler over an engine's connections: the engines speak nearly one SQL. */
export function createEngineDialect<Connection extends DatabaseConnection>(
  source: ConnectionSource<Connection>,
): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db: Kysely<never>): DatabaseIntrospector => new PostgresIntrospector(db),
    createDriver: (): Driver => ({
      init: async () => {},
      acquireConnection: () => source.acquire(),
      releaseConnection: async (connection) => source.release(connection as Connection),
      beginTransaction: async (connection) => void (await connection.executeQuery(raw('begin transaction'))),
      commitTransaction: async (connection) => void (await connection.executeQuery(raw('commit'))),
      rollbackTransaction: async (connection) => {
        try {
          await connection.executeQuery(raw('rollback'));
        } catch (error) {
          // TRICKY: a COMMIT that fails has ended the transaction already; complaining about that would hide its cause.
          if (!/no transaction is active/i.test(String(error))) throw error;
        }
      },
      destroy: async () => {},
    }),
  };
}

function raw(sql: string): CompiledQuery {
  return {
    sql,
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
    queryId: { queryId: sql },
  };
}

const WRITING = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']);

/** Whatever writes must go through `store.write`, where writers wait for each other. */
export function refuseWrites(query: CompiledQuery): void {
  if (WRITING.has(query.query.kind)) throw new Error('this connection only reads; use store.write');
}
