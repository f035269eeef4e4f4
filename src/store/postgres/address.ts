import pg from 'pg';
import { TYPES } from './values.ts';

const CONNECT_MS = 10_000;
const IDLE_MS = 30_000;
/** Connections are renewed now and then, so that all servers behind a load balancer get their share. */
const LIFETIME_SECONDS = 1800;

/** Settings of every session, so that results do not depend on how the server is configured. */
const SESSION = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  // Compiling a report to machine code takes longer than running it.
  jit: 'off',
  client_min_messages: 'warning',
};

export interface PoolOptions {
  size: number;
  /** Server settings for the sessions of this pool. */
  session: Record<string, string>;
  /** Statements are sent without waiting for the results of those before them. */
  is_pipelined?: boolean;
}

/** The address of a server, with its TLS options decided. */
export interface Address {
  /** A pool of connections. If the server closes one, it is dropped silently, and the next query gets another. */
  createPool(options: PoolOptions): pg.Pool;
}

/**
 * Reads the address as libpq does: `sslmode`, `sslrootcert`, `sslcert`, `sslkey` and `sslnegotiation` have the same meaning.
 * `prefer`, which is the default, and `allow` try both with and without TLS, so the server has to be asked.
 */
export async function findAddress(url: string): Promise<Address> {
  const candidates = toCandidates(url);
  for (const [index, candidate] of candidates.entries()) {
    const address = toAddress(candidate);
    if (index === candidates.length - 1) return address;
    const client = new pg.Client({ connectionString: candidate, connectionTimeoutMillis: CONNECT_MS });
    client.on('error', () => {});
    try {
      await client.connect();
      return address;
    } catch (error) {
      const isAboutTls = !/^(E[A-Z]|57P|53|3D|28P)/.test(String((error as { code?: string }).code ?? ''));
      if (!isAboutTls) throw error;
    } finally {
      await client.end().catch(() => {});
    }
  }
  throw new Error('there is no address to connect to');
}

/** The addresses to try in turn, each either with or without TLS. */
export function toCandidates(url: string): string[] {
  const { sslmode, sslrootcert } = readParameters(url);
  // Node trusts the system's certificates by default.
  if (sslrootcert === 'system') return [withParameters(url, { sslrootcert: undefined, sslmode: 'verify-full' })];
  const encrypted = withParameters(url, { sslmode: 'prefer' });
  const plain = withParameters(url, { sslmode: 'disable' });
  switch (sslmode ?? 'prefer') {
    case 'prefer':
      return [encrypted, plain];
    case 'allow':
      return [plain, encrypted];
    default:
      return [withParameters(url, {})];
  }
}

function readParameters(url: string): Record<string, string | undefined> {
  return Object.fromEntries(new URLSearchParams(url.split('?')[1] ?? ''));
}

function withParameters(url: string, changes: Record<string, string | undefined>): string {
  const all = { ...readParameters(url), uselibpqcompat: 'true', ...changes };
  const kept = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${url.split('?')[0]}?${kept.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

function toAddress(url: string): Address {
  const { options: given = '' } = readParameters(url);
  const connectionString = withParameters(url, { options: undefined });
  return {
    createPool: ({ size, session, is_pipelined = false }) => {
      const settings = Object.entries({ ...SESSION, ...session }).map(([name, value]) => `-c ${name}=${value}`);
      const pool = new pg.Pool({
        connectionString,
        // The options in the address come last, so they override ours.
        options: [...settings, given].join(' ').trim(),
        application_name: 'overheard',
        max: size,
        pipeline: is_pipelined,
        connectionTimeoutMillis: CONNECT_MS,
        idleTimeoutMillis: IDLE_MS,
        maxLifetimeSeconds: LIFETIME_SECONDS,
        keepAlive: true,
        types: TYPES,
      });
      pool.on('error', () => {});
      // If a connection breaks while it is in use, the query that uses it fails, which is enough.
      pool.on('connect', (client) => client.on('error', () => {}));
      return pool;
    },
  };
}
