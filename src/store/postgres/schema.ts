import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { AppError } from '../../errors.ts';
import { migrate } from '../migrate.ts';
import { type DdlDialect, MIGRATIONS } from '../migrations.ts';
import { COMMON_TABLES, type Db, STORE_TABLES, TENANT_TABLES } from '../schema.ts';
import { rollBack, withClient } from './connection.ts';
import { toTransaction } from './transaction.ts';

const OLDEST_VERSION = 15;
/** Any number will do, but it must be the same in every version. */
const MIGRATION_LOCK = 7_402_611;

/** Tables that only this engine needs. */
const OWN_TABLES = [
  // A project's writers wait for each other on its row. Project 0 stands for the installation.
  'create table project_locks (project integer primary key, writes bigint not null)',
  // Unlogged: losing it in a crash only lets a few more requests through.
  `create unlogged table request_counts (api_key integer primary key, window_end timestamptz not null,
    requests integer not null)`,
];

/** Identifies the last writer of a project after a crash. */
const LAST_WRITER = 'alter table project_locks add column token uuid';

/** All indexes begin with the project, except those of the small common tables. */
const INDEXES = [
  'create unique index on api_keys (hash)',
  'create index on api_keys (company)',
  'create unique index on projects (id)',
  'create unique index on companies (name)',
  'create unique index on brands (project, id)',
  'create unique index on brands (project, name_key) where not is_deleted',
  'create unique index on topics (project, id)',
  'create unique index on topics (project, name_key)',
  'create unique index on tags (project, id)',
  'create unique index on tags (project, name_key)',
  'create unique index on prompts (project, id)',
  // A text may be too long for an index.
  'create unique index on prompts (project, country, md5(text))',
  'create unique index on suggestions (project, id)',
  'create unique index on assignments (project, kind, md5(target))',
  'create unique index on runs (project, id)',
  'create unique index on domains (project, name)',
  'create index on urls using hash (address)',
  'create unique index on chats (project, id)',
  'create unique index on chats (project, fingerprint)',
  'create index on chats (project, prompt)',
  'create index on chats (project, external_id) where external_id is not null',
  'create index on chats (project, date, chat)',
  'create index on mentions (project, date)',
  'create index on sources (project, date)',
  'create index on daily_chats (project, date)',
  'create index on daily_mentions (project, date)',
];

/** Pages of one chat may be there in two generations. */
const SOURCE_KEY = [
  'alter table sources alter column generation set not null',
  'alter table sources drop constraint sources_pkey',
  'alter table sources add primary key (project, generation, chat, url)',
];

const TASK_INDEXES = [
  'create unique index on tasks (project, id)',
  'create index on raw_responses (project, received_at)',
];

const NAME_INDEXES = [
  'create unique index on brand_suggestions (project, id)',
  'create index on suggested_names (project, text)',
];

const CORRECTION_INDEXES = [
  'create unique index on corrections (project, id)',
  'create index on corrections (project, chat)',
];

const TOPIC_SUGGESTION_INDEXES = ['create unique index on topic_suggestions (project, id)'];

const WEBHOOK_INDEXES = [
  'create unique index on webhooks (project, id)',
  'create unique index on deliveries (project, id)',
  'create index on deliveries (project, webhook)',
];

const MONTH_INDEXES = ['monthly_chats', 'monthly_mentions', 'monthly_domains', 'monthly_urls'].map(toMonthIndex);
const PROMPT_MONTH_INDEXES = ['monthly_prompt_chats', 'monthly_prompt_mentions'].map(toMonthIndex);

/**
 * Mentions as reports by chat show them unless asked otherwise, so that a page does not sort them all. The generation and the date
 * are no part of the order: with them, rows that do not count are passed over without being looked up.
 */
const CHAT_REPORT_INDEX = `create index on mentions
  (project, mention_count desc nulls last, chat, brand, generation, date)`;

function toMonthIndex(table: string): string {
  return `create index on ${table} (project, date)`;
}

const OWN: Record<number, string[]> = {
  1: [...OWN_TABLES, ...INDEXES],
  4: [LAST_WRITER],
  7: SOURCE_KEY,
  8: TASK_INDEXES,
  9: NAME_INDEXES,
  12: CORRECTION_INDEXES,
  14: TOPIC_SUGGESTION_INDEXES,
  15: WEBHOOK_INDEXES,
  16: MONTH_INDEXES,
  17: [...PROMPT_MONTH_INDEXES, CHAT_REPORT_INDEX],
};

const DDL: DdlDialect = {
  text: 'text collate "C"',
  bulk: 'text collate "C"',
  factKey: (columns) => `, primary key (${columns})`,
  longKey: () => '',
  own: (version) => OWN[version] ?? [],
};

/** Processes of the version before may still run, and must not go on with what they remember of any project. */
export const FORGET = 'update project_locks set token = $1';

/** Brings the schema up to date, one process at a time. */
export async function prepareSchema(pool: pg.Pool): Promise<void> {
  const { version, newest, isCluster } = await withClient(pool, readState);
  const known = MIGRATIONS.at(-1)!.version;
  if (version < OLDEST_VERSION) {
    throw new AppError(
      'store_unavailable',
      `PostgreSQL ${version} is too old. Overheard needs version ${OLDEST_VERSION} or newer.`,
    );
  }
  // The Citus extension may have been installed after the tables were created.
  if (newest === known && !isCluster) return;
  await withClient(pool, async (client) => {
    await client.query('begin');
    try {
      const transaction = toTransaction(client);
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction.db);
      await migrate(transaction, DDL);
      if (newest < known) await client.query(FORGET, [randomUUID()]);
      if (isCluster) await distribute(transaction.db);
      await client.query('commit');
    } catch (error) {
      await rollBack(client);
      throw error;
    }
  });
}

interface State {
  /** The version of PostgreSQL. */
  version: number;
  /** The newest version of the schema; 0 if there is none. */
  newest: number;
  /** The database has the Citus extension. */
  isCluster: boolean;
}

async function readState(client: pg.PoolClient): Promise<State> {
  const { rows } = await client.query<{ version: number; known: string | null; spreads: boolean }>(
    `select current_setting('server_version_num')::integer / 10000 as version, to_regclass('schema_version') as known,
        exists (select 1 from pg_extension where extname = 'citus') as spreads`,
  );
  const { version, known, spreads } = rows[0]!;
  if (known === null) return { version, newest: 0, isCluster: spreads };
  const applied = await client.query<{ newest: number | null }>('select max(version) as newest from schema_version');
  return { version, newest: applied.rows[0]!.newest ?? 0, isCluster: spreads };
}

/** Every node of a cluster has a copy of these tables. */
const REFERENCE_TABLES = [...COMMON_TABLES, ...STORE_TABLES];

/** Distributes the tables over a Citus cluster, unless they are already: all rows of a project are on the same node. */
async function distribute(db: Db): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select logicalrelid::regclass::text as name from pg_dist_partition`.execute(db);
  const known = new Set(rows.map(({ name }) => name));
  for (const table of REFERENCE_TABLES.filter((name) => !known.has(name))) {
    await sql`select create_reference_table(${table})`.execute(db);
  }
  const tenants = ['project_locks', ...TENANT_TABLES];
  for (const table of tenants.filter((name) => !known.has(name))) {
    const colocated = table === tenants[0] ? 'none' : tenants[0]!;
    await sql`select create_distributed_table(${table}, 'project', colocate_with => ${colocated})`.execute(db);
  }
}
