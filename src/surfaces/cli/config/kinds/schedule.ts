import type { Static } from 'typebox';
import { findTimingProblem } from '../../../../collection/due-times.ts';
import { Schedule } from '../../../../domain/schedule.ts';
import { invalid } from '../../../../errors.ts';
import { defineKind } from '../config-kind.ts';

type ScheduleEntry = Static<typeof Schedule>;

export const schedule = defineKind<ScheduleEntry>({
  section: 'schedule',
  noun: 'schedule',
  schema: Schedule,
  is_single: true,
  always_written: ['is_active', 'cron', 'time_zone'],
  toKey: () => '',
  toLabel: () => '',
  normalize: (entry) => {
    const problem = findTimingProblem(entry, new Date());
    if (problem) throw invalid(problem.path, problem.message);
    return entry;
  },
  read: async ({ client, scope }) => {
    const { is_active, cron, time_zone, replicates, budget } = await client.call('GET /schedule', scope);
    return [{ id: '', entry: { is_active, cron, time_zone, replicates, budget } }];
  },
  update: async ({ client, scope }, { entry }) => {
    await client.call('PUT /schedule', { ...scope, ...entry });
  },
});
