import { isIP } from 'node:net';
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import type { EnvironmentSecret } from './collection/vault.ts';
import type { ModelIds } from './domain/catalog.ts';
import { AppError } from './errors.ts';
import { SAMPLERS, type SamplerName } from './tracing/sampler.ts';

interface Setting<Value> {
  description: string;
  /** The text that is parsed if the variable is not set. */
  fallback: string;
  /** Converts the text to a value, or throws an Error whose message completes "NAME …". */
  parse: (text: string) => Value;
}

const MAX_THREADS = 4;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** All settings. `npm run docs` writes the table in docs/settings.md from them. */
const SETTINGS = {
  HOST: text('Address to listen on. `0.0.0.0` opens the service to the network.', '127.0.0.1'),
  PORT: integer('Port to listen on; 0 picks a free one.', { fallback: 3000, minimum: 0, maximum: 65_535 }),
  BASE_PATH: {
    description: 'Path under which the API is served.',
    fallback: '/v1',
    parse: (value: string) => {
      if (/^(\/[A-Za-z0-9._~-]+)+$/.test(value)) return value;
      throw new Error('must begin with "/", must not end with "/", and may contain letters, digits and . _ ~ -');
    },
  },
  PUBLIC_URL: {
    description:
      'Address under which browsers reach the service if it is behind a proxy, such as `https://overheard.example.com`. Empty: the address it listens on.',
    fallback: '',
    parse: (value: string) => {
      if (value === '' || (/^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value))
        return value;
      throw new Error('must be an origin such as https://overheard.example.com');
    },
  },
  DATABASE_URL: {
    description:
      'Where the data is stored: `duckdb:PATH` (`duckdb::memory:` stores nothing), or `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, which several processes can share and which takes `sslmode` and the other TLS options of libpq.',
    fallback: 'duckdb:./data/overheard.duckdb',
    parse: parseDatabaseUrl,
  },
  DATABASE_POOL: integer(
    'Maximum number of connections of one process to a PostgreSQL database. A third of them are for writing.',
    {
      fallback: 12,
      minimum: 2,
      maximum: 1000,
    },
  ),
  DATABASE_THREADS: {
    description: 'Number of threads that run the queries of the embedded store; `auto` is one per core.',
    fallback: 'auto',
    parse: (value: string) => {
      if (value === 'auto') return null;
      if (/^[1-9]\d{0,2}$/.test(value)) return Number(value);
      throw new Error('must be "auto" (one per core) or a number from 1 to 999');
    },
  },
  BOOTSTRAP_KEY: {
    description:
      'First company key, at least 24 characters. It is checked at every start: a new value replaces the key before. Without it, the first start creates a key and prints it once.',
    fallback: '',
    parse: (value: string) => parseSecret(value) || null,
  },
  DEMO: {
    description: '`on` creates a demo project in an empty store, `off` does not.',
    fallback: 'on',
    parse: (value: string) => oneOf(value, ['on', 'off']) === 'on',
  },
  WORKER: {
    description:
      '`off` leaves background work, such as re-analyzing answers after brands were edited, to `overheard worker` processes. It needs a PostgreSQL database.',
    fallback: 'on',
    parse: (value: string) => oneOf(value, ['on', 'off']) === 'on',
  },
  RATE_LIMIT: integer('Maximum number of requests per minute and key; 0 is no limit.', { fallback: 600, minimum: 0 }),
  SHARE_RATE_LIMIT: integer('Maximum number of requests per minute and share link; 0 is no limit.', {
    fallback: 300,
    minimum: 0,
  }),
  COMPANY_RATE_LIMIT: {
    description:
      'Maximum number of requests per minute and company, by all its keys, sessions and share links together; 0 is no limit. `auto`: ten times `RATE_LIMIT`.',
    fallback: 'auto',
    parse: (value: string) => {
      if (value === 'auto') return value;
      if (/^\d{1,15}$/.test(value)) return Number(value);
      throw new Error('must be "auto" (ten times RATE_LIMIT) or a whole number of at least 0');
    },
  },
  FAILED_ATTEMPTS_LIMIT: integer(
    'Maximum number of wrong keys, sign-ins and tokens per minute and client address, in each process; 0 is no limit.',
    { fallback: 60, minimum: 0 },
  ),
  TRUST_PROXY: {
    description:
      'Proxies in front of the service, whose `X-Forwarded-For` header names the client: addresses and ranges such as `10.0.0.0/8`, or `loopback`, `linklocal` and `uniquelocal` (private networks), separated by commas. Empty: the address of the connection counts.',
    fallback: '',
    parse: (value: string) => {
      const ranges = splitList(value);
      const bad = ranges.find((range) => !isAddressRange(range));
      if (bad === undefined) return ranges;
      throw new Error(`must list addresses or ranges such as 10.0.0.0/8, not "${bad}"`);
    },
  },
  CORS_ORIGINS: {
    description: 'Origins whose pages may call the API, separated by commas. Empty: none.',
    fallback: '',
    parse: (value: string) => {
      const origins = splitList(value);
      const bad = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
      if (bad === undefined) return origins;
      throw new Error(`must list origins such as https://app.example.com, not "${bad}"`);
    },
  },
  MODEL_IDS: {
    description:
      'Ids of built-in models in responses: `specification`, or `public`, the ids that other tools use. Requests may use both.',
    fallback: 'specification',
    parse: (value: string) => oneOf(value, ['specification', 'public']) as ModelIds,
  },
  EXTRA_COUNTRIES: {
    description:
      'Countries that prompts and answers may have beside those of the API, as two-letter codes such as `KZ,LI`, separated by commas.',
    fallback: '',
    parse: (value: string) => {
      const codes = splitList(value);
      const bad = codes.find((code) => !isRegion(code));
      if (bad === undefined) return codes;
      throw new Error(`must list two-letter country codes such as KZ, not "${bad}"`);
    },
  },
  LOG_LEVEL: {
    description: `Minimum level of log messages: ${LOG_LEVELS.join(', ')}.`,
    fallback: 'info',
    parse: (value: string) => oneOf(value, LOG_LEVELS),
  },
  SECRETS_KEY: {
    description:
      'Key that encrypts stored secrets, 64 hexadecimal digits. A second one after a comma is still read, so that keys can be rotated. Empty: an embedded store creates a key file beside its data.',
    fallback: '',
    parse: (value: string) => {
      if (/^([0-9a-f]{64}(,[0-9a-f]{64})?)?$/i.test(value)) return value === '' ? [] : value.split(',');
      throw new Error('must be 64 hexadecimal digits, or two such keys separated by a comma');
    },
  },
  ALLOW_PRIVATE_ADDRESSES: {
    description:
      '`true` lets channels and webhooks reach servers on private addresses, such as a local model; `false` does not. `auto`: `true` for an embedded store on a loopback host, without `TRUST_PROXY` and without a `PUBLIC_URL` of another host; otherwise `false`.',
    fallback: 'auto',
    parse: (value: string) => oneOf(value, ['auto', 'true', 'false']),
  },
  SMTP_URL: {
    description:
      'Mail server for [notifications](notifications.md) by e-mail, such as `smtps://USER:PASSWORD@mail.example.com` or `smtp://127.0.0.1:25`. User name and password are percent-encoded. Empty: no e-mail.',
    fallback: '',
    parse: (value: string) => {
      if (value === '') return value;
      if (/^smtps?:\/\/./.test(value) && URL.canParse(value)) {
        const { username, password } = new URL(value);
        decodeText(username + password);
        return value;
      }
      // The message leaves the value out: it may hold a password.
      throw new Error('must be an address such as smtps://USER:PASSWORD@mail.example.com');
    },
  },
  SMTP_FROM: {
    description: 'Sender of e-mail, such as `overheard@example.com` or `Overheard <overheard@example.com>`.',
    fallback: '',
    parse: (value: string) => {
      if (value === '' || /^([^\s@<>]+@[^\s@<>]+|[^<>\r\n"]+ <[^\s@<>]+@[^\s@<>]+>)$/.test(value)) return value;
      throw new Error('must be an address such as overheard@example.com or Overheard <overheard@example.com>');
    },
  },
  KEEP_RAW_DAYS: integer('Number of days that the raw responses of providers are kept; 0 keeps none.', {
    fallback: 30,
    minimum: 0,
    maximum: 36_500,
  }),
  PRICES_FILE: text('JSON file with prices that override or extend the price list; see prices.md.', ''),
  METRICS_TOKEN: text(
    'If set, `GET /metrics` requires `Authorization: Bearer TOKEN`. Without it, `GET /metrics` works only on a loopback host, without `TRUST_PROXY` and without a `PUBLIC_URL` of another host.',
    '',
  ),
  METRICS_BRANDS: {
    description:
      '`on` adds the visibility and the share of voice of brands in all projects to `GET /metrics`. Whoever reads metrics then sees the names of projects and brands of all companies.',
    fallback: 'off',
    parse: (value: string) => oneOf(value, ['on', 'off']) === 'on',
  },
  BACKUP_TOKEN: {
    description:
      'If set, `GET /backup` returns a copy of all data to a client that sends this token, at least 24 characters. `overheard backup` uses it to back up an embedded store while the service runs.',
    fallback: '',
    parse: parseSecret,
  },
  MEMORY_LIMIT: {
    description: 'Maximum memory of the embedded store, such as `4GB`.',
    fallback: '2GB',
    parse: (value: string) => {
      if (/^\d+(\.\d+)? ?(MB|GB|MiB|GiB)$/.test(value)) return value;
      throw new Error('must be a size such as 512MB or 4GB');
    },
  },
  EXPORT_DISK_MB: integer(
    'Maximum disk space in MB of exports that are being written or downloaded, in each process. They wait in the folder for temporary files, which `TMPDIR` names.',
    { fallback: 4096, minimum: 0 },
  ),
  ACCEPT_LOST_WRITES: {
    description:
      '`on` starts an embedded store though writes are missing that were confirmed, for instance because its write-ahead log was damaged. Set it for one start only.',
    fallback: 'off',
    parse: (value: string) => oneOf(value, ['on', 'off']) === 'on',
  },
  QUERY_TIMEOUT_SECONDS: integer(
    'Maximum time in seconds that a report may run, and also that it may wait for its turn.',
    {
      fallback: 30,
      minimum: 1,
      maximum: 3600,
    },
  ),
  EXTRACTION_THREADS: {
    description:
      'Number of threads that analyze answers during large imports and re-analysis; 0 analyzes them in the main thread.',
    fallback: 'auto',
    parse: (value: string) => {
      if (value === 'auto') return Math.min(MAX_THREADS, availableParallelism());
      if (/^\d{1,2}$/.test(value)) return Number(value);
      throw new Error('must be "auto" (one per core, at most 4) or a number from 0 to 99');
    },
  },
  MAX_BRANDS: integer('Maximum number of brands per project.', { fallback: 200, minimum: 1 }),
  MAX_NAMES: integer('Maximum number of names, aliases and excluded phrases of all brands of a project together.', {
    fallback: 10_000,
    minimum: 1,
  }),
  MAX_PROMPTS: integer('Maximum number of prompts per project.', { fallback: 10_000, minimum: 1 }),
  MAX_TAGS: integer('Maximum number of tags per project.', { fallback: 1000, minimum: 1 }),
  MAX_TOPICS: integer('Maximum number of topics per project.', { fallback: 1000, minimum: 1 }),
  // With one, no key could be replaced by another.
  MAX_KEYS: integer('Maximum number of API keys per company that are valid at the same time.', {
    fallback: 1000,
    minimum: 2,
  }),
  MAX_SHARE_LINKS: integer('Maximum number of share links per project that are valid at the same time.', {
    fallback: 100,
    minimum: 1,
  }),
  MAX_SESSIONS: integer(
    'Maximum number of browsers that are signed in with the same key. One more signs out the one that signed in first.',
    { fallback: 100, minimum: 1 },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    description:
      'Where to send [traces](running.md#traces), such as `http://127.0.0.1:4318`: OTLP over HTTP, as JSON. Empty: no traces.',
    fallback: '',
    parse: (value: string) => {
      if (value === '' || (/^https?:/.test(value) && URL.canParse(value) && new URL(value).username === ''))
        return value;
      throw new Error('must be an address such as http://127.0.0.1:4318, without a user name or password');
    },
  },
  OTEL_EXPORTER_OTLP_HEADERS: pairs('Headers to send traces with, such as `authorization=Bearer%20TOKEN`.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: integer('Maximum time in milliseconds that sending some traces may take.', {
    fallback: 10_000,
    minimum: 1,
    maximum: 600_000,
  }),
  OTEL_BSP_SCHEDULE_DELAY: integer('Time in milliseconds that traces wait to be sent together.', {
    fallback: 5000,
    minimum: 1,
    maximum: 600_000,
  }),
  OTEL_SERVICE_NAME: text('Name of this service in traces.', 'overheard'),
  OTEL_RESOURCE_ATTRIBUTES: pairs('More about this process for traces, such as `deployment.environment.name=staging`.'),
  OTEL_TRACES_SAMPLER: {
    description: `Which traces are kept: ${SAMPLERS.map((name) => `\`${name}\``).join(', ')}.`,
    fallback: 'parentbased_always_on',
    parse: (value: string) => oneOf(value, [...SAMPLERS]) as SamplerName,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    description: 'Share of traces that the samplers with `traceidratio` keep, from 0 to 1.',
    fallback: '1',
    parse: (value: string) => {
      const share = /^[\d.]{1,20}$/.test(value) ? Number(value) : Number.NaN;
      if (share >= 0 && share <= 1) return share;
      throw new Error('must be a number from 0 to 1');
    },
  },
};

export type Config = {
  readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['parse']>;
};

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function isRegion(code: string): boolean {
  return (
    /^[A-Z]{2}$/.test(code) &&
    new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code) !== undefined
  );
}

function isAddressRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address, bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address ?? '');
  return version !== 0 && Number(bits ?? 1) >= 1 && Number(bits ?? 1) <= (version === 4 ? 32 : 128);
}

/** A secret that is hard to guess, or an empty text. */
function parseSecret(value: string): string {
  if (value === '' || (value.length >= 24 && /^[\x21-\x7e]+$/.test(value))) return value;
  throw new Error('must be at least 24 characters, all visible ASCII');
}

/** Checks the address of a store, or throws an Error whose message completes "NAME …". */
export function parseDatabaseUrl(value: string): string {
  if (/^(duckdb:.|postgres(ql)?:\/\/.)/.test(value)) return value;
  throw new Error('must be "duckdb:" followed by a path, or begin with "postgres://"');
}

/** Reads all settings, or throws one error that names everything wrong with them. */
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
    throw new AppError('invalid_request', `Some settings are invalid:\n  ${problems.join('\n  ')}`);
  }
  return Object.fromEntries(values) as Config;
}

/** What commands that use a running service read from the environment; empty where it is not set. */
export interface ClientSettings {
  /** `OVERHEARD_URL`: the service. */
  url: string;
  /** `OVERHEARD_KEY`: the key. */
  key: string;
  /** `OVERHEARD_PROJECT`: the name or ID of the project. */
  project: string;
  /** `OVERHEARD_PROFILE`: the saved profile to use. */
  profile: string;
  /** The folder with the saved profiles. */
  folder: string;
}

export function readClientSettings(env: Record<string, string | undefined> = process.env): ClientSettings {
  return {
    url: env.OVERHEARD_URL ?? '',
    key: env.OVERHEARD_KEY ?? '',
    project: env.OVERHEARD_PROJECT ?? '',
    profile: env.OVERHEARD_PROFILE ?? '',
    folder: join(env.XDG_CONFIG_HOME || env.APPDATA || join(homedir(), '.config'), 'overheard'),
  };
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

/** `name=value` pairs, separated by commas and percent-encoded, as OpenTelemetry writes lists. */
function pairs(description: string): Setting<Record<string, string>> {
  return {
    description: `${description} Percent-encoded; separate several with commas.`,
    fallback: '',
    parse: (value) => {
      const parts = value.split(',').filter((part) => part.trim() !== '');
      return Object.fromEntries(
        parts.map((part) => {
          const [name = '', ...rest] = part.split('=');
          // The message leaves the text out: it may hold a token.
          if (name.trim() === '' || rest.length === 0) throw new Error('must be a list such as name=value,other=value');
          return [name.trim(), decodeText(rest.join('=').trim())];
        }),
      );
    },
  };
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('must be percent-encoded: write % as %25');
  }
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

/** Secrets in the environment, by their names: `SECRET_OPENAI` is `openai`. */
export function readEnvironmentSecrets(
  env: Record<string, string | undefined> = process.env,
): Map<string, EnvironmentSecret> {
  const secrets = new Map<string, EnvironmentSecret>();
  for (const [variable, value] of Object.entries(env)) {
    const name = /^SECRET_([A-Z0-9_]{1,64})$/.exec(variable)?.[1];
    if (name === undefined || !value || (name.endsWith('_HOSTS') && env[variable.slice(0, -'_HOSTS'.length)])) continue;
    const hosts = (env[`${variable}_HOSTS`] ?? '').split(',').map((host) => host.trim());
    secrets.set(name.toLowerCase(), { value, hosts: hosts.filter((host) => host !== '') });
  }
  return secrets;
}
