import { Type } from 'typebox';
import { CALLER_KINDS, createSecret, hashSecret, LISTED_DAYS, RIGHTS, Rights, toListedSince } from '../domain/key.ts';
import { MAX_NAME_LENGTH } from '../domain/limits.ts';
import { Done, List, Nullable, Paging, Reference, Strict, toList } from '../domain/paging.ts';
import { Defaulted, OneOf } from '../domain/schema.ts';
import { Text } from '../domain/text.ts';
import { AppError, notFound } from '../errors.ts';
import {
  forgetSurplusKeys,
  insertKey,
  isLastCompanyKey,
  listKeys,
  refuseKeysOverLimit,
  revokeKey,
} from '../store/queries/keys.ts';
import { findProject, findProjectByKey } from '../store/queries/projects.ts';
import { defineOperation } from './operation.ts';

const group = 'Keys';
const Kind = OneOf(['company', 'project']);

export const keyOperations = [
  defineOperation({
    id: 'get_key',
    method: 'GET',
    path: '/key',
    group,
    summary: 'Get Own Key',
    tool: 'Whose key this is, what it may do, and for which project.',
    description: 'Returns the key or the share link in use, and its project.',
    scope: 'caller',
    right: 'view',
    output: Strict({
      id: Type.String(),
      name: Type.String(),
      kind: OneOf(CALLER_KINDS),
      rights: OneOf(RIGHTS, { description: 'Those of a key, or view: what the dashboard of a share link shows.' }),
      project: Nullable(Strict({ id: Type.String(), name: Type.String() })),
      expires_at: Type.Optional(Type.String({ description: 'When the share link ends. Keys do not.' })),
    }),
    handle: async ({ reader, caller: { id, name, kind, rights, company, project, expires_at } }) => {
      const own = kind === 'company' ? undefined : await findProjectByKey(reader.db, company, project);
      return {
        id,
        name,
        kind,
        rights,
        project: own ? { id: own.id, name: own.name } : null,
        ...(expires_at ? { expires_at } : {}),
      };
    },
  }),
  defineOperation({
    id: 'list_keys',
    command: ['api-keys', 'list'],
    method: 'GET',
    path: '/keys',
    group,
    summary: 'List Keys',
    description: `The keys of the company and of its projects. Revoked keys stay listed for ${LISTED_DAYS} days, at most as many as there may be valid ones.`,
    scope: 'company',
    right: 'read',
    input: Paging,
    output: List(
      Strict({
        id: Type.String(),
        name: Type.String(),
        kind: Kind,
        rights: Rights,
        project: Nullable(Reference),
        created_at: Type.String(),
        last_used_at: Nullable(Type.String()),
        revoked_at: Nullable(Type.String()),
      }),
    ),
    handle: async ({ context, reader, caller, input }) =>
      toList(await listKeys(reader.db, caller.company, { page: input, since: toListedSince(context.now()) })),
  }),
  defineOperation({
    id: 'create_key',
    command: ['api-keys', 'create'],
    method: 'POST',
    path: '/keys',
    group,
    summary: 'Create Key',
    description:
      'Creates a company key, or with `project_id` a project key. The key itself is returned only this once.',
    scope: 'company',
    right: 'write',
    creates: true,
    is_idempotent: true,
    toRepeated: ({ id }) => ({ id }),
    input: {
      name: Type.Optional(Text(MAX_NAME_LENGTH)),
      project_id: Type.Optional(Type.String()),
      rights: Defaulted(Rights, 'write'),
    },
    output: Strict({ id: Type.String(), key: Type.Optional(Type.String()) }),
    handle: async ({ context, caller, input: { name = '', project_id, rights }, write }) =>
      write(async ({ db }) => {
        const project = project_id === undefined ? undefined : await findProject(db, caller.company, project_id);
        if (project_id !== undefined && !project) throw notFound('project');
        await refuseKeysOverLimit(db, caller.company, context.config.MAX_KEYS);
        const secret = createSecret(project ? 'project' : 'company');
        const id = await insertKey(db, {
          company: caller.company,
          project: project?.project ?? 0,
          name,
          rights,
          hash: hashSecret(secret),
          is_bootstrap: false,
          now: context.now(),
        });
        await forgetSurplusKeys(db, caller.company, context.config.MAX_KEYS);
        return { id, key: secret };
      }),
  }),
  defineOperation({
    id: 'revoke_key',
    command: ['api-keys', 'revoke'],
    method: 'DELETE',
    path: '/keys/{id}',
    group,
    summary: 'Revoke Key',
    description:
      'The key stops working at once. The last company key with write access cannot be revoked: without it, nobody could create another.',
    scope: 'company',
    right: 'write',
    input: { id: Type.String() },
    output: Done,
    handle: async ({ context, caller, input: { id }, write }) => {
      const { company } = caller;
      const revoked = await write(async ({ db }) => {
        if (await isLastCompanyKey(db, company, id)) {
          throw new AppError(
            'last_key',
            'This is the last company key with write access. Create another one first, then revoke this one.',
          );
        }
        return revokeKey(db, company, { id, now: context.now() });
      });
      if (!revoked) throw notFound('key');
      return {};
    },
  }),
];
