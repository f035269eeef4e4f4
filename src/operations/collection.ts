import { type Static, Type } from 'typebox';
import { type Basket, estimate, toPlanned } from '../collection/basket.ts';
import { isAskable } from '../collection/channel-asks.ts';
import { cancelCollection, retryCollection, startCollection } from '../collection/collection-run.ts';
import { REASONS } from '../domain/ask.ts';
import { CountryCode, fromCountryKey } from '../domain/countries.ts';
import { MAX_REPLICATES } from '../domain/limits.ts';
import { toDollars } from '../domain/money.ts';
import { Created, Done, List, Nullable, Paging, Reference, Strict, toList } from '../domain/paging.ts';
import { OneOf } from '../domain/schema.ts';
import { AppError, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { listChannels } from '../store/queries/channels.ts';
import { findKeys } from '../store/queries/lookups.ts';
import { findCatalog } from '../store/queries/models.ts';
import { findArchived } from '../store/queries/prompt-lookups.ts';
import { findRunByUuid, type RunRow } from '../store/queries/runs.ts';
import { findSchedule } from '../store/queries/schedules.ts';
import { listTasks } from '../store/queries/task-list.ts';
import { COLLECTION } from '../store/queries/tasks.ts';
import { type Db, TASK_STATES } from '../store/schema.ts';
import { defineOperation } from './operation.ts';
import { EstimatedCost, toEstimatedCost } from './schedule.ts';

const group = 'Collection';

const BasketInput = Strict({
  prompt_ids: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 10_000,
      description: 'By default all prompts that are not archived.',
    }),
  ),
  model_channel_ids: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 1000,
      description: 'By default all active channels that can be asked. Inactive ones may be named.',
    }),
  ),
  replicates: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_REPLICATES, description: 'By default those of the schedule.' }),
  ),
});

const Task = Strict({
  id: Type.String(),
  prompt: Reference,
  model_channel: Reference,
  country_code: CountryCode,
  replicate: Type.Integer(),
  state: OneOf(TASK_STATES),
  attempts: Type.Integer(),
  reason: Nullable(OneOf(REASONS)),
  message: Nullable(Type.String()),
  next_attempt_at: Nullable(Type.String()),
  cost: Nullable(Type.Number({ description: 'In US dollars; null: unknown.' })),
  chat: Nullable(Reference),
});

export const collectionOperations = [
  defineOperation({
    id: 'create_run',
    method: 'POST',
    path: '/runs',
    group,
    summary: 'Start Run',
    tool: 'Asks assistants now. This costs money: call estimate_run first, and let the user confirm.',
    description: 'Asks prompts on channels now, as the schedule would.',
    scope: 'project',
    right: 'write',
    creates: true,
    is_idempotent: true,
    input: { kind: OneOf([COLLECTION]), ...BasketInput.properties },
    output: Created,
    handle: async ({ context, project, input, write }) =>
      write(async (transaction) => {
        const { db } = transaction;
        const basket = await resolveBasket(db, project, input);
        const { asks, skipped } = await estimate(db, project, { basket, services: context });
        if (asks + skipped === 0) throw new AppError('nothing_to_ask', await describeNothing(db, project, basket));
        const id = await startCollection(transaction, project, {
          ...toPlanned(basket),
          total: asks + skipped,
          trigger: 'manual',
          due_at: null,
          now: context.now(),
        });
        return { id };
      }),
  }),
  defineOperation({
    id: 'estimate_run',
    method: 'POST',
    path: '/runs/estimate',
    group,
    summary: 'Estimate Run',
    tool: 'How many asks a run would be, and what it would cost. Call it before create_run.',
    description: 'How much a run would ask, and what that would cost.',
    scope: 'project',
    right: 'read',
    input: { kind: Type.Optional(OneOf([COLLECTION])), ...BasketInput.properties },
    output: Strict({ ...EstimatedCost, skipped: Type.Integer() }),
    handle: async ({ context, reader: { db }, project, input }) => {
      const basket = await resolveBasket(db, project, input);
      const result = await estimate(db, project, { basket, services: context });
      return { ...toEstimatedCost(result), skipped: result.skipped };
    },
  }),
  defineOperation({
    id: 'cancel_run',
    method: 'POST',
    path: '/runs/{id}/cancel',
    group,
    summary: 'Cancel Run',
    tool: 'Stops a run. What was answered stays.',
    description: 'Skips what is queued. Asks in flight may still end.',
    scope: 'project',
    right: 'write',
    input: { id: Type.String() },
    output: Done,
    handle: async ({ context, project, input: { id }, write }) =>
      write(async ({ db }) => {
        const run = await requireCollection(db, project, id);
        if (run.state !== 'running')
          throw new AppError('wrong_state', `The run is ${run.state} already, so there is nothing to cancel.`);
        await cancelCollection(db, project, { run, now: context.now() });
        return {};
      }),
  }),
  defineOperation({
    id: 'retry_run',
    method: 'POST',
    path: '/runs/{id}/retry',
    group,
    summary: 'Retry Run',
    description: 'Queues the failed tasks again, and those that were skipped for the budget or cancelled.',
    scope: 'project',
    right: 'write',
    input: { id: Type.String() },
    output: Strict({ queued: Type.Integer() }),
    handle: async ({ context, project, input: { id }, write }) =>
      write(async ({ db }) => {
        const run = await requireCollection(db, project, id);
        if (run.state === 'running')
          throw new AppError('wrong_state', 'The run is still running. Wait until it ends, or cancel it first.');
        return { queued: await retryCollection(db, project, { run, now: context.now() }) };
      }),
  }),
  defineOperation({
    id: 'list_tasks',
    method: 'GET',
    path: '/runs/{id}/tasks',
    group,
    summary: 'List Tasks',
    description: 'The tasks of a run, oldest first.',
    scope: 'project',
    right: 'read',
    input: {
      id: Type.String(),
      ...Paging,
      state: Type.Optional(OneOf(TASK_STATES)),
      reason: Type.Optional(OneOf(REASONS)),
      model_channel_id: Type.Optional(Type.String()),
    },
    output: List(Task),
    handle: async ({ reader, project, input: { id, state, reason, model_channel_id, ...page } }) => {
      const { run } = await requireRun(reader.db, project, id);
      const catalog = await findCatalog(reader, project);
      const channel = model_channel_id === undefined ? undefined : catalog.findChannel(model_channel_id);
      if (model_channel_id !== undefined && !channel) return toList({ data: [], total: 0 });
      const filter = {
        run,
        ...(state === undefined ? {} : { state }),
        ...(reason === undefined ? {} : { reason }),
        ...(channel ? { channel: channel.key } : {}),
      };
      const { data, total } = await listTasks(reader.db, project, { filter, page });
      const tasks = data.map(
        ({ prompt_id, channel: key, country, chat_id, cost, reason: why, ...task }): Static<typeof Task> => ({
          ...task,
          prompt: { id: prompt_id },
          model_channel: { id: catalog.get(key).channel_id },
          country_code: fromCountryKey(country),
          reason: why as Static<typeof Task>['reason'],
          cost: cost === null ? null : toDollars(cost),
          chat: chat_id === null ? null : { id: chat_id },
        }),
      );
      return toList({ data: tasks, total });
    },
  }),
];

