import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

interface Import {
  file: string;
  target: string;
  isType: boolean;
}

/** The files of a folder, and what they import from each other; tests are left out. */
function readFolder(name: string) {
  const folder = join(ROOT, name);
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const imports: Import[] = files.flatMap((file) =>
    [...read(file).matchAll(/(?:(?:import|export)\s+(type\s)?[^;]*?from\s+|import\()'(\.[^']+)'/g)].map((match) => ({
      file,
      target: relative(folder, resolve(folder, dirname(file), match[2]!)),
      isType: match[1] !== undefined,
    })),
  );
  return { files, imports, read };
}

const src = readFolder('src');
const dashboard = readFolder('dashboard');

const partOf = (path: string) => (path.includes('/') ? path.split('/')[0]! : '');

/** What each part of the service may import from, beside itself. The top level composes the program. */
const MAY_IMPORT: Record<string, string[]> = {
  domain: [],
  tracing: [],
  statistics: ['domain'],
  extraction: ['domain'],
  discovery: ['extraction'],
  importing: ['domain'],
  exporting: ['domain'],
  providers: ['extraction', 'domain'],
  store: ['domain'],
  work: ['store', 'domain'],
  reports: ['store', 'statistics', 'extraction', 'domain'],
  analysis: ['work', 'store', 'discovery', 'extraction', 'domain'],
  ingestion: ['analysis', 'work', 'store', 'domain'],
  collection: ['providers', 'ingestion', 'analysis', 'work', 'store', 'domain'],
  notifications: ['collection', 'reports', 'providers', 'work', 'store', 'domain'],
  background: [
    'notifications',
    'collection',
    'ingestion',
    'analysis',
    'work',
    'store',
    'discovery',
    'extraction',
    'domain',
  ],
  operations: [
    'background',
    'notifications',
    'collection',
    'providers',
    'reports',
    'ingestion',
    'analysis',
    'work',
    'store',
    'discovery',
    'extraction',
    'exporting',
    'domain',
  ],
  demo: ['operations', 'collection', 'providers', 'ingestion', 'analysis', 'store', 'domain'],
  client: [],
  surfaces: ['client', 'operations', 'collection', 'importing', 'exporting', 'extraction', 'store', 'domain'],
};
/** Errors, IDs, pauses, measuring, and how a driver is loaded belong to everyone. */
const SHARED = [
  'errors.ts',
  'unhandled-errors.ts',
  'ids.ts',
  'breath.ts',
  'limit-time.ts',
  'duckdb.ts',
  'thread-priority.ts',
  'tracing/trace.ts',
];

/** The same for the dashboard. */
const DASHBOARD_MAY_IMPORT: Record<string, string[]> = {
  api: [],
  routing: [],
  controls: ['api'],
  markdown: ['api'],
  table: ['controls', 'routing'],
  charts: ['controls', 'table'],
  filters: ['api', 'controls', 'routing'],
  pages: ['api', 'charts', 'controls', 'filters', 'markdown', 'routing', 'table'],
  shell: ['api', 'controls', 'filters', 'pages', 'routing'],
};

/** Groups of names that lead to each other. */
function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reaches = (from: string, to: string): boolean => {
    const seen = new Set<string>();
    const open = [...(edges.get(from) ?? [])];
    while (open.length > 0) {
      const next = open.pop()!;
      if (next === to) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(edges.get(next) ?? []));
    }
    return false;
  };
  return [...edges.keys()].filter((name) => reaches(name, name)).map((name) => [name, ...(edges.get(name) ?? [])]);
}

function toEdges(imports: readonly Import[], toName: (path: string) => string): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { file, target } of imports) {
    const [from, to] = [toName(file), toName(target)];
    if (from === '' || to === '' || (from === to && toName === partOf)) continue;
    edges.set(from, (edges.get(from) ?? new Set()).add(to));
  }
  return edges;
}

describe('imports', () => {
  it('are found, so that there is something to judge', () => {
    expect(src.imports.length).toBeGreaterThan(500);
    expect(dashboard.imports.length).toBeGreaterThan(300);
    expect(
      findCycles(
        new Map([
          ['a', new Set(['b'])],
          ['b', new Set(['a'])],
          ['c', new Set(['a'])],
        ]),
      ),
    ).toHaveLength(2);
  });

  it('run one way through the parts of the service', () => {
    const parts = new Set(src.files.map(partOf).filter((part) => part !== ''));
    expect([...parts].filter((part) => !(part in MAY_IMPORT))).toEqual([]);
    const wrong = src.imports.filter(({ file, target, isType }) => {
      const part = partOf(file);
      if (part === '' || part === partOf(target) || SHARED.includes(target)) return false;
      // What operations work with is known by its type.
      if (['operations', 'demo', 'surfaces'].includes(part) && target === 'context.ts' && isType) return false;
      // The client runs in browsers: of the service it knows types, and how a request is built.
      if (part === 'client') return isType ? partOf(target) !== 'operations' : target !== 'domain/route.ts';
      // The command line composes the program.
      if (/^surfaces\/cli/.test(file) && partOf(target) === '') return false;
      return !MAY_IMPORT[part]!.includes(partOf(target));
    });
    expect(wrong).toEqual([]);
  });

  it('run one way through the parts of the dashboard', () => {
    const wrong = dashboard.imports.filter(({ file, target }) => {
      const [part, other] = [partOf(file), partOf(target)];
      if (part === '' || part === other || target.startsWith('..') || other === '') return false;
      return !DASHBOARD_MAY_IMPORT[part]!.includes(other);
    });
    expect(wrong).toEqual([]);
  });

  it('have no cycle, neither of files nor of folders, types included', () => {
    for (const { imports } of [src, dashboard]) {
      expect(findCycles(toEdges(imports, (path) => path))).toEqual([]);
      expect(findCycles(toEdges(imports, partOf))).toEqual([]);
    }
  });

  it('let the dashboard take the client, plain lists, the color of a new brand, the CSV line and what reads imported files from the service, and nothing else', () => {
    const taken = dashboard.imports.filter(({ target }) => target.startsWith('../src/'));
    expect(taken.length).toBeGreaterThan(3);
    const plain = [
      'domain/ask-kinds.ts',
      'domain/batch.ts',
      'domain/country-codes.ts',
      'domain/color-names.ts',
      'domain/brand-color.ts',
      'domain/csv.ts',
      'domain/limits.ts',
      'domain/sentiment.ts',
      'domain/template-languages.ts',
    ];
    const wrong = taken.filter(({ target, isType }) => {
      const path = target.replace('../src/', '');
      // Files are read in the browser, by the same code as on the command line; it knows neither HTTP nor a store.
      if (path.startsWith('client/') || path.startsWith('importing/')) return false;
      return !path.startsWith('domain/') || !(isType || plain.includes(path));
    });
    expect(wrong).toEqual([]);
  });
});

