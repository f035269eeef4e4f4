import { availableParallelism } from 'node:os';
import { AppError } from './errors.ts';

interface Setting<Value> {
  description: string;
  /** What stands in the table of settings where the variable is not set. */
  fallback: string;
  /** Turns the text into a value, or throws an Error whose message completes "NAME …". */
  parse: (text: string) => Value;
}

const MOST_THREADS = 4;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Every setting there is. The table in docs/settings.md is made from this. */
const SETTINGS = {
  HOST: text('Address to listen on. `0.0.0.0` opens the service to the network.', '127.0.0.1'),
  PORT: integer('Port to listen on; 0 takes a free one.', { fallback: 3000, minimum: 0, maximum: 65_535 }),
  BASE_PATH: {
    description: 'Path under which the interface is served.',
    fallback: '/v1',
    parse: (value: string) => {
      if (/^(\/[A-Za-z0-9._~-]+)+$/.test(value)) return value;
      throw new Error('must begin with "/", must not end with one, and may hold letters, digits and . _ ~ -');
    },
  },
  PUBLIC_URL: {
    description:
      'Address under which browsers reach the service, such as `https://overheard.example.com`, where a proxy stands before it. Empty: the address listened on.',
    fallback: '',
    parse: (value: string) => {
      if (value === '' || (/^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value))
        return value;
      throw new Error('must be an origin such as https://overheard.example.com');
    },
  },
  DATABASE_URL: {
    description:
      'Where the data are kept: `duckdb:PATH` (`duckdb::memory:` keeps nothing), or `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, which several processes may share; its `sslmode` and other TLS options are those of libpq.',
    fallback: 'duckdb:./data/overheard.duckdb',
    parse: parseDatabaseUrl,
  },
  DATABASE_POOL: integer('Most connections that one process has to a PostgreSQL; a third of them write.', {
    fallback: 12,
    minimum: 2,
    maximum: 1000,
  }),
  BOOTSTRAP_KEY: {
    description:
      'First company key, at least 24 characters. Checked at every start: a changed one replaces the earlier. Without it a key is made at first start and printed once.',
    fallback: '',
    parse: (value: string) => parseSecret(value) || null,
  },
  DEMO: {
    description: '`on` makes a demo project on a fresh store, `off` does not.',
    fallback: 'on',
    parse: (value: string) => oneOf(value, ['on', 'off']) === 'on',
  },
  WORKER: {
    description:
      '`off` leaves background work (reading answers again after an edit of brands) to processes of `overheard worker`, which need a PostgreSQL.',
    fallback: 'on',
    parse: (value: string) => oneOf(value, ['on', 'off']) === 'on',
  },
  RATE_LIMIT: integer('Requests a minute for each key; 0 is no limit.', { fallback: 600, minimum: 0 }),
  CORS_ORIGINS: {
    description: 'Origins whose pages may call the interface, separated by commas. Empty: none.',
    fallback: '',
    parse: (value: string) => {
      const origins = value
        .split(',')
        .map((origin) => origin.trim())
        .filter((origin) => origin !== '');
      const bad = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
      if (bad === undefined) return origins;
      throw new Error(`must list origins such as https://app.example.com, not "${bad}"`);
    },
  },
  LOG_LEVEL: {
    description: `How much is logged: ${LOG_LEVELS.join(', ')}.`,
    fallback: 'info',
    parse: (value: string) => oneOf(value, LOG_LEVELS),
  },
  METRICS_TOKEN: text('If set, `GET /metrics` asks for `Authorization: Bearer TOKEN`.', ''),
  BACKUP_TOKEN: {
    description:
      'If set, whoever sends it may fetch a copy of all data from the running service, as `overheard backup` does for an embedded store. At least 24 characters.',
    fallback: '',
    parse: parseSecret,
  },
  MEMORY_LIMIT: {
    description: 'Most memory that the embedded store may take, such as `4GB`.',
    fallback: '2GB',
    parse: (value: string) => {
      if (/^\d+(\.\d+)? ?(MB|GB|MiB|GiB)$/.test(value)) return value;
      throw new Error('must be a size such as 512MB or 4GB');
    },
  },
  QUERY_TIMEOUT_SECONDS: integer('Longest time that a report may run, and longest that it may wait for its turn.', {
    fallback: 30,
    minimum: 1,
    maximum: 3600,
  }),
  EXTRACTION_THREADS: {
    description: 'Threads that read answers for large imports and re-extraction; 0 reads them in the main one.',
    fallback: 'auto',
    parse: (value: string) => {
      if (value === 'auto') return Math.min(MOST_THREADS, availableParallelism());
      if (/^\d{1,2}$/.test(value)) return Number(value);
      throw new Error('must be "auto" (one for each core, at most 4) or a number from 0 to 99');
    },
  },
  MAX_BRANDS: integer('Most brands in a project.', { fallback: 200, minimum: 1 }),
  MAX_PROMPTS: integer('Most prompts in a project.', { fallback: 10_000, minimum: 1 }),
  MAX_TAGS: integer('Most tags in a project.', { fallback: 1000, minimum: 1 }),
  MAX_TOPICS: integer('Most topics in a project.', { fallback: 1000, minimum: 1 }),
};

export type Config = {
  readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['parse']>;
};

/** What nobody guesses, or nothing. */
function parseSecret(value: string): string {
  if (value === '' || (value.length >= 24 && /^[\x21-\x7e]+$/.test(value))) return value;
  throw new Error('must be at least 24 characters, all visible ASCII');
}

/** The address of a store as it stands, or an Error whose message completes "NAME …". */
export function parseDatabaseUrl(value: string): string {
  if (/^(duckdb:.|postgres(ql)?:\/\/.)/.test(value)) return value;
  throw new Error('must be "duckdb:" followed by a path, or begin with "postgres://"');
}

/** Reads all settings, or throws one error that names everything that is wrong with them. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const problems: string[] = [];
  const values = Object.entries<Setting<unknown>>(SETTINGS).map(([name, setting]) => {
    try {
      return [name, setting.parse(env[name] ?? setting.fallback)];
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}.`);
      return [name, undefined];
    }
  });
  if (problems.length > 0) {
    throw new AppError('invalid_request', `The settings cannot be used:\n  ${problems.join('\n  ')}`);
  }
  return Object.fromEntries(values) as Config;
}

/** The table of settings, in Markdown. */
export function describeSettings(): string {
  const rows = Object.entries<Setting<unknown>>(SETTINGS).map(
    ([name, { description, fallback }]) =>
      `| \`${name}\` | ${fallback === '' ? '(empty)' : `\`${fallback}\``} | ${description} |`,
  );
  return ['| setting | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function text(description: string, fallback: string): Setting<string> {
  return { description, fallback, parse: (value) => value };
}

function integer(
  description: string,
  { fallback, minimum, maximum = Number.MAX_SAFE_INTEGER }: { fallback: number; minimum: number; maximum?: number },
): Setting<number> {
  return {
    description,
    fallback: String(fallback),
    parse: (value) => {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (number >= minimum && number <= maximum) return number;
      const bounds = maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
      throw new Error(`must be a whole number ${bounds}`);
    },
  };
}

function oneOf(value: string, allowed: string[]): string {
  if (allowed.includes(value)) return value;
  throw new Error(`must be one of ${allowed.join(', ')}`);
}
