import { Type } from 'typebox';
import { CountryCode } from '../domain/countries.ts';
import { MODEL_CHANNELS, ModelId, toChannelKey, toModelName } from '../domain/models.ts';
import { Done, List, Paging, Reference, Strict, toList } from '../domain/paging.ts';
import { notFound } from '../errors.ts';
import { readChannelStates, writeChannelState } from '../store/channels.ts';
import { defineOperation } from './operation.ts';

const group = 'Models';

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
      }),
    ),
    handle: async ({ context, project, query: { limit, offset } }) => {
      const states = await readChannelStates(context.store.db, project);
      const channels = MODEL_CHANNELS.map(({ id, model_id, description }, key) => ({
        id,
        description,
        current_model: { id: model_id },
        ...states[key]!,
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
    description: 'Activates a channel for the project, or says which countries it does not serve.',
    scope: 'project',
    right: 'write',
    status: 200,
    params: Strict({ id: Type.String() }),
    body: Strict({
      is_active: Type.Optional(Type.Boolean()),
      unsupported_country_codes: Type.Optional(Type.Array(CountryCode, { uniqueItems: true })),
    }),
    output: Done,
    handle: async ({ project, params, body: { is_active, unsupported_country_codes }, write }) => {
      const channel = toChannelKey(params.id);
      if (channel === undefined) throw notFound('model channel');
      return write(async ({ db }) => {
        const before = (await readChannelStates(db, project))[channel]!;
        const state = {
          is_active: is_active ?? before.is_active,
          unsupported_country_codes: unsupported_country_codes ?? before.unsupported_country_codes,
        };
        await writeChannelState(db, project, { channel, state });
        return {};
      });
    },
  }),
];
