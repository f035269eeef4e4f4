import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { startProgram } from '../program.mjs';

const SETTINGS = {
  SECRETS_KEY: 'ab'.repeat(32),
  METRICS_BRANDS: 'on',
  SHARE_RATE_LIMIT: '0',
  QUERY_TIMEOUT_SECONDS: '300',
  ALLOW_PRIVATE_ADDRESSES: 'true',
  // The driver without background work is no `bin/overheard.cjs`, which sets this.
  UV_THREADPOOL_SIZE: '16',
};
const SERVE_WITHOUT_WORKER = 'stress/replay/serve-without-worker.mjs';

/** Starts the program of a folder on a database, with or without background work. */
export async function openProgram(folder, { url, hasWorker, onLog }) {
  // Each version knows best how to serve without a worker.
  const own = join(folder, SERVE_WITHOUT_WORKER);
  const script = existsSync(own) ? own : join(import.meta.dirname, '../..', SERVE_WITHOUT_WORKER);
  const program = await startProgram({
    command: hasWorker ? [join(folder, 'bin/overheard.cjs'), 'serve'] : [script, folder],
    env: { ...SETTINGS, DATABASE_URL: url },
    onLog,
  });
  // It must not outlive a replay that fails.
  const end = () => process.kill(program.pid, 'SIGKILL');
  process.once('exit', end);
  const agent = new Agent({ keepAlive: true });
  return {
    ...program,
    ask: (question) => send(program.url, { agent, ...question }),
    async stop() {
      process.off('exit', end);
      agent.destroy();
      await program.stop();
    },
    async kill() {
      await program.kill();
      await this.stop();
    },
  };
}

/** Creates a key of another company, on a database that no program has open. */
export function createCompanyKey(folder, { url, company }) {
  const args = [join(folder, 'bin/overheard.cjs'), 'keys', 'create', '--company', company];
  const env = { PATH: process.env.PATH, DATABASE_URL: url, LOG_LEVEL: 'error', ...SETTINGS };
  const output = execFileSync(process.execPath, args, { env, encoding: 'utf8' });
  return /\boh\w_\S+/.exec(output)[0];
}

function send(url, { agent, method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { agent, method, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
