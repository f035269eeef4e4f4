import type { Channel, Schedule } from '../../api/types.ts';
import { describeMoment, toZoneNote } from './moments.ts';

interface Circumstances {
  channels: readonly Pick<Channel, 'ask' | 'is_active'>[];
  schedule: Pick<Schedule, 'next_run_at' | 'time_zone'>;
  now: Date;
}

export interface FirstAsk {
  /** When new prompts are asked for the first time, or why they are not: what follows their name in a sentence. */
  text: string;
  /** The part of the Collection page that can change this; null if all is well. */
  remedy: { name: string; path: string } | null;
}

/** Says when a prompt that is added now will be asked. */
export function describeFirstAsk({ channels, schedule, now }: Circumstances): FirstAsk {
  const { next_run_at, time_zone: timeZone } = schedule;
  const setUp = channels.filter(({ ask }) => ask !== null);
  if (setUp.length === 0) {
    return {
      text: 'are not asked yet: no channel is set up.',
      remedy: { name: 'Add a channel', path: '/collection/channels/new' },
    };
  }
  if (!setUp.some(({ is_active }) => is_active)) {
    return {
      text: 'are not asked yet: all channels are off.',
      remedy: { name: 'Switch one on', path: '/collection/channels' },
    };
  }
  if (next_run_at === null) {
    return {
      text: 'are not asked until you start a run: the schedule is off.',
      remedy: { name: 'Set a schedule', path: '/collection/schedule' },
    };
  }
  const moment = describeMoment(new Date(next_run_at), { now, timeZone });
  return { text: `are first asked ${moment}${toZoneNote(timeZone)}.`, remedy: null };
}
