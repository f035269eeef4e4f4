import { type Static, Type } from 'typebox';
import { applySettings } from '../analysis/project-settings.ts';
import { isAskable } from '../collection/channel-asks.ts';
import { checkAsk } from '../collection/check-ask.ts';
import { askWithinBudget } from '../collection/paid-ask.ts';
import { endRefusal } from '../collection/refused-secrets.ts';
import { Ask, COUNTRY_WAYS, Finish, REASONS } from '../domain/ask.ts';
import { Furniture, toModelId } from '../domain/catalog.ts';
import { ContentSource, MentionedBrand } from '../domain/chat.ts';
import { CountryCode } from '../domain/countries.ts';
import { MAX_PROMPT_LENGTH } from '../domain/limits.ts';
import { toDollars } from '../domain/money.ts';
import { Done, List, Nullable, Paging, Reference, Strict, toList } from '../domain/paging.ts';
import { OneOf } from '../domain/schema.ts';
import { Text } from '../domain/text.ts';
import { invalid, notFound } from '../errors.ts';
import { DEFAULT_FURNITURE } from '../extraction/extract.ts';
import { createUuid, toId } from '../ids.ts';
import { PROVIDERS } from '../providers/index.ts';
import { PRESETS } from '../providers/presets.ts';
import { type ChannelHealth, clearHealth, HEALTHY, listHealth } from '../store/queries/channel-health.ts';
import { type Channel, listChannels, writeChannelState } from '../store/queries/channels.ts';
import { ASKING } from '../store/queries/tasks.ts';
import { wakeWork } from '../store/queries/work.ts';
import type { Db } from '../store/schema.ts';
import { findBrandsIn } from './chat-content.ts';
import { defineOperation, type ReadContext } from './operation.ts';

const group = 'Models';

const DEFAULT_TEXTS = DEFAULT_FURNITURE.map(({ text, cut }) => ({ text, cut }));

const ModelChannel = Strict({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  current_model: Reference,
  is_active: Type.Boolean(),
  unsupported_country_codes: Type.Array(CountryCode),
  ask: Nullable(Ask),
  country: OneOf(COUNTRY_WAYS, { description: "How the prompt's country reaches the provider." }),
  paused_until: Nullable(Type.String({ description: 'The channel is not asked before this time.' })),
  paused_reason: Nullable(OneOf(REASONS)),
});

/** What a try of a channel gave. */
const Try = Strict({
  answer: Nullable(Type.String()),
  sources: Type.Array(ContentSource),
  queries: Type.Array(Type.String()),
  usage: Strict({
    input_tokens: Nullable(Type.Integer()),
    output_tokens: Nullable(Type.Integer()),
    searches: Type.Integer(),
  }),
  cost: Nullable(Type.Number({ description: 'In US dollars; null: unknown.' })),
  duration_ms: Nullable(Type.Integer()),
  provider_model: Nullable(Type.String()),
  finish: Finish,
  brands_mentioned: Type.Array(MentionedBrand),
  reason: Nullable(OneOf(REASONS, { description: 'Why there is no answer.' })),
  message: Nullable(Type.String()),
});

