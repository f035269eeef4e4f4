import type { RawBuilder } from 'kysely';
import type { TObject } from 'typebox';
import type { Page } from '../domain/paging.ts';
import type { Shown } from '../store/queries/extractions.ts';
import type { KeyedKind } from '../store/queries/lookups.ts';
import type { Db } from '../store/schema.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import type { Comparison } from './comparison-request.ts';
import type { Dimension } from './dimension.ts';
import type { Metrics } from './metric.ts';
import type { OrderBy, ReportRequest, SourceReportRequest } from './request.ts';
import type { Scope } from './scope.ts';
import type { Answerable, TableSet, Tables } from './tables.ts';

export type AnyRequest = ReportRequest | SourceReportRequest;

/** A request that need not have a limit; without one it asks for all rows. */
export type Unpaged<Request extends AnyRequest> = Omit<Request, keyof Page> & Partial<Page>;

/** A request with everything resolved that reports have in common. */
export interface ReportQuery {
  project: number;
  dimensions: readonly Dimension[];
  scope: Scope;
  tables: Tables;
  /** What any tables must know that answer a part of it. */
  asked: readonly Answerable[];
  shown: Shown;
  /** Conditions on finished rows `r`. */
  having: readonly RawBuilder<unknown>[];
  order: readonly OrderBy[];
  /** Undefined: all rows. */
  page: Page | undefined;
}

/** A row as the store gives it: the keys of its group as `d0`, `d1`, …, the report's own columns, and sums. */
export type Row = Record<string, unknown>;

/** Runs the statement that ends every report, over rows `r`. */
export type SelectRows = (
  withRows: RawBuilder<unknown>,
  options?: {
    where?: readonly RawBuilder<unknown>[];
    page?: { limit: number; offset: number | RawBuilder<unknown> } | undefined;
  },
) => Promise<Row[]>;

/** How the rows of a report come about. */
export interface RowDefinition<Query extends ReportQuery> {
  /** The schema of a row, whose fields come in this order. */
  row: TObject;
  metrics: Metrics;
  /** The columns of `r` for the fields that are neither metrics nor dimensions. */
  columns: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Fields that `estimate` adds. */
  added?: readonly string[];
  /** Further fields that rows can be sorted by. */
  sortable: Readonly<Record<string, RawBuilder<unknown>>>;
  /** The column that tells rows of one group apart. */
  identity: RawBuilder<unknown>;
  /** `with … r as (…)`: all rows with their sums, before any is taken away. */
  withRows(query: Query): RawBuilder<unknown>;
  /** Conditions on rows `r` beside `having`. */
  listConditions(query: Query): readonly RawBuilder<unknown>[];
  /** A shorter way to one page of rows than `withRows`, which builds all rows first; undefined where there is none. */
  findPage?(
    reader: Reader,
    search: { query: Query; page: Page; select: SelectRows },
    options: QueryOptions,
  ): Promise<Row[] | undefined>;
}

/** What a response says beside its rows. */
export interface Estimate {
  comparison?: Comparison;
}

/** What one report adds to the pipeline. */
export interface Report<Request extends AnyRequest, Query extends ReportQuery, Schema extends TObject>
  extends RowDefinition<Query> {
  row: Schema;
  /** The tables that can answer a request, as far as that depends on what only this report has. */
  listTables(request: Unpaged<Request>): readonly TableSet[];
  /** Further fields that `having` takes with `in` and `not_in`. */
  choosable: Readonly<Record<string, { column: RawBuilder<unknown>; kind: KeyedKind }>>;
  default_order: readonly OrderBy[];
  /** Resolves what only this report has in its requests. */
  resolve(db: Db, query: ReportQuery, request: Unpaged<Request>): Promise<Query>;
  /** Adds what is known about the rows beside their sums, such as how sure they are. Returns what concerns all of them. */
  estimate?(reader: Reader, found: { query: Query; rows: readonly Row[] }, options: QueryOptions): Promise<Estimate>;
  /** Replaces keys in its own columns by what the row shows. */
  fill(reader: Reader, found: { query: Query; rows: readonly Row[] }, options: QueryOptions): Promise<void>;
}
