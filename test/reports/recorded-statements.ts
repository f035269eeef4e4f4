import { DuckDBConnection, DuckDBPreparedStatement, type DuckDBValue } from '@duckdb/node-api';
import pg from 'pg';
import type { Store } from '../../src/store/store.ts';
import { watchQueries } from '../harness/watch-queries.ts';

export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Collects the statements of reports, as the engine's driver gets them; returns a function that hands over what came since. */
export function recordReports(store: Store): () => Statement[] {
  let statements: Statement[] = [];
  let isReport = false;
  recordDrivers((statement) => {
    if (isReport) statements.push(statement);
  });
  const watched = watchQueries(store, (query) => async (compiled, options) => {
    isReport = true;
    try {
      return await query(compiled, options);
    } finally {
      isReport = false;
    }
  });
  store.read = watched.read;
  return () => {
    const taken = statements;
    statements = [];
    return taken;
  };
}

function recordDrivers(record: (statement: Statement) => void): void {
  // What was prepared before is no report.
  const texts = new WeakMap<DuckDBPreparedStatement, string>();
  const bound = new WeakMap<DuckDBPreparedStatement, unknown[]>();
  const { prepare } = DuckDBConnection.prototype;
  DuckDBConnection.prototype.prepare = async function recordedPrepare(text) {
    const statement = await prepare.call(this, text);
    texts.set(statement, text);
    return statement;
  };
  const { bind, run } = DuckDBPreparedStatement.prototype;
  DuckDBPreparedStatement.prototype.bind = function recordedBind(values, types) {
    bound.set(this, (values as DuckDBValue[]).map(toPlain));
    bind.call(this, values, types);
  };
  DuckDBPreparedStatement.prototype.run = function recordedRun() {
    record({ text: texts.get(this) ?? '', values: bound.get(this) ?? [] });
    return run.call(this);
  };

  const ask = pg.Client.prototype.query as (...all: unknown[]) => unknown;
  pg.Client.prototype.query = function recordedQuery(this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string; values?: unknown[] }];
    if (typeof first === 'object' && first.text) record({ text: first.text, values: first.values ?? [] });
    return ask.apply(this, args);
  } as typeof pg.Client.prototype.query;
}

function toPlain(value: DuckDBValue): unknown {
  return typeof value === 'object' && value !== null && 'items' in value ? value.items : value;
}
