import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../test/harness/context.ts';
import { revokeKey } from '../store/queries/keys.ts';
import { createAuthentication } from './authentication.ts';
import { signIn, signOut } from './sessions.ts';

let test: TestContext;
let company: number;
beforeAll(async () => {
  test = await createTestContext();
  company = await test.addCompany();
});
afterAll(() => test.close());

const UNAUTHORIZED = { code: 'unauthorized' };

it('knows a caller by the key, until it is revoked', async () => {
  const authentication = createAuthentication(test.context);
  const { secret, caller } = await test.addKey(company);
  expect(await authentication.byKey(secret)).toEqual(caller);
  await expect(authentication.byKey(`${secret}x`)).rejects.toMatchObject(UNAUTHORIZED);
  const revocation = { id: caller.id, now: new Date() };
  await test.context.store.write(0, ({ db }) => revokeKey(db, company, revocation));
  await expect(authentication.byKey(secret)).rejects.toMatchObject(UNAUTHORIZED);
});

it('knows a caller by the session, until it is over', async () => {
  const { secret, caller } = await test.addKey(company);
  const { token, expires_at } = await signIn(test.context, { key: secret });
  expect(await createAuthentication(test.context).bySession(token)).toEqual(caller);
  const later = { ...test.context, now: () => expires_at };
  await expect(createAuthentication(later).bySession(token)).rejects.toMatchObject(UNAUTHORIZED);
  await signOut(test.context, token);
  await expect(createAuthentication(test.context).bySession(token)).rejects.toMatchObject(UNAUTHORIZED);
});

it('writes nothing for a sign-in link or a session that does not exist', async () => {
  const write = () => Promise.reject(new Error('nothing must be written'));
  const context = { ...test.context, store: { ...test.context.store, write } };
  await expect(signIn(context, { token: 'unknown' })).rejects.toMatchObject(UNAUTHORIZED);
  await expect(signOut(context, 'unknown')).resolves.toBeUndefined();
});

it('records when a key was last used', async () => {
  const authentication = createAuthentication(test.context);
  const { secret, caller } = await test.addKey(company);
  await authentication.byKey(secret);
  await authentication.settle();
  const { last_used_at } = await test.context.store.db
    .selectFrom('api_keys')
    .select('last_used_at')
    .where('api_key', '=', caller.api_key)
    .executeTakeFirstOrThrow();
  expect(last_used_at).not.toBeNull();
});