async function requireRun(db: Db, project: number, id: string): Promise<RunRow> {
  const uuid = parseId('run', id);
  const run = uuid === null ? undefined : await findRunByUuid(db, project, uuid);
  if (!run) throw notFound('run');
  return run;
}

/** A run that collects; other runs have no tasks. */
async function requireCollection(db: Db, project: number, id: string): Promise<RunRow> {
  const run = await requireRun(db, project, id);
  if (run.kind !== COLLECTION) {
    throw new AppError(
      'wrong_state',
      `The run is of the kind ${run.kind}. Only runs of the kind ${COLLECTION} have tasks.`,
    );
  }
  return run;
}

/** What a request wants to ask. */
async function resolveBasket(
  db: Db,
  project: number,
  { prompt_ids, model_channel_ids, replicates }: Static<typeof BasketInput>,
): Promise<Basket> {
  const all = await listChannels(db, project);
  const usual = all.filter(isAskable).filter(({ is_active }) => is_active);
  const channels =
    model_channel_ids === undefined
      ? usual
      : [...new Set(model_channel_ids)].map((id) => {
          const channel = all.find(({ channel_id }) => channel_id === id);
          if (!channel) throw invalid('model_channel_ids', `There is no channel ${id.slice(0, 100)}.`);
          if (!isAskable(channel)) {
            throw invalid('model_channel_ids', `The channel ${id} is not set up for asking. Set its "ask" first.`);
          }
          return channel;
        });
  return {
    prompts: prompt_ids === undefined ? null : await resolvePrompts(db, project, prompt_ids),
    channels,
    named: new Set(channels.filter(({ is_active }) => !is_active).map(({ key }) => key)),
    replicates: replicates ?? (await findSchedule(db, project))?.replicates ?? 1,
  };
}

async function resolvePrompts(db: Db, project: number, ids: readonly string[]): Promise<number[]> {
  const keys = await findKeys(db, project, { kind: 'prompt', ids });
  const unknown = ids.find((id) => !keys.has(id));
  if (unknown !== undefined) throw invalid('prompt_ids', `There is no prompt ${unknown.slice(0, 100)}.`);
  const archived = await findArchived(db, project, [...keys.values()]);
  const first = ids.find((id) => archived.has(keys.get(id)!));
  if (first !== undefined) throw invalid('prompt_ids', `The prompt ${first} is archived. Unarchive it to ask it.`);
  return [...new Set(keys.values())];
}

async function describeNothing(db: Db, project: number, { channels }: Basket): Promise<string> {
  if (channels.length > 0) return 'There is nothing to ask: the project has no prompts that are not archived.';
  const isAnySetUp = (await listChannels(db, project)).some(isAskable);
  return isAnySetUp
    ? 'There is nothing to ask: every channel that is set up for asking is inactive.'
    : 'There is nothing to ask: no channel is set up for asking. Set the "ask" of a channel first.';
}
