import { type Selectable, sql } from 'kysely';
import type { Ask } from '../../domain/ask.ts';
import type { CatalogEntry, Furniture } from '../../domain/catalog.ts';
import type { ChannelSettingTable, Db } from '../schema.ts';
import type { Reader } from '../store.ts';
import { findCatalog, readCatalog } from './models.ts';

export interface ChannelState {
  is_active: boolean;
  /** Somebody said whether it is active. A channel that nobody switched is active if it has answers. */
  is_switched: boolean;
  unsupported_country_codes: string[];
  /** Texts that the channel's page puts around answers; null: the default list. */
  furniture: Furniture[] | null;
  /** How its model is asked; null: it only takes answers that are sent in. */
  ask: Ask | null;
}

/** A channel of the catalog as a project uses it. */
export type Channel = CatalogEntry & ChannelState;

/** All channels of a project, in the order of the catalog. */
export async function listChannels(db: Db, project: number): Promise<Channel[]> {
  const { entries } = await readCatalog(db, project);
  return toChannels(entries, await readUse(db, project));
}

/** The same, remembered until it changes. */
export async function findChannels(reader: Pick<Reader, 'remember'>, project: number): Promise<Channel[]> {
  const { entries } = await findCatalog(reader, project);
  return toChannels(entries, await reader.remember(`use of channels ${project}`, ({ db }) => readUse(db, project)));
}

/** What a project has set up, and which channels it has answers from. */
interface Use {
  rows: readonly Selectable<ChannelSettingTable>[];
  answered: ReadonlySet<number>;
}

async function readUse(db: Db, project: number): Promise<Use> {
  const rows = await db.selectFrom('channel_settings').selectAll().where('project', '=', project).execute();
  return { rows, answered: await listAnsweredChannels(db, project) };
}

function toChannels(entries: readonly CatalogEntry[], { rows, answered }: Use): Channel[] {
  const rowOf = new Map(rows.map((row) => [row.channel, row]));
  return entries.map((entry) => {
    const row = rowOf.get(entry.key);
    const hasAnswers = answered.has(entry.key);
    if (!row) return { ...entry, ...UNTOUCHED, is_active: hasAnswers };
    const ask = row.ask === null ? null : JSON.parse(row.ask);
    return {
      ...entry,
      // Asking costs money, so a channel that can be asked is never activated by its answers.
      is_active: row.is_switched ? row.is_active : hasAnswers && ask === null,
      is_switched: row.is_switched,
      unsupported_country_codes: JSON.parse(row.unsupported_country_codes),
      furniture: row.furniture === null ? null : JSON.parse(row.furniture),
      ask,
    };
  });
}

/** The state of a channel that has no settings. */
const UNTOUCHED = { is_switched: false, unsupported_country_codes: [], furniture: null, ask: null };

async function listAnsweredChannels(db: Db, project: number): Promise<Set<number>> {
  const { rows } = await sql<{ channel: number }>`
    select channel from daily_chats where project = ${project} group by channel having sum(chats) > 0`.execute(db);
  return new Set(rows.map(({ channel }) => channel));
}

export async function writeChannelState(
  db: Db,
  project: number,
  { channel, state }: { channel: number; state: ChannelState },
): Promise<void> {
  const columns = {
    is_active: state.is_active,
    is_switched: state.is_switched,
    unsupported_country_codes: JSON.stringify(state.unsupported_country_codes),
    furniture: state.furniture === null ? null : JSON.stringify(state.furniture),
    ask: state.ask === null ? null : JSON.stringify(state.ask),
  };
  await db
    .insertInto('channel_settings')
    .values({ project, channel, ...columns })
    .onConflict((conflict) => conflict.columns(['project', 'channel']).doUpdateSet(columns))
    .execute();
}
