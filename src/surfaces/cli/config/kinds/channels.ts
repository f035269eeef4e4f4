import { type Static, Type } from 'typebox';
import { Ask } from '../../../../domain/ask.ts';
import { CountryCode } from '../../../../domain/countries.ts';
import { Nullable, Strict } from '../../../../domain/paging.ts';
import { Defaulted } from '../../../../domain/schema.ts';
import { suggest } from '../../suggest.ts';
import { collect, defineKind } from '../config-kind.ts';

const ChannelEntry = Strict({
  id: Type.String(),
  is_active: Defaulted(Type.Boolean(), true),
  unsupported_country_codes: Defaulted(Type.Array(CountryCode, { uniqueItems: true }), []),
  ask: Defaulted(Nullable(Ask), null),
});
type ChannelEntry = Static<typeof ChannelEntry>;

export const channels = defineKind<ChannelEntry>({
  section: 'channels',
  noun: 'channel',
  schema: ChannelEntry,
  sets: ['unsupported_country_codes'],
  toKey: ({ id }) => id,
  toLabel: ({ id }) => id,
  read: async ({ client, scope }) => {
    const stored = await collect(client.list('GET /model-channels', scope));
    return stored.map(({ id, is_active, unsupported_country_codes, ask }) => ({
      id,
      is_removed: !is_active,
      entry: { id, is_active, unsupported_country_codes, ask },
    }));
  },
  isExported: ({ entry: { is_active, unsupported_country_codes, ask } }) =>
    is_active || ask !== null || unsupported_country_codes.length > 0,
  findProblem: ({ stored, secrets }, { entry: { id, ask }, stored: before }) => {
    if (!before) {
      const known = (stored.get('channels') ?? []).map((channel) => channel.id);
      return `does not exist.${suggest(id, known)} "overheard model-channels list" lists the channels; "overheard models create" adds a model of your own.`;
    }
    if (ask?.secret === undefined || ask.secret === before.entry.ask?.secret) return undefined;
    // The service reads the names of secrets from its environment, where a hyphen becomes an underscore.
    if (secrets.some((name) => toPlainName(name) === toPlainName(ask.secret!))) return undefined;
    return `needs the secret "${ask.secret}", which does not exist. Store it with "overheard secrets set ${ask.secret}".`;
  },
  update: async ({ client, scope }, { stored: { id }, changes: { id: _, ...changes } }) => {
    await client.call('PATCH /model-channels/{id}', { ...scope, id, ...changes });
  },
  remove: {
    description: 'switched off',
    run: async ({ client, scope }, { id }) => {
      await client.call('PATCH /model-channels/{id}', { ...scope, id, is_active: false });
    },
  },
});

function toPlainName(name: string): string {
  return name.replaceAll('-', '_');
}
