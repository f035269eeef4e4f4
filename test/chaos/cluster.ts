// Services and workers on one PostgreSQL, of which one after the other is killed, and a client that tries again.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.mjs';
import { createFolder, KEY, type Program, removeFolder, runProgram, startProgram } from '../harness/program.ts';

/** Whoever waits longer than this has been forgotten. */
const LONGEST_ANSWER_MS = 400_000;

export interface Reply {
  status: number;
  text: string;
  /** An earlier attempt may have been done, although nobody said so. */
  is_repeated: boolean;
}

export interface Cluster {
  services: readonly Member[];
  database: PostgresServer;
  /** Kills one of the processes that are up, at random, and starts it again; resolves when it is gone. */
  killOne(): Promise<void>;
  /** Resolves when every process is up. */
  settled(): Promise<void>;
  /** How many were killed. */
  kills(): { services: number; workers: number };
  close(): Promise<void>;
}

export interface Member {
  program: Program | undefined;
}

/** Services and workers on a PostgreSQL of their own. */
export async function startCluster({
  services,
  workers,
  env: further = {},
}: {
  services: number;
  workers: number;
  env?: Record<string, string>;
}): Promise<Cluster> {
  const folder = await createFolder();
  const database = await startPostgres({ settings: { shared_buffers: '64MB' } });
  const env = {
    DATABASE_URL: database.toUrl('postgres'),
    WORKER: 'off',
    MAX_TOPICS: '100000',
    // Starting processes takes most of the machine already.
    EXTRACTION_THREADS: '0',
    ...further,
  };
  const starting = new Set<Promise<void>>();
  const problems: unknown[] = [];
  let isClosing = false;
  const killed = { services: 0, workers: 0 };

  const launch = {
    services: () => startProgram(folder, env),
    workers: async () => ({ ...runProgram(['worker'], { folder, env }), url: '' }),
  };
  const members: (Member & { kind: keyof typeof launch })[] = [
    ...Array.from({ length: services }, () => ({ kind: 'services' as const, program: undefined })),
    ...Array.from({ length: workers }, () => ({ kind: 'workers' as const, program: undefined })),
  ];

  function start(member: (typeof members)[number]): void {
    const started = launch[member.kind]()
      .then((program) => {
        member.program = program;
        void program.ended.then((end) => {
          if (end !== 'SIGKILL' && !isClosing) problems.push(`a process ended with ${end}: ${program.errors()}`);
        });
      })
      .catch((error) => void problems.push(error))
      .finally(() => starting.delete(started));
    starting.add(started);
  }

  async function settled(): Promise<void> {
    while (starting.size > 0) await Promise.all(starting);
    if (problems.length > 0) throw problems[0];
  }

  for (const member of members) start(member);
  await settled();
  return {
    services: members.filter(({ kind }) => kind === 'services'),
    database,
    async killOne() {
      const up = members.filter(({ program }) => program);
      const member = up[randomInt(up.length)];
      if (!member) return;
      const { process: child, ended } = member.program!;
      member.program = undefined;
      child.kill('SIGKILL');
      await ended;
      killed[member.kind] += 1;
      start(member);
    },
    settled,
    kills: () => killed,
    async close() {
      isClosing = true;
      await Promise.allSettled(starting);
      for (const { program } of members) program?.process.kill('SIGKILL');
      await Promise.all(members.map(({ program }) => program?.ended));
      await database.remove();
      await removeFolder(folder);
    },
  };
}

/** What clients met. */
export interface Log {
  answers: number;
  /** Clean errors by their code; `gone` where the process was. */
  errors: Map<string, number>;
  slowest_ms: number;
}

export interface Asking {
  method?: string;
  path: string;
  body?: object | string;
  headers?: Record<string, string>;
}

/** A client that goes to any of the services and asks again until it has an answer. */
export function createClient({ services }: Pick<Cluster, 'services'>, log: Log) {
  /** One attempt: an answer, or nothing where there was a clean error or nobody. */
  async function attempt({
    method = 'GET',
    path,
    body,
    headers,
  }: Asking): Promise<Omit<Reply, 'is_repeated'> | undefined> {
    const up = services.filter(({ program }) => program);
    const service = up[randomInt(Math.max(1, up.length))]?.program;
    if (!service) return undefined;
    const started = performance.now();
    let reply: Omit<Reply, 'is_repeated'>;
    try {
      const response = await fetch(`${service.url}/v1${path}`, {
        method,
        headers: { 'X-API-Key': KEY, ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
      });
      reply = { status: response.status, text: await response.text() };
    } catch (error) {
      // Nobody else can end a connection but a process that is gone.
      if ((error as Error).name === 'TimeoutError') throw new Error(`${method} ${path} was never answered`);
      note(log, 'gone');
      return undefined;
    } finally {
      log.slowest_ms = Math.max(log.slowest_ms, performance.now() - started);
    }
    if (reply.status < 500) {
      log.answers += 1;
      return reply;
    }
    const { code, message } = JSON.parse(reply.text) as { code: string; message: string };
    if (reply.status !== 503) {
      // The log may come later than the answer.
      await pause(500);
      const reasons = service
        .errors()
        .split('\n')
        .filter((line) => line.includes('request failed'))
        .join('\n');
      throw new Error(`${method} ${path}: ${reply.status} ${code} ${message}\n${reasons}`);
    }
    note(log, code);
    return undefined;
  }

  return async function ask(asking: Asking): Promise<Reply> {
    for (let attempts = 0; ; attempts += 1) {
      const reply = await attempt(asking);
      if (reply) return { ...reply, is_repeated: attempts > 0 };
      await pause(20 + randomInt(80));
    }
  };
}

function note({ errors }: Log, code: string): void {
  errors.set(code, (errors.get(code) ?? 0) + 1);
}
