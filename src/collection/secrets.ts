import type { Ask } from '../domain/ask.ts';
import { PROVIDERS } from '../providers/index.ts';
import { AskError } from '../providers/provider.ts';
import { findSecret, isOfFirstCompany } from '../store/queries/secrets.ts';
import type { Db } from '../store/schema.ts';
import type { CollectionServices } from './services.ts';

/** A secret that a channel can use. */
export interface KnownSecret {
  name: string;
  /** Where the value may be sent. */
  hosts: readonly string[];
  last_used_at: string | null;
  source: 'stored' | 'environment';
  /** The value; null if it cannot be decrypted. */
  open(): string | null;
}

/** Where secrets may be sent unless they say otherwise. */
export const OFFICIAL_HOSTS: readonly string[] = [...PROVIDERS.values()].flatMap(({ hosts }) => hosts);

type SecretServices = Pick<CollectionServices, 'vault' | 'environment_secrets'>;

/** The secret with this name; a stored one wins over one of the environment. */
export async function findKnownSecret(
  db: Db,
  project: number,
  { name, vault, environment_secrets }: SecretServices & { name: string },
): Promise<KnownSecret | undefined> {
  const stored = await findSecret(db, project, name);
  if (stored) {
    return {
      name,
      hosts: stored.hosts ?? OFFICIAL_HOSTS,
      last_used_at: stored.last_used_at,
      source: 'stored',
      open: () => vault.open({ project, name }, stored.ciphertext),
    };
  }
  const provided = environment_secrets.get(name.replaceAll('-', '_'));
  if (!provided || !(await isOfFirstCompany(db, project))) return undefined;
  return {
    name,
    hosts: [...OFFICIAL_HOSTS, ...provided.hosts],
    last_used_at: null,
    source: 'environment',
    open: () => provided.value,
  };
}

/** The hosts that an ask sends its secret to. */
export function listAskHosts(ask: Ask): string[] {
  const provider = PROVIDERS.get(ask.kind)!;
  if (provider.listHosts) return provider.listHosts(ask);
  if (ask.base_url !== undefined) return URL.canParse(ask.base_url) ? [new URL(ask.base_url).host] : [];
  return [...provider.hosts];
}

/** Whether a secret may be sent to a host; an entry without a port stands for every port. */
export function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  const name = new URL(`https://${host}`).hostname;
  return allowed.some((entry) => entry.toLowerCase() === host || entry.toLowerCase() === name);
}

/** The value that an ask is made with; rejects where it may not be used, because that would be found out only by sending it. */
export function openSecret(ask: Ask, secret: KnownSecret | undefined): string | null {
  if (ask.secret === undefined) return null;
  if (!secret)
    throw new AskError('unauthorized', `There is no secret "${ask.secret}". Store it, or choose another one.`);
  const refused = listAskHosts(ask).find((host) => !isAllowedHost(host, secret.hosts));
  if (refused !== undefined) {
    throw new AskError('unauthorized', `The secret "${ask.secret}" may not be sent to ${refused}.`);
  }
  const value = secret.open();
  if (value !== null) return value;
  throw new AskError(
    'unauthorized',
    `The secret "${ask.secret}" cannot be decrypted with the key of this service. Set SECRETS_KEY to the key that it was stored under, or store the secret again.`,
  );
}
