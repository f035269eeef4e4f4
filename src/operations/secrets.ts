import { Type } from 'typebox';
import { endRefusal } from '../collection/refused-secrets.ts';
import { OFFICIAL_HOSTS } from '../collection/secrets.ts';
import { SecretName } from '../domain/ask.ts';
import { Done, List, Nullable, Strict, toList } from '../domain/paging.ts';
import { OneOf } from '../domain/schema.ts';
import { AppError, invalid, notFound } from '../errors.ts';
import { clearHealth } from '../store/queries/channel-health.ts';
import { type Channel, listChannels } from '../store/queries/channels.ts';
import { deleteSecret, isOfFirstCompany, listSecrets, writeSecret } from '../store/queries/secrets.ts';
import { ASKING } from '../store/queries/tasks.ts';
import { wakeWork } from '../store/queries/work.ts';
import type { Db } from '../store/schema.ts';
import { defineOperation } from './operation.ts';

const group = 'Secrets';
/** Fields in a path are not checked against their schema. */
const NAME = /^[a-z0-9_-]{1,64}$/;
const MIN_LENGTH_WITH_HINT = 16;
const HINT_LENGTH = 4;

export const secretOperations = [
  defineOperation({
    id: 'list_secrets',
    method: 'GET',
    path: '/secrets',
    group,
    summary: 'List Secrets',
    description: 'The keys of providers that the project can use. Values are never returned.',
    scope: 'project',
    right: 'read',
    output: List(
      Strict({
        name: Type.String(),
        hint: Nullable(Type.String({ description: 'The last four characters; null for short values.' })),
        hosts: Type.Array(Type.String(), { description: 'The hosts that the value may be sent to.' }),
        source: OneOf(['stored', 'environment']),
        updated_at: Nullable(Type.String()),
        last_used_at: Nullable(Type.String()),
      }),
    ),
    handle: async ({ context, reader: { db }, project }) => {
      const stored = (await listSecrets(db, project)).map(({ name, hint, hosts, updated_at, last_used_at }) => ({
        name,
        hint,
        hosts: hosts ?? [...OFFICIAL_HOSTS],
        source: 'stored' as const,
        updated_at,
        last_used_at,
      }));
      const isServed = await isOfFirstCompany(db, project);
      const known = new Set(stored.map(({ name }) => name.replaceAll('-', '_')));
      const provided = isServed ? [...context.environment_secrets].filter(([name]) => !known.has(name)) : [];
      const data = [
        ...stored,
        ...provided.map(([name, { value, hosts }]) => ({
          name,
          hint: toHint(value),
          hosts: [...OFFICIAL_HOSTS, ...hosts],
          source: 'environment' as const,
          updated_at: null,
          last_used_at: null,
        })),
      ];
      return toList({ data, total: data.length });
    },
  }),
  defineOperation({
    id: 'put_secret',
    method: 'PUT',
    path: '/secrets/{name}',
    group,
    summary: 'Store Secret',
    description:
      'Stores the key of a provider, encrypted, or replaces it. It is only ever sent to `hosts`; without them, to the official hosts of the providers.',
    scope: 'project',
    right: 'write',
    input: {
      name: SecretName,
      value: Type.String({ minLength: 1, maxLength: 4096, writeOnly: true }),
      hosts: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 260 }), { minItems: 1, maxItems: 50 })),
    },
    output: Done,
    handle: async ({ context, project, input: { name, value, hosts }, write }) => {
      if (!NAME.test(name)) throw invalid('name', 'must be 1 to 64 of a-z, 0-9, "_" and "-".');
      const normalized = hosts === undefined ? null : hosts.map(toHost);
      return write(async ({ db }) => {
        await writeSecret(db, project, {
          name,
          ciphertext: context.vault.seal({ project, name }, value),
          hint: toHint(value),
          hosts: normalized,
          updated_at: context.now().toISOString(),
        });
        await endRefusal(db, project, { secret: name, now: context.now() });
        for (const { key } of await listUsers(db, project, name)) {
          // A wrong key may have made it pause.
          await clearHealth(db, project, key);
          await wakeWork(db, { project, kind: ASKING, subject: key });
        }
        return {};
      });
    },
  }),
  defineOperation({
    id: 'delete_secret',
    method: 'DELETE',
    path: '/secrets/{name}',
    group,
    summary: 'Delete Secret',
    scope: 'project',
    right: 'write',
    input: { name: SecretName },
    output: Done,
    handle: async ({ project, input: { name }, write }) =>
      write(async ({ db }) => {
        const users = await listUsers(db, project, name);
        if (users.length > 0) {
          throw new AppError(
            'in_use',
            `The secret "${name}" is used by ${users.map((channel) => channel.name).join(', ')}. Choose another secret there first.`,
          );
        }
        if (!(await deleteSecret(db, project, name))) throw notFound('secret');
        return {};
      }),
  }),
];

async function listUsers(db: Db, project: number, name: string): Promise<Channel[]> {
  return (await listChannels(db, project)).filter(({ ask }) => ask?.secret === name);
}

function toHint(value: string): string | null {
  return value.length < MIN_LENGTH_WITH_HINT ? null : value.slice(-HINT_LENGTH);
}

/** A host with an optional port, as URLs write it. */
function toHost(text: string): string {
  const url = `https://${text}`;
  if (!/^[^\s/?#@\\]+$/.test(text) || !URL.canParse(url)) {
    throw invalid('hosts', `"${text}" is not a host. Give a name such as api.example.com, with a port if it has one.`);
  }
  return new URL(url).host;
}