describe('only', () => {
  const filesWith = (pattern: RegExp) => src.files.filter((file) => pattern.test(src.read(file)));

  it('config.ts reads the environment', () => {
    expect(filesWith(/process\.env/)).toEqual(['config.ts']);
  });

  it('store/ and reports/ contain SQL', () => {
    const speaking = filesWith(/from 'kysely'|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/);
    expect(speaking.length).toBeGreaterThan(20);
    expect(speaking.filter((file) => !['store', 'reports'].includes(partOf(file)))).toEqual([]);
  });

  it("an engine's own folder, what opens a store, and what writes Parquet know the engine", () => {
    const knowing = filesWith(
      /from '@duckdb|'@duckdb\/node-api'|from '[./]+\/duckdb\.ts'|from 'pg'|from 'pg-copy-streams'|openDuckdb|openPostgres|['"`]duckdb:['"`:]/,
    );
    // The description of the setting has an example.
    const allowed =
      /^store\/(duckdb|postgres)\/|^store\/open-store\.ts$|^exporting\/parquet-file\.ts$|^config\.ts$|^duckdb\.ts$/;
    expect(knowing.length).toBeGreaterThan(5);
    expect(knowing.filter((file) => !allowed.test(file))).toEqual([]);
  });

  it('messages name routes only where HTTP is known', () => {
    const naming = filesWith(/['"`].*\b(GET|POST|PUT|PATCH|DELETE) \//);
    expect(naming.length).toBeGreaterThan(5);
    // The descriptions of settings name them too.
    const allowed = /^(surfaces|operations|client)\/|^config\.ts$/;
    expect(naming.filter((file) => !allowed.test(file))).toEqual([]);
  });

  it('four files write facts and their daily sums', () => {
    const facts = '(chats|answers|mentions|sources|status_changes|daily_chats|daily_mentions)';
    const writing = filesWith(
      new RegExp(
        `append\\(\\s*'${facts}'|(insert into|delete from|update) ${facts}\\b|(insertInto|updateTable|deleteFrom)\\('${facts}'`,
      ),
    );
    expect(writing.filter((file) => !file.startsWith('store/duckdb/')).sort()).toEqual([
      'store/migrations.ts',
      'store/queries/extractions.ts',
      'store/queries/facts.ts',
      'store/queries/roll-ups.ts',
      'store/queries/sources.ts',
    ]);
  });

  it('elements are made in the dashboard, never HTML', () => {
    expect(dashboard.files.filter((file) => /innerHTML|dangerously/.test(dashboard.read(file)))).toEqual([]);
  });
});

describe('time limits', () => {
  it('are not made inside of AbortSignal.any, where the garbage collector can take them away on Node 20', () => {
    const isLost = (file: string) => /AbortSignal\.any\([^)]*AbortSignal\.timeout/s.test(src.read(file));
    expect(src.files.filter(isLost)).toEqual([]);
  });
});

describe('engines', () => {
  it('are laid out alike', () => {
    const list = (engine: string) =>
      src.files.filter((file) => file.startsWith(`store/${engine}/`)).map((file) => file.split('/').at(-1)!);
    const [duckdb, postgres] = [new Set(list('duckdb')), new Set(list('postgres'))];
    const shared = [...duckdb].filter((file) => postgres.has(file)).sort();
    expect(shared).toEqual([
      'connection.ts',
      'errors.ts',
      'lists.ts',
      'query.ts',
      'read.ts',
      'request-counts.ts',
      'schema.ts',
      'snapshot.ts',
      'store.ts',
      'transaction.ts',
      'upkeep.ts',
      'values.ts',
    ]);
    expect([...duckdb].filter((file) => !postgres.has(file)).sort()).toEqual([
      'append.ts',
      'commit-count.ts',
      'counters.ts',
      'disk.ts',
      'filters.ts',
      'known-rows.ts',
      'memory.ts',
    ]);
    expect([...postgres].filter((file) => !duckdb.has(file)).sort()).toEqual([
      'address.ts',
      'commit.ts',
      'recollections.ts',
    ]);
  });
});
