import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { createTestContext, type TestContext } from '../../test/harness/context.ts';
import type { Rights } from '../domain/key.ts';
import { type CallOptions, call } from './call.ts';
import { getOperation, type OperationsById, type OperationsByRoute } from './index.ts';
import type { InputOf, OutputOf } from './operation.ts';

let test: TestContext;
let company: number;
let project: { project: number; id: string };
beforeAll(async () => {
  test = await createTestContext();
  company = await test.addCompany();
  project = await test.addProject(company);
});
afterAll(() => test.close());

const as = async (options: { project?: number; rights?: Rights } = {}): Promise<CallOptions> => ({
  context: test.context,
  caller: (await test.addKey(company, options)).caller,
});

describe('a call inside the process', () => {
  it('takes a plain input, fills in its defaults and answers as over HTTP', async () => {
    const own = await as({ project: project.project });
    const input = { name: ' Acme ' };
    const { id } = await call(getOperation('create_brand'), input, own);
    expect(input).toEqual({ name: ' Acme ' });
    const { data, total_count } = await call(getOperation('list_brands'), { limit: 1 }, own);
    expect(total_count).toBe(1);
    expect(data).toMatchObject([{ id, name: 'Acme', color: 'amber', aliases: [] }]);
    await call(getOperation('update_brand'), { id, color: 'red' }, own);
    expect((await call(getOperation('list_brands'), {}, own)).data[0]).toMatchObject({ color: 'red' });
    expect(await call(getOperation('delete_brand'), { id }, own)).toEqual({});
  });

  it('names its project with a company key', async () => {
    const whole = await as();
    const topics = getOperation('list_topics');
    await expect(call(topics, {}, whole)).rejects.toMatchObject({ code: 'project_id_required' });
    expect(await call(topics, { project_id: project.id }, whole)).toMatchObject({ data: [] });
  });

  it('is refused without the right, with wrong fields, wrong dates or an unknown object', async () => {
    const own = await as({ project: project.project });
    const reader = await as({ project: project.project, rights: 'read' });
    const create = getOperation('create_topic');
    await expect(call(create, { name: 'x' }, reader)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(call(create, { nam: 'x' } as never, own)).rejects.toMatchObject({ details: [{ path: 'nam' }] });
    await expect(call(create, { name: 'a\0b' }, own)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(call(getOperation('list_chats'), { start_date: '2026-02-01' }, own)).rejects.toThrow('end_date was');
    const unknown = { id: 'to_unknown', name: 'x' };
    await expect(call(getOperation('update_topic'), unknown, own)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is done once for each idempotency key', async () => {
    const own = { ...(await as({ project: project.project })), idempotency_key: 'k' };
    const create = getOperation('create_topic');
    const first = await call(create, { name: 'Once' }, own);
    expect(await call(create, { name: 'Once' }, own)).toEqual(first);
    await expect(call(create, { name: 'Other' }, own)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });
});

describe('the types of an operation', () => {
  it('are known by its id and by its route', () => {
    expect(getOperation('create_key')).toMatchObject({ method: 'POST', path: '/keys' });
    type ById = OperationsById['create_key'];
    type ByRoute = OperationsByRoute['POST /keys'];
    expectTypeOf<ByRoute>().toEqualTypeOf<ById>();
    expectTypeOf<OutputOf<ById>>().toEqualTypeOf<{ id: string; key?: string }>();
    expectTypeOf<OutputOf<OperationsById['get_key']>['kind']>().toEqualTypeOf<'company' | 'project' | 'link'>();
  });

  it('let a client leave out what has a default, and nothing else', () => {
    const input: InputOf<OperationsById['create_key']> = {};
    expect(Object.keys(getOperation('create_key').input.properties)).toContain('rights');
    type Key = typeof input;
    expectTypeOf<object>().toExtend<Key>();
    expectTypeOf<{ rights: 'admin' }>().not.toExtend<Key>();
    type Brand = InputOf<OperationsById['create_brand']>;
    expectTypeOf<{ name: string }>().toExtend<Brand>();
    expectTypeOf<{ color: string }>().not.toExtend<Brand>();
    type Change = InputOf<OperationsByRoute['PATCH /prompts/{id}']>;
    expectTypeOf<{ id: string; project_id: string; topic_id: null }>().toExtend<Change>();
    expectTypeOf<{ topic_id: null }>().not.toExtend<Change>();
    type Profile = InputOf<OperationsById['replace_project_profile']>;
    expectTypeOf<{ audienceDistribution: { informedShopper: number } }>().toExtend<Profile>();
  });
});