export const channelOperations = [
  defineOperation({
    id: 'list_model_channels',
    method: 'GET',
    path: '/model-channels',
    group,
    summary: 'List Model Channels',
    tool: 'Where answers come from: each assistant and way to ask it, and whether it is active, paused or without a key.',
    description: 'A share link sees the channels without `ask` and pauses.',
    scope: 'project',
    right: 'view',
    input: Paging,
    output: List(ModelChannel),
    handle: async ({ context, reader: { db }, caller, project, input: { limit, offset } }) => {
      const channels = await listChannels(db, project);
      const page = channels.slice(offset, offset + limit);
      if (caller.kind === 'link') {
        const data = page.map((channel) => toModelChannel({ ...channel, ask: null }, { context, health: HEALTHY }));
        return toList({ data, total: channels.length });
      }
      const health = await listHealth(db, project);
      const data = page.map((channel) =>
        toModelChannel(channel, { context, health: health.get(channel.key) ?? HEALTHY }),
      );
      return toList({ data, total: channels.length });
    },
  }),
  defineOperation({
    id: 'update_model_channel',
    method: 'PATCH',
    path: '/model-channels/{id}',
    group,
    summary: 'Update Model Channel',
    description:
      'Activates or deactivates a channel for the project, sets the countries that it does not serve, or how its model is asked. `ask` is replaced as a whole; `null` removes it. A change applies from the next ask on. A channel that was never switched is active if it has answers and no `ask`.',
    scope: 'project',
    right: 'write',
    input: {
      id: Type.String(),
      is_active: Type.Optional(Type.Boolean()),
      unsupported_country_codes: Type.Optional(Type.Array(CountryCode, { uniqueItems: true })),
      ask: Type.Optional(Nullable(Ask)),
    },
    output: Done,
    handle: async ({ context, project, input: { id, is_active, unsupported_country_codes, ask }, write }) =>
      write(async ({ db }) => {
        const before = await requireChannel(db, project, id);
        if (ask) await checkAsk(db, project, { ask, services: context });
        const state = {
          ...before,
          is_active: is_active ?? before.is_active,
          is_switched: is_active !== undefined || before.is_switched,
          unsupported_country_codes: unsupported_country_codes ?? before.unsupported_country_codes,
          ask: ask === undefined ? before.ask : ask,
        };
        await writeChannelState(db, project, { channel: before.key, state });
        if (JSON.stringify(state.ask) === JSON.stringify(before.ask)) return {};
        // Whatever made it pause may be mended.
        await clearHealth(db, project, before.key);
        if (before.ask?.secret) await endRefusal(db, project, { secret: before.ask.secret, now: context.now() });
        await wakeWork(db, { project, kind: ASKING, subject: before.key });
        return {};
      }),
  }),
  defineOperation({
    id: 'list_channel_presets',
    method: 'GET',
    path: '/model-channels/presets',
    group,
    summary: 'List Channel Presets',
    description:
      'Ready descriptions of services that ask assistants on their public web pages. Each was written from the public documentation of its vendor.',
    scope: 'project',
    right: 'read',
    output: List(
      Strict({
        id: Type.String(),
        vendor: Type.String(),
        name: Type.String(),
        model_ids: Type.Array(Type.String()),
        documentation: Type.String(),
        checked_on: Type.String(),
        secret_format: Type.String(),
        ask: Ask,
      }),
    ),
    handle: async () => toList({ data: [...PRESETS], total: PRESETS.length }),
  }),
  defineOperation({
    id: 'test_model_channel',
    method: 'POST',
    path: '/model-channels/{id}/test',
    group,
    summary: 'Test Model Channel',
    description:
      'Asks the model once, for at most 110 seconds and without retries. Nothing is stored, but the cost counts in the budget. With `ask`, tries a description without saving it.',
    scope: 'project',
    right: 'write',
    input: { id: Type.String(), text: Text(MAX_PROMPT_LENGTH), country_code: CountryCode, ask: Type.Optional(Ask) },
    output: Try,
    handle: async ({ context, project, input: { id, text, country_code, ask }, signal, read }) => {
      const { db } = context.store;
      const found = await requireChannel(db, project, id);
      if (ask) await checkAsk(db, project, { ask, services: context });
      const channel = { ...found, ask: ask ?? found.ask };
      if (!isAskable(channel)) throw invalid('ask', 'is required, because the channel is not set up for asking yet.');
      const result = await askWithinBudget(context, project, {
        channel,
        prompt: text,
        country_code,
        id: toId('task', createUuid()),
        signal,
      });
      if ('reason' in result) return { ...NO_ANSWER, ...result, cost: toDollars(result.cost) };
      const { reply, cost, duration_ms } = result;
      const { answer, queries, usage, provider_model, finish } = reply;
      const given = { answer, channel: channel.channel_id, sources: reply.sources };
      const findings = await read(({ db: current }) =>
        findBrandsIn(current, project, { answer: given, context, signal }),
      );
      return {
        ...findings,
        answer,
        queries,
        usage: {
          input_tokens: usage.input_tokens,
          output_tokens: usage.output_tokens,
          searches: usage.searches,
        },
        cost: cost === null ? null : toDollars(cost),
        duration_ms,
        provider_model,
        finish,
        reason: null,
        message: null,
      };
    },
  }),
  defineOperation({
    id: 'get_channel_furniture',
    method: 'GET',
    path: '/model-channels/{id}/furniture',
    group,
    summary: 'Get Channel Furniture',
    description:
      "Texts that the channel's page puts around answers. They are cut out before Overheard looks for brands.",
    scope: 'project',
    right: 'read',
    input: { id: Type.String() },
    output: Strict({ furniture: Type.Array(Furniture) }),
    handle: async ({ reader, project, input }) => {
      const { furniture } = await requireChannel(reader.db, project, input.id);
      return { furniture: furniture ?? DEFAULT_TEXTS };
    },
  }),
  defineOperation({
    id: 'replace_channel_furniture',
    method: 'PUT',
    path: '/model-channels/{id}/furniture',
    group,
    summary: 'Replace Channel Furniture',
    description: "Replaces the list; `null` restores the default one. The project's answers are then re-analyzed.",
    scope: 'project',
    right: 'write',
    input: { id: Type.String(), furniture: Nullable(Type.Array(Furniture, { maxItems: 200 })) },
    output: Done,
    handle: async ({ context, project, input: { id, furniture }, write }) => {
      await write(async (transaction) => {
        const { db } = transaction;
        const before = await requireChannel(db, project, id);
        if (JSON.stringify(before.furniture) === JSON.stringify(furniture)) return;
        await writeChannelState(db, project, { channel: before.key, state: { ...before, furniture } });
        await applySettings(transaction, project, {
          reason: 'The furniture of a channel was changed.',
          now: context.now(),
        });
      });
      return {};
    },
  }),
];

const NO_ANSWER: Static<typeof Try> = {
  answer: null,
  sources: [],
  queries: [],
  usage: { input_tokens: null, output_tokens: null, searches: 0 },
  cost: null,
  duration_ms: null,
  provider_model: null,
  finish: null,
  brands_mentioned: [],
  reason: null,
  message: null,
};

function toModelChannel(
  channel: Channel,
  { context, health }: { context: ReadContext; health: ChannelHealth },
): Static<typeof ModelChannel> {
  const isPaused = health.paused_until !== null && Date.parse(health.paused_until) > context.now().getTime();
  return {
    id: channel.channel_id,
    name: channel.name,
    description: channel.description,
    current_model: { id: toModelId(channel, context.config.MODEL_IDS) },
    is_active: channel.is_active,
    unsupported_country_codes: channel.unsupported_country_codes,
    ask: channel.ask,
    country: channel.ask === null ? 'none' : PROVIDERS.get(channel.ask.kind)!.country,
    paused_until: isPaused ? health.paused_until : null,
    paused_reason: isPaused ? (health.paused_reason as (typeof REASONS)[number] | null) : null,
  };
}

async function requireChannel(db: Db, project: number, id: string): Promise<Channel> {
  const channel = (await listChannels(db, project)).find(({ channel_id }) => channel_id === id);
  if (!channel) throw notFound('model channel');
  return channel;
}
