import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { LISTS as DUCKDB } from './duckdb/lists.ts';
import { createDb } from './engine-dialect.ts';
import { isInList, isOneOf } from './lists.ts';
import { LISTS as POSTGRES } from './postgres/lists.ts';

const NOWHERE = {
  acquire: async () => {
    throw new Error('nothing is executed here');
  },
  release: () => {},
};
const SIXTEEN = Array.from({ length: 16 }, (_, index) => index);

function compileWith(dialect: typeof DUCKDB, condition: RawBuilder<unknown>) {
  const { sql: text, parameters } = sql`select 1 from chats where project = ${7} and ${condition}`.compile(
    createDb(NOWHERE, dialect),
  );
  return { condition: text.slice('select 1 from chats where project = $1 and '.length), parameters };
}

describe.each([
  {
    engine: 'DuckDB',
    dialect: DUCKDB,
    int: 'chat in (select unnest($2::int[]))',
    uuid: '"id" in (select unnest($2::uuid[]))',
  },
  { engine: 'PostgreSQL', dialect: POSTGRES, int: 'chat = any($2::int[])', uuid: '"id" = any($2::uuid[])' },
])('on $engine', ({ dialect, int, uuid }) => {
  it('writes a list as one parameter, in the form that the engine hashes', () => {
    expect(compileWith(dialect, isInList(sql`chat`, [1, 2], 'int'))).toEqual({
      condition: int,
      parameters: [7, [1, 2]],
    });
    expect(compileWith(dialect, isInList(sql.ref('id'), [], 'uuid'))).toEqual({ condition: uuid, parameters: [7, []] });
  });

  it('keeps the order of parameters around a list', () => {
    const { condition, parameters } = compileWith(dialect, sql`${isInList(sql`chat`, [1], 'int')} and status = ${2}`);
    expect(condition).toBe(`${int} and status = $3`);
    expect(parameters).toEqual([7, [1], 2]);
  });

  it('compares up to 16 values of a report one by one, and looks more up in a list', () => {
    expect(compileWith(dialect, isOneOf(sql`chat`, [])).condition).toBe('false');
    expect(compileWith(dialect, isOneOf(sql`chat`, [5, 6])).condition).toBe('chat in ($2::int, $3::int)');
    expect(compileWith(dialect, isOneOf(sql`date`, ['2026-01-01'], 'date')).condition).toBe('date in ($2::date)');
    expect(compileWith(dialect, isOneOf(sql`chat`, SIXTEEN)).parameters).toEqual([7, ...SIXTEEN]);
    expect(compileWith(dialect, isOneOf(sql`chat`, [...SIXTEEN, 16]))).toEqual({
      condition: int,
      parameters: [7, [...SIXTEEN, 16]],
    });
  });
});

it('is the only code that writes a lookup in a list', () => {
  const folder = resolve(import.meta.dirname, '..');
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const byHand = files.filter((file) =>
    /\bin \(select unnest\(|= any\(/.test(readFileSync(join(folder, file), 'utf8')),
  );
  expect(byHand.sort()).toEqual(['store/duckdb/lists.ts', 'store/postgres/lists.ts']);
});
