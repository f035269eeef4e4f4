import { Type } from 'typebox';
import { applySettings } from '../analysis/project-settings.ts';
import { type CatalogEntry, Furniture, OwnFamily, OwnModelId, toModelId } from '../domain/catalog.ts';
import { CountryCode } from '../domain/countries.ts';
import { Created, Done, List, Nullable, Paging, Reference, Strict, toList } from '../domain/paging.ts';
import { Defaulted } from '../domain/schema.ts';
import { Text } from '../domain/text.ts';
import { AppError, notFound } from '../errors.ts';
import { DEFAULT_FURNITURE } from '../extraction/extract.ts';
import { type Channel, listChannels, writeChannelState } from '../store/queries/channels.ts';
import { deleteModel, insertModel, isModelUsed, readCompanyCatalog, renameModel } from '../store/queries/models.ts';
import type { Db } from '../store/schema.ts';
import { defineOperation } from './operation.ts';

const group = 'Models';

const DEFAULT_TEXTS = DEFAULT_FURNITURE.map(({ text, cut }) => ({ text, cut }));

export const modelOperations = [
  defineOperation({
    id: 'list_models',
    method: 'GET',
    path: '/models',
    group,
    summary: 'List Models',
    scope: 'project',
    right: 'read',
    input: Paging,
    output: List(
      Strict({
        id: Type.String(),
        public_id: Nullable(Type.String({ description: 'The id that other tools use; null for an own model.' })),
        name: Type.String(),
        is_active: Type.Boolean(),
        model_channels: Type.Array(Reference),
      }),
    ),
    handle: async ({ context, project, input: { limit, offset } }) => {
      const channels = await listChannels(context.store.db, project);
      const models = channels.slice(offset, offset + limit).map((channel) => ({
        id: toModelId(channel, context.config.MODEL_IDS),
        public_id: channel.public_id,
        name: channel.name,
        is_active: channel.is_active,
        model_channels: [{ id: channel.channel_id }],
      }));
      return toList({ data: models, total: channels.length });
    },
  }),
  defineOperation({
    id: 'create_model',
    method: 'POST',
    path: '/models',
    group,
    summary: 'Create Model',
    description: 'Adds a model of your own to the company, with one channel.',
    scope: 'company',
    right: 'write',
    creates: true,
    input: { id: OwnModelId, name: Text(100), family: Defaulted(OwnFamily, 'own') },
    output: Created,
    handle: async ({ context: { now }, caller: { company }, input: { id, name, family }, write }) =>
      write(async ({ db }) => {
        const catalog = await readCompanyCatalog(db, company);
        if (catalog.findModel(id)) throw new AppError('duplicate', `There is already a model with the id ${id}.`);
        await insertModel(db, { company, id, name, family, now: now() });
        return { id };
      }),
  }),
  defineOperation({
    id: 'update_model',
    method: 'PATCH',
    path: '/models/{id}',
    group,
    summary: 'Rename Model',
    scope: 'company',
    right: 'write',
    input: { id: Type.String(), name: Text(100) },
    output: Done,
    handle: async ({ caller: { company }, input: { id, name }, write }) =>
      write(async ({ db }) => {
        const { key } = await requireOwnModel(db, company, id);
        await renameModel(db, company, { key, name });
        return {};
      }),
  }),
  defineOperation({
    id: 'delete_model',
    method: 'DELETE',
    path: '/models/{id}',
    group,
    summary: 'Delete Model',
    description: 'Only possible while no answer, no running task and no configured channel of any project uses it.',
    scope: 'company',
    right: 'write',
    input: { id: Type.String() },
    output: Done,
    handle: async ({ caller: { company }, input: { id }, write }) =>
      write(async ({ db }) => {
        const { key } = await requireOwnModel(db, company, id);
        if (await isModelUsed(db, company, key)) {
          throw new AppError(
            'in_use',
            `The model ${id} is in use. Delete its answers and remove it from the channels of every project first.`,
          );
        }
        await deleteModel(db, company, key);
        return {};
      }),
  }),
  defineOperation({
    id: 'list_model_channels',
    method: 'GET',
    path: '/model-channels',
    group,
    summary: 'List Model Channels',
    scope: 'project',
    right: 'read',
    input: Paging,
    output: List(
      Strict({
        id: Type.String(),
        name: Type.String(),
        description: Type.String(),
        current_model: Reference,
        is_active: Type.Boolean(),
        unsupported_country_codes: Type.Array(CountryCode),
      }),
    ),
    handle: async ({ context, project, input: { limit, offset } }) => {
      const channels = await listChannels(context.store.db, project);
      const data = channels.slice(offset, offset + limit).map((channel) => ({
        id: channel.channel_id,
        name: channel.name,
        description: channel.description,
        current_model: { id: toModelId(channel, context.config.MODEL_IDS) },
        is_active: channel.is_active,
        unsupported_country_codes: channel.unsupported_country_codes,
      }));
      return toList({ data, total: channels.length });
    },
  }),
  defineOperation({
    id: 'update_model_channel',
    method: 'PATCH',
    path: '/model-channels/{id}',
    group,
    summary: 'Update Model Channel',
    description: 'Activates or deactivates a channel for the project, or sets the countries that it does not serve.',
    scope: 'project',
    right: 'write',
    input: {
      id: Type.String(),
      is_active: Type.Optional(Type.Boolean()),
      unsupported_country_codes: Type.Optional(Type.Array(CountryCode, { uniqueItems: true })),
    },
    output: Done,
    handle: async ({ project, input: { id, is_active, unsupported_country_codes }, write }) =>
      write(async ({ db }) => {
        const before = await requireChannel(db, project, id);
        const state = {
          ...before,
          is_active: is_active ?? before.is_active,
          unsupported_country_codes: unsupported_country_codes ?? before.unsupported_country_codes,
        };
        await writeChannelState(db, project, { channel: before.key, state });
        return {};
      }),
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
    handle: async ({ context, project, input }) => {
      const { furniture } = await requireChannel(context.store.db, project, input.id);
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
      await write(async ({ db }) => {
        const before = await requireChannel(db, project, id);
        if (JSON.stringify(before.furniture) === JSON.stringify(furniture)) return;
        await writeChannelState(db, project, { channel: before.key, state: { ...before, furniture } });
        await applySettings(db, project, { reason: 'The furniture of a channel was changed.', now: context.now() });
      });
      return {};
    },
  }),
];

/** A model that the company added; built-in ones cannot be changed. */
async function requireOwnModel(db: Db, company: number, id: string): Promise<CatalogEntry> {
  const model = (await readCompanyCatalog(db, company)).findModel(id);
  if (!model) throw notFound('model');
  if (model.public_id !== null) {
    throw new AppError('built_in', `${model.name} is a built-in model, which cannot be changed or deleted.`);
  }
  return model;
}

async function requireChannel(db: Db, project: number, id: string): Promise<Channel> {
  const channel = (await listChannels(db, project)).find(({ channel_id }) => channel_id === id);
  if (!channel) throw notFound('model channel');
  return channel;
}
