import type { Context } from './context.ts';
import { DAY_MS } from './domain/dates.ts';
import { createSecret, createToken, hashSecret } from './domain/key.ts';
import { invalid } from './errors.ts';
import { INSTALLATION } from './store/queries/counters.ts';
import {
  findCaller,
  findCompany,
  findCompanyKeys,
  hasUsedKey,
  insertCompany,
  insertKey,
  isRevoked,
  revokeKeys,
} from './store/queries/keys.ts';
import { insertSession } from './store/queries/sessions.ts';
import type { Db } from './store/schema.ts';

const COMPANY = 'default';
const LINK_VALID_MS = DAY_MS;

export interface FirstStart {
  company: number;
  /** The company key, where it was made just now. */
  secret: string | null;
  /** The token of a link that signs in once. Null if a key was used before. */
  sign_in_token: string | null;
  /** Nothing was in the store before. */
  is_fresh: boolean;
}

/**
 * Makes sure that there is a company and a key for it. Until a key was used, each start makes a link to sign in: whoever stopped
 * the first start may not have seen what it printed.
 */
export async function ensureCompanyKey({ store, config, now }: Context): Promise<FirstStart> {
  // Most starts only read: a read can be repeated if the connection is lost, a write not always.
  const before = await findKeys(store.db, config.BOOTSTRAP_KEY);
  if (before.company !== undefined && before.api_key !== undefined && before.is_used) {
    return { company: before.company, secret: null, sign_in_token: null, is_fresh: false };
  }
  return store.write(INSTALLATION, async ({ db }) => {
    const found = await findKeys(db, config.BOOTSTRAP_KEY);
    const company = found.company ?? (await insertCompany(db, { name: COMPANY, now: now() }));
    const is_fresh = found.company === undefined;
    if (found.api_key !== undefined) {
      const sign_in_token = found.is_used ? null : await createLink(db, { api_key: found.api_key, now: now() });
      return { company, secret: null, sign_in_token, is_fresh };
    }
    const is_bootstrap = config.BOOTSTRAP_KEY !== null;
    const secret = config.BOOTSTRAP_KEY ?? createSecret('company');
    const hash = hashSecret(secret);
    if (await isRevoked(db, hash))
      throw invalid('BOOTSTRAP_KEY', 'is a key that was revoked or replaced. Set another.');
    await revokeKeys(db, found.replaced, now());
    const name = is_bootstrap ? 'BOOTSTRAP_KEY' : 'first key';
    await insertKey(db, { company, project: 0, name, rights: 'write', hash, is_bootstrap, now: now() });
    const { api_key } = (await findCaller(db, hash))!;
    const sign_in_token = await createLink(db, { api_key, now: now() });
    return { company, secret: is_bootstrap ? null : secret, sign_in_token, is_fresh };
  });
}

interface FoundKeys {
  company: number | undefined;
  /** The key that the settings ask for, or the oldest that may write where they ask for none. */
  api_key: number | undefined;
  /** Keys of an earlier BOOTSTRAP_KEY, which the present one replaces. */
  replaced: number[];
  /** A key was used at least once, in a request or to sign in. */
  is_used: boolean;
}

async function findKeys(db: Db, bootstrapKey: string | null): Promise<FoundKeys> {
  const company = await findCompany(db, COMPANY);
  const keys = await findCompanyKeys(db);
  const is_used = await hasUsedKey(db);
  if (bootstrapKey === null) {
    const key = keys.find(({ rights }) => rights === 'write') ?? keys[0];
    return { company, api_key: key?.api_key, replaced: [], is_used };
  }
  const bootstrap = keys.filter(({ is_bootstrap }) => is_bootstrap);
  const hash = hashSecret(bootstrapKey);
  const key = bootstrap.find((one) => one.hash === hash);
  return { company, api_key: key?.api_key, replaced: bootstrap.map(({ api_key }) => api_key), is_used };
}

async function createLink(db: Db, { api_key, now }: { api_key: number; now: Date }): Promise<string> {
  const token = createToken();
  const expires_at = new Date(now.getTime() + LINK_VALID_MS);
  await insertSession(db, { hash: hashSecret(token), kind: 'link', api_key, now, expires_at });
  return token;
}
