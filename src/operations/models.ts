import { Type } from 'typebox';
import { applySettings } from '../analysis/project-settings.ts';
import { CountryCode } from '../domain/countries.ts';
import { Furniture, MODEL_CHANNELS, ModelId, toChannelKey, toModelName } from '../domain/models.ts';
import { Done, List, Nullable, Paging, Reference, Strict, toList } from '../domain/paging.ts';
import { notFound } from '../errors.ts';
import { DEFAULT_FURNITURE } from '../extraction/extract.ts';
import { readChannelStates, writeChannelState } from '../store/channels.ts';
import { defineOperation } from './operation.ts';

const group = 'Models';

type FurnitureList = Furniture[];
const COMMON_FURNITURE = DEFAULT_FURNITURE.map(({ text, cut }) => ({ text, cut }));

export const modelOperations = [
  defineOperation({
    id: 'list_models',
    method: 'GET',
    path: '/models',
    group,
    summary: 'List Models',
    scope: 'project',
    right: 'read',
    status: 200,
    query: Strict(Paging),
    output: List(
      Strict({
        id: ModelId,
        name: Type.String(),
        is_active: Type.Boolean(),
        model_channels: Type.Array(Reference),
      }),
    ),
    handle: async ({ context, project, query: { limit, offset } }) => {
      const states = await readChannelStates(context.store.db, project);
      const models = MODEL_CHANNELS.map(({ id, model_id }, key) => ({
        id: model_id,
        name: toModelName(model_id),
        is_active: states[key]!.is_active,
        model_channels: [{ id }],
      }));
      return toList({ data: models.slice(offset, offset + limit), total: models.length });
    },
  }),
  defineOperation({
    id: 'list_model_channels',
    method: 'GET',
    path: '/model-channels',
    group,
    summary: 'List Model Channels',
    scope: 'project',
    right: 'read',
    status: 200,
    query: Strict(Paging),
    output: List(
      Strict({
        id: Type.String(),
        description: Type.String(),
        current_model: Reference,
        is_active: Type.Boolean(),
        unsupported_country_codes: Type.Array(CountryCode),
        furniture: Type.Array(Furniture),
      }),
    ),
    handle: async ({ context, project, query: { limit, offset } }) => {
      const states = await readChannelStates(context.store.db, project);
      const channels = MODEL_CHANNELS.map(({ id, model_id, description }, key) => ({
        id,
        description,
        current_model: { id: model_id },
        ...states[key]!,
        furniture: states[key]!.furniture ?? COMMON_FURNITURE,
      }));
      return toList({ data: channels.slice(offset, offset + limit), total: channels.length });
    },
  }),
  defineOperation({
    id: 'update_model_channel',
    method: 'PATCH',
    path: '/model-channels/{id}',
    group,
    summary: 'Update Model Channel',
    description:
      "Activates a channel for the project, says which countries it does not serve, or replaces the list of texts that its page puts around answers (`null`: the common list again); the last reads the project's answers again.",
    scope: 'project',
    right: 'write',
    status: 200,
    params: Strict({ id: Type.String() }),
    body: Strict({
      is_active: Type.Optional(Type.Boolean()),
      unsupported_country_codes: Type.Optional(Type.Array(CountryCode, { uniqueItems: true })),
      furniture: Type.Optional(Nullable(Type.Array(Furniture, { maxItems: 200 }))),
    }),
    output: Done,
    handle: async ({ context, project, params, body: { is_active, unsupported_country_codes, furniture }, write }) => {
      const channel = toChannelKey(params.id);
      if (channel === undefined) throw notFound('model channel');
      const done = await write(async ({ db }) => {
        const before = (await readChannelStates(db, project))[channel]!;
        const state = {
          is_active: is_active ?? before.is_active,
          unsupported_country_codes: unsupported_country_codes ?? before.unsupported_country_codes,
          furniture: furniture === undefined ? before.furniture : (furniture as FurnitureList | null),
        };
        await writeChannelState(db, project, { channel, state });
        if (JSON.stringify(state.furniture) !== JSON.stringify(before.furniture)) {
          await applySettings(db, project, { reason: 'The furniture of a channel was changed.', now: context.now() });
        }
        return {};
      });
      context.worker.wake();
      return done;
    },
  }),
];
