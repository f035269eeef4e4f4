import { type Static, Type } from 'typebox';
import { type Estimate, estimate } from '../collection/basket.ts';
import { findNextDueTime, findTimingProblem } from '../collection/due-times.ts';
import { toLocalDay } from '../collection/local-day.ts';
import { planSchedule, toScheduledBasket } from '../collection/schedule.ts';
import { toBillionths, toDollars } from '../domain/money.ts';
import { Done, Nullable, Strict } from '../domain/paging.ts';
import { SCHEDULE_DEFAULTS, Schedule } from '../domain/schedule.ts';
import { invalid } from '../errors.ts';
import { findSchedule, type ScheduleRow, writeSchedule } from '../store/queries/schedules.ts';
import { readBooked } from '../store/queries/spending.ts';
import { readReserved } from '../store/queries/tasks.ts';
import { defineOperation } from './operation.ts';

const group = 'Collection';

export const EstimatedCost = {
  asks: Type.Integer(),
  cost: Type.Number({ description: 'In US dollars: the sum of what is known.' }),
  cost_known: Type.Boolean({ description: 'Whether a price is known for every channel.' }),
};

export const scheduleOperations = [
  defineOperation({
    id: 'get_schedule',
    method: 'GET',
    path: '/schedule',
    group,
    summary: 'Get Schedule',
    tool: 'When prompts are asked, how often, and what it may cost.',
    scope: 'project',
    right: 'read',
    output: Strict({
      ...Schedule.properties,
      next_run_at: Nullable(Type.String()),
      spent: Strict({ day: Type.Number(), month: Type.Number() }),
      reserved: Type.Number({ description: 'Set aside for asks in flight.' }),
      estimate: Strict(EstimatedCost, { description: 'One run of the schedule.' }),
    }),
    handle: async ({ context, reader: { db }, project }) => {
      const now = context.now();
      const schedule = (await findSchedule(db, project)) ?? toRow(SCHEDULE_DEFAULTS, now);
      const { is_active, cron, time_zone, replicates, day_limit, month_limit } = schedule;
      const booked = await readBooked(db, project, toLocalDay(now, time_zone));
      const reserved = await readReserved(db, project);
      const basket = await toScheduledBasket(db, project, replicates);
      const cost = await estimate(db, project, { basket, services: context });
      const next = is_active ? findNextDueTime(schedule, now) : null;
      return {
        is_active,
        cron,
        time_zone,
        replicates,
        budget: { day: toLimit(day_limit), month: toLimit(month_limit) },
        next_run_at: next?.toISOString() ?? null,
        spent: {
          day: toDollars(Math.max(0, booked.day - reserved)),
          month: toDollars(Math.max(0, booked.month - reserved)),
        },
        reserved: toDollars(reserved),
        estimate: toEstimatedCost(cost),
      };
    },
  }),
  defineOperation({
    id: 'put_schedule',
    method: 'PUT',
    path: '/schedule',
    group,
    summary: 'Replace Schedule',
    description:
      'When the prompts are asked, and what that may cost. What is left out gets its default. The budget also applies to runs that are started by hand, to tries, suggestions and the judge.',
    scope: 'project',
    right: 'write',
    input: Schedule.properties,
    output: Done,
    handle: async ({ context, project, input, write }) => {
      const now = context.now();
      const problem = findTimingProblem(input, now);
      if (problem) throw invalid(problem.path, problem.message);
      const schedule = toRow(input, now);
      await write(async ({ db }) => {
        await writeSchedule(db, project, schedule);
        await planSchedule(db, project, { schedule, now });
      });
      return {};
    },
  }),
];

function toRow({ is_active, cron, time_zone, replicates, budget }: Static<typeof Schedule>, now: Date): ScheduleRow {
  return {
    is_active,
    cron,
    time_zone,
    replicates,
    day_limit: budget.day === null ? null : toBillionths(budget.day),
    month_limit: budget.month === null ? null : toBillionths(budget.month),
    seen_until: now.toISOString(),
  };
}

function toLimit(billionths: number | null): number | null {
  return billionths === null ? null : toDollars(billionths);
}

export function toEstimatedCost({ asks, cost, cost_known }: Estimate) {
  return { asks, cost: toDollars(cost), cost_known };
}
