import { type Furniture, MODEL_CHANNELS } from '../../domain/models.ts';
import type { Db } from '../schema.ts';

export interface ChannelState {
  is_active: boolean;
  unsupported_country_codes: string[];
  /** Texts that the channel's page puts around answers; null: the default list. */
  furniture: Furniture[] | null;
}

/** The state of every channel in a project, in the order of the catalog. */
export async function readChannelStates(db: Db, project: number): Promise<ChannelState[]> {
  const rows = await db.selectFrom('channel_settings').selectAll().where('project', '=', project).execute();
  const states: ChannelState[] = MODEL_CHANNELS.map(() => ({
    is_active: false,
    unsupported_country_codes: [],
    furniture: null,
  }));
  for (const { channel, is_active, unsupported_country_codes, furniture } of rows) {
    states[channel] = {
      is_active,
      unsupported_country_codes: JSON.parse(unsupported_country_codes),
      furniture: furniture === null ? null : JSON.parse(furniture),
    };
  }
  return states;
}

export async function writeChannelState(
  db: Db,
  project: number,
  { channel, state }: { channel: number; state: ChannelState },
): Promise<void> {
  const columns = {
    is_active: state.is_active,
    unsupported_country_codes: JSON.stringify(state.unsupported_country_codes),
    furniture: state.furniture === null ? null : JSON.stringify(state.furniture),
  };
  await db
    .insertInto('channel_settings')
    .values({ project, channel, ...columns })
    .onConflict((conflict) => conflict.columns(['project', 'channel']).doUpdateSet(columns))
    .execute();
}
