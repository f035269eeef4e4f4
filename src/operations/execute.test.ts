import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../test/harness/context.ts';
import { DateRange } from '../domain/date-schemas.ts';
import type { Rights } from '../domain/key.ts';
import { Created } from '../domain/paging.ts';
import type { Caller } from '../store/queries/keys.ts';
import { insertTopic, listTopics } from '../store/queries/topics.ts';
import { authorize, hashBody, prepare, run } from './execute.ts';
import { defineOperation, type Scope } from './operation.ts';

let test: TestContext;
let company: number;
let project: { project: number; id: string };
beforeAll(async () => {
  test = await createTestContext();
  company = await test.addCompany();
  project = await test.addProject(company);
});
afterAll(() => test.close());

const base = { method: 'POST', path: '/things', group: 'Things', summary: 'Thing', output: Type.Object({}) } as const;

function define(scope: Scope, right: Rights = 'read') {
  return defineOperation({ ...base, id: 'thing', scope, right, handle: async () => ({}) });
}

async function addCaller(options: { project?: number; rights?: Rights } = {}): Promise<Caller> {
  return (await test.addKey(company, options)).caller;
}

describe('who may call', () => {
  const check = (operation: ReturnType<typeof define>, request: { caller: Caller; project_id?: unknown }) =>
    authorize(test.context, operation, { project_id: undefined, ...request });

  it('finds the project of a project key, named or not', async () => {
    const caller = await addCaller({ project: project.project });
    expect(await check(define('project'), { caller })).toMatchObject({ id: project.id });
    expect(await check(define('project'), { caller, project_id: project.id })).toMatchObject({ id: project.id });
  });

  it('refuses a project key for any other project, existing or not', async () => {
    const caller = await addCaller({ project: project.project });
    const other = await test.addProject(company);
    for (const project_id of [other.id, 'or_unknown']) {
      await expect(check(define('project'), { caller, project_id })).rejects.toMatchObject({ code: 'forbidden' });
    }
  });

  it('asks a company key for the project', async () => {
    const caller = await addCaller();
    await expect(check(define('project'), { caller })).rejects.toMatchObject({ code: 'project_id_required' });
    expect(await check(define('project'), { caller, project_id: project.id })).toMatchObject({ id: project.id });
  });

  it('does not find a project of another company', async () => {
    const { id: project_id } = await test.addProject(await test.addCompany());
    const caller = await addCaller();
    await expect(check(define('project'), { caller, project_id })).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([null, 5, '', ['a', 'b']])('refuses %j as a project', async (project_id) => {
    const caller = await addCaller();
    await expect(check(define('project'), { caller, project_id })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'project_id' }],
    });
  });

  it('keeps project keys from what is about a company', async () => {
    const caller = await addCaller({ project: project.project });
    await expect(check(define('company'), { caller })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await check(define('company'), { caller: await addCaller() })).toMatchObject({ project: 0 });
    expect(await check(define('caller'), { caller })).toMatchObject({ project: 0 });
  });

  it('keeps read-only keys from writing, once the project is known', async () => {
    const caller = await addCaller({ rights: 'read' });
    const write = define('project', 'write');
    await expect(check(write, { caller })).rejects.toMatchObject({ code: 'project_id_required' });
    await expect(check(write, { caller, project_id: project.id })).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This key is read-only. Use a key with write access.',
    });
    expect(await check(define('project'), { caller, project_id: project.id })).toMatchObject({ id: project.id });
  });
});

describe('a prepared call', () => {
  const dated = defineOperation({
    ...base,
    id: 'dated_thing',
    scope: 'project',
    right: 'read',
    is_dated: true,
    isDeprecated: ({ start_date }) => start_date === '2026-01-02',
    input: DateRange,
    handle: async () => ({}),
  });
  const toRequest = async (input: Record<string, unknown>, given = Object.keys(input)) => ({
    caller: await addCaller(),
    projectRow: { ...project, name: 'Project' },
    input,
    given: new Set(given),
    signal: new AbortController().signal,
  });

  it('knows its dates, what was sent, and what is deprecated', async () => {
    const input = { start_date: '2026-01-02', end_date: '2026-01-31', project_id: project.id };
    const { call, date_range, is_deprecated } = prepare(test.context, dated, await toRequest(input, ['start_date']));
    expect(date_range).toBe('2026-01-02/2026-01-31');
    expect(is_deprecated).toBe(true);
    expect([call.isGiven('start_date'), call.isGiven('end_date')]).toEqual([true, false]);
    expect(call.input).toEqual({ start_date: '2026-01-02', end_date: '2026-01-31' });
    expect(call.project).toBe(project.project);
  });

  it('refuses dates in the wrong order, and says which one was a default', async () => {
    const input = { start_date: '2026-02-01', end_date: '2026-01-01' };
    const both = await toRequest(input);
    expect(() => prepare(test.context, dated, both)).toThrow('start_date: 2026-02-01 is after end_date 2026-01-01.');
    const one = await toRequest(input, ['start_date']);
    expect(() => prepare(test.context, dated, one)).toThrow('(end_date was not given, so it is 2026-01-01)');
  });
});

