import { Type } from 'typebox';
import { type CatalogEntry, OwnFamily, OwnModelId, toModelId } from '../domain/catalog.ts';
import { MAX_OWN_MODELS } from '../domain/limits.ts';
import { Created, Done, List, Nullable, Paging, Reference, Strict, toList } from '../domain/paging.ts';
import { Defaulted } from '../domain/schema.ts';
import { Text } from '../domain/text.ts';
import { AppError, notFound } from '../errors.ts';
import { listChannels } from '../store/queries/channels.ts';
import { deleteModel, insertModel, isModelUsed, readCompanyCatalog, renameModel } from '../store/queries/models.ts';
import type { Db } from '../store/schema.ts';
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
    right: 'view',
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
    handle: async ({ context, reader, project, input: { limit, offset } }) => {
      const channels = await listChannels(reader.db, project);
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
    description: `Adds a model of your own to the company, with one channel. A company can add ${MAX_OWN_MODELS} models; deleted ones count too.`,
    scope: 'company',
    right: 'write',
    creates: true,
    is_idempotent: true,
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
