import { describe, expect, it } from 'vitest';
import { findAllNamed, findNamed } from '../known-rows.ts';
import type { Db, KnownTable } from '../schema.ts';
import { createKnowledge } from './known-rows.ts';

const PROJECT = 1;
const TAG = { project: PROJECT, name_key: 'one', name: 'One' };

function start() {
  const knowledge = createKnowledge();
  return { knowledge, db: { known: knowledge } as unknown as Db };
}

describe('what is known of rows', () => {
  it('is read once', async () => {
    const { knowledge, db } = start();
    let reads = 0;
    const find = (names: string[]) =>
      findNamed(db, PROJECT, {
        table: 'urls',
        names,
        read: async (missing) => {
          reads += missing.length;
          return missing.filter((address) => address !== 'c').map((address) => ({ address }));
        },
      });
    expect(await find(['a', 'b'])).toEqual([{ address: 'a' }, { address: 'b' }]);
    expect(await find(['b', 'c', 'a'])).toEqual([{ address: 'b' }, { address: 'a' }]);
    expect(reads).toBe(3);
    // What was not there may be there now.
    await find(['c']);
    expect(reads).toBe(4);
    knowledge.forget('urls', PROJECT + 1);
    knowledge.forget('chats', PROJECT);
    await find(['a']);
    expect(reads).toBe(4);
    knowledge.forget('urls', PROJECT);
    await find(['a']);
    expect(reads).toBe(5);
    knowledge.forget('urls', null);
    await find(['a']);
    expect(reads).toBe(6);
  });

  it.each([
    ['many names', 400, 1],
    ['many rows of one name', 1, 400],
  ])('is bounded: %s', (_what, names, rows) => {
    const { knowledge } = start();
    const text = 'x'.repeat(1000);
    const fill = (project: number) => {
      const known = knowledge.of(project, 'prompts');
      for (let name = 0; name < names; name += 1) known.set(`${text} ${name}`, new Array(rows).fill(text));
      knowledge.keep();
    };
    // 400 texts of a thousand characters take less than two megabytes.
    for (let project = 1; project <= 15; project += 1) fill(project);
    expect(knowledge.of(1, 'prompts').count()).toBe(names);
    for (let project = 16; project <= 30; project += 1) fill(project);
    expect(knowledge.of(1, 'prompts').count()).toBe(0);
  });

  it.each<KnownTable>(['tags', 'topics'])('leaves out what was added to %s while they were read', async (table) => {
    const { knowledge, db } = start();
    const read = async () => {
      knowledge.add(table, [TAG]);
      return [{ name_key: 'one', name: 'another' }];
    };
    expect(await findAllNamed(db, PROJECT, { table, maximum: 10, read })).toBeNull();
    expect(knowledge.of(PROJECT, table).get('one')).toBeUndefined();
    expect(knowledge.of(PROJECT, table).isComplete).toBe(false);
  });

  it('leaves out a name that was added while it was read', async () => {
    const { knowledge, db } = start();
    const read = async () => {
      knowledge.add('domains', [{ project: PROJECT, name: 'one' }]);
      return [{ name: 'one' }];
    };
    await findNamed(db, PROJECT, { table: 'domains', names: ['one'], read });
    expect(knowledge.of(PROJECT, 'domains').get('one')).toBeUndefined();
  });

  it('is not all of them where there are too many', async () => {
    const { db } = start();
    const many = Array.from({ length: 20_001 }, (_, index) => ({ name_key: `name ${index}` }));
    const find = (maximum: number) => findAllNamed(db, PROJECT, { table: 'tags', maximum, read: async () => many });
    expect(await find(20_001)).toBeNull();
    expect(await find(100)).toBeNull();
  });
});
