import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');

/** What each part may import from; parts not named here are the program's own top level. */
const MAY_IMPORT: Record<string, string[]> = {
  domain: ['domain'],
  extraction: ['extraction', 'domain'],
  store: ['store', 'domain'],
  reports: ['reports', 'store', 'extraction', 'domain'],
  work: ['work', 'store', 'domain'],
  analysis: ['analysis', 'work', 'store', 'extraction', 'domain'],
  ingestion: ['ingestion', 'analysis', 'work', 'store', 'domain'],
  background: ['background', 'ingestion', 'analysis', 'work', 'store', 'domain'],
  operations: ['operations', 'background', 'reports', 'ingestion', 'analysis', 'work', 'store', 'extraction', 'domain'],
  demo: ['demo', 'operations', 'ingestion', 'analysis', 'store', 'domain'],
  surfaces: ['surfaces', 'client', 'operations', 'store', 'domain'],
  client: ['client', 'domain'],
};
/** Errors and ids belong to everyone; the context is known by its type. */
const SHARED = ['errors.ts', 'ids.ts'];

const files = (readdirSync(SRC, { recursive: true }) as string[]).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);

interface Import {
  file: string;
  target: string;
  isType: boolean;
}

const imports: Import[] = files.flatMap((file) => {
  const text = readFileSync(join(SRC, file), 'utf8');
  return [...text.matchAll(/(import|export)\s+(type\s)?[^;]*?from\s+'(\.[^']+)'/g)].map((match) => ({
    file,
    target: relative(SRC, resolve(SRC, dirname(file), match[3]!)),
    isType: match[2] !== undefined,
  }));
});

const partOf = (file: string) => (file.includes('/') ? file.split('/')[0]! : '');

describe('the rule of imports', () => {
  it('finds the imports it judges', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it('runs one way: surfaces → operations → reports → store, extraction → domain', () => {
    const wrong = imports.filter(({ file, target, isType }) => {
      const allowed = MAY_IMPORT[partOf(file)];
      if (!allowed || SHARED.includes(target)) return false;
      if (target === 'context.ts' && isType) return false;
      // The client runs in browsers: of the service it knows only types, and how a request is built.
      if (partOf(file) === 'client' && isType) return !['operations', 'client'].includes(partOf(target));
      if (partOf(file) === 'client' && partOf(target) === 'domain') return target !== 'domain/route.ts';
      // The command line composes the program, so it may know the top level.
      if (/^surfaces\/cli/.test(file) && partOf(target) === '') return false;
      return !allowed.includes(partOf(target));
    });
    expect(wrong).toEqual([]);
  });

  it('lets only config.ts read the environment', () => {
    const readers = files.filter((file) => readFileSync(join(SRC, file), 'utf8').includes('process.env'));
    expect(readers).toEqual(['config.ts']);
  });

  it('keeps SQL and engines inside store/ and reports/', () => {
    const outside = files.filter((file) => !['store', 'reports'].includes(partOf(file)));
    const speaksSql = outside.filter((file) =>
      /from 'kysely'|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(speaksSql).toEqual([]);
    const knowsEngine = files.filter(
      (file) => partOf(file) !== 'store' && /@duckdb|openDuckdb|from 'pg'/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(knowsEngine).toEqual([]);
  });

  it('lets the dashboard take the client, and plain lists and the CSV line from domain/, and nothing else', () => {
    const folder = resolve(SRC, '../dashboard');
    const pages = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => /\.tsx?$/.test(file));
    const taken = pages.flatMap((file) =>
      [
        ...readFileSync(join(folder, file), 'utf8').matchAll(
          /(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']*\/src\/[^']+)'/g,
        ),
      ].map(([, isType, target]) => ({
        file,
        isType: isType !== undefined,
        target: target!.replace(/^.*\/src\//, ''),
      })),
    );
    expect(taken.length).toBeGreaterThan(3);
    const plain = ['domain/country-codes.ts', 'domain/color-names.ts', 'domain/csv.ts'];
    expect(
      taken.filter(({ target, isType }) => {
        if (target.startsWith('client/')) return false;
        return !target.startsWith('domain/') || !(isType || plain.includes(target));
      }),
    ).toEqual([]);
    expect(pages.filter((file) => /innerHTML|dangerously/.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
  });
});
