import type { Context } from './context.ts';
import { DAY_MS } from './domain/dates.ts';
import { createSecret, createToken, hashSecret } from './domain/key.ts';
import { invalid } from './errors.ts';
import { INSTALLATION } from './store/queries/counters.ts';
import {
  findBootstrapState,
  findCaller,
  findCompany,
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
  /** What a link to the dashboard carries to sign in once, where the key is new. */
  sign_in_token: string | null;
  /** Nothing was in the store before. */
  is_fresh: boolean;
}

/** Makes sure that there is a company and a key for it. */
export async function ensureCompanyKey({ store, config, now }: Context): Promise<FirstStart> {
  // Most starts only read: a read can be repeated if the connection is lost, a write not always.
  const before = await findKeys(store.db, config.BOOTSTRAP_KEY);
  if (before.company !== undefined && before.is_complete) return nothingNew(before.company);
  return store.write(INSTALLATION, async ({ db }) => {
    const found = await findKeys(db, config.BOOTSTRAP_KEY);
    const company = found.company ?? (await insertCompany(db, { name: COMPANY, now: now() }));
    const is_fresh = found.company === undefined;
    if (found.is_complete) return { ...nothingNew(company), is_fresh };
    const is_bootstrap = config.BOOTSTRAP_KEY !== null;
    const secret = config.BOOTSTRAP_KEY ?? createSecret('company');
    const hash = hashSecret(secret);
    if (await isRevoked(db, hash))
      throw invalid('BOOTSTRAP_KEY', 'is a key that was revoked or replaced. Set another.');
    await revokeKeys(db, found.replaced, now());
    const name = is_bootstrap ? 'BOOTSTRAP_KEY' : 'first key';
    await insertKey(db, { company, project: 0, name, rights: 'write', hash, is_bootstrap, now: now() });
    const sign_in_token = await createLink(db, { hash, now: now() });
    return { company, secret: is_bootstrap ? null : secret, sign_in_token, is_fresh };
  });
}

function nothingNew(company: number): FirstStart {
  return { company, secret: null, sign_in_token: null, is_fresh: false };
}

interface FoundKeys {
  company: number | undefined;
  /** The key that the settings ask for is there, or any where they ask for none. */
  is_complete: boolean;
  /** Keys of an earlier BOOTSTRAP_KEY, which the present one replaces. */
  replaced: number[];
}

async function findKeys(db: Db, bootstrapKey: string | null): Promise<FoundKeys> {
  const company = await findCompany(db, COMPANY);
  const { bootstrap, hasCompanyKey } = await findBootstrapState(db);
  if (bootstrapKey === null) return { company, is_complete: hasCompanyKey, replaced: [] };
  const hash = hashSecret(bootstrapKey);
  const is_complete = bootstrap.some((key) => key.hash === hash);
  return { company, is_complete, replaced: bootstrap.map(({ api_key }) => api_key) };
}

async function createLink(db: Db, { hash, now }: { hash: string; now: Date }): Promise<string> {
  const token = createToken();
  const { api_key } = (await findCaller(db, hash))!;
  const expires_at = new Date(now.getTime() + LINK_VALID_MS);
  await insertSession(db, { hash: hashSecret(token), kind: 'link', api_key, now, expires_at });
  return token;
}