describe('an answer that is remembered', () => {
  const toRequest = async (input: Record<string, unknown>) => ({
    caller: await addCaller(),
    projectRow: { ...project, name: 'Project' },
    input,
    given: new Set(Object.keys(input)),
    signal: new AbortController().signal,
  });
  const remembered = {
    ...base,
    scope: 'project',
    right: 'read',
    is_remembered: true,
    input: { name: Type.Optional(Type.String()) },
  } as const;

  it('is made once for equal inputs, whoever asks', async () => {
    let made = 0;
    const operation = defineOperation({
      ...remembered,
      id: 'list_things',
      handle: async ({ reader: { db }, project: key }) => {
        made += 1;
        return db.selectFrom('topics').select('name').where('project', '=', key).execute();
      },
    });
    const ask = async (input: Record<string, unknown>) =>
      run(operation, prepare(test.context, operation, await toRequest(input)).call);
    expect(await ask({ name: 'a' })).toEqual(await ask({ name: 'a' }));
    expect(made).toBe(1);
    await ask({ name: 'b' });
    await ask({});
    expect(made).toBe(3);
  });

  it.each([
    ['the caller', async ({ caller }: { caller: Caller }) => ({ id: caller.id })],
    ['the clock', async ({ context }: { context: { now(): Date } }) => ({ now: context.now() })],
  ])('cannot depend on %s', async (_name, handler) => {
    const operation = defineOperation({ ...remembered, id: `list_${_name}`, handle: handler });
    const { call } = prepare(test.context, operation, await toRequest({}));
    await expect(run(operation, call)).rejects.toThrow('follows from the input and the store alone');
  });
});

describe('an idempotency key', () => {
  const createTopic = defineOperation({
    ...base,
    id: 'create_topic',
    scope: 'project',
    right: 'write',
    is_idempotent: true,
    input: { name: Type.String() },
    output: Created,
    handle: async ({ context, project: key, input, write }) =>
      write(async (transaction) => {
        const id = await insertTopic(transaction, key, {
          topic: { name: input.name },
          maximum: 100,
          now: context.now(),
        });
        if (input.name === 'failing') throw new Error('too late');
        return { id };
      }),
  });

  async function start() {
    const own = { ...(await test.addProject(company)), name: 'Project' };
    const caller = await addCaller();
    const signal = new AbortController().signal;
    const create = (name: string, key: string) => {
      const request = { caller, projectRow: own, input: { name }, given: new Set(['name']), signal };
      const { call } = prepare(test.context, createTopic, request);
      return run(createTopic, call, { key, body_hash: hashBody({ name }) });
    };
    const count = async () => (await listTopics(test.context.store.db, own.project, { limit: 10, offset: 0 })).total;
    return { create, count };
  }

  it('gets the first answer again, and nothing is done twice', async () => {
    const { create, count } = await start();
    const first = await create('a', 'k');
    expect(await create('a', 'k')).toEqual(first);
    expect(await count()).toBe(1);
    expect(await create('b', 'other')).not.toEqual(first);
  });

  it('is refused with another body', async () => {
    const { create, count } = await start();
    await create('a', 'k');
    await expect(create('b', 'k')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    expect(await count()).toBe(1);
  });

  it('is not used up by a failure', async () => {
    const { create, count } = await start();
    await expect(create('failing', 'k')).rejects.toThrow('too late');
    expect(await count()).toBe(0);
    await create('a', 'k');
    expect(await count()).toBe(1);
  });

  it('has 1 to 255 visible characters', async () => {
    const { create } = await start();
    for (const key of ['', 'a b', 'é', 'x'.repeat(256)]) {
      await expect(create('a', key)).rejects.toMatchObject({ code: 'invalid_request' });
    }
  });
});
