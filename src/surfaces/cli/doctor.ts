import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ApiError } from '../../client/api-error.ts';
import type { Overheard } from '../../client/overheard.ts';
import type { ItemOfRoute } from '../../client/routes.ts';
import { type Config, readConfig } from '../../config.ts';
import { toStoreOptions } from '../../context.ts';
import { isLoopback } from '../../domain/loopback.ts';
import { AppError } from '../../errors.ts';
import { MIGRATIONS } from '../../store/migrations.ts';
import { findDataFile, findDataFolder, isEmbedded, MEMORY_URL, openStore } from '../../store/open-store.ts';
import { readVersion } from '../../store/queries/copies.ts';
import { connect, findRemote, type Remote } from './remote.ts';
import type { Terminal } from './terminal.ts';
import { toPlainText } from './terminal-text.ts';

const GIBIBYTE = 1024 ** 3;
const NEEDED_BYTES = GIBIBYTE;
const MAX_CLOCK_DIFFERENCE_MS = 60_000;
const TIMEOUT_MS = 5000;

interface Finding {
  /** `note`: could not be checked, or is as it should be before the first start. */
  state: 'ok' | 'note' | 'problem';
  about: string;
  message: string;
}

const ok = (about: string, message: string): Finding => ({ state: 'ok', about, message });
const note = (about: string, message: string): Finding => ({ state: 'note', about, message });
const problem = (about: string, message: string): Finding => ({ state: 'problem', about, message });

const MARKS = { ok: 'ok  ', note: '–   ', problem: 'FAIL' };

/** `doctor`: checks what a service needs, and says what to do about what is wrong. */
export async function runDoctorCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values } = parseArgs({ args, options: { profile: { type: 'string' } } });
  let problems = 0;
  for await (const { state, about, message } of examine(terminal, values)) {
    problems += state === 'problem' ? 1 : 0;
    await terminal.write(`${MARKS[state]}  ${about.padEnd(9)} ${toPlainText(message)}\n`);
  }
  if (problems > 0) throw new AppError('internal', `${problems === 1 ? 'One problem' : `${problems} problems`} found.`);
}

async function* examine(terminal: Terminal, wanted: { profile?: string | undefined }): AsyncGenerator<Finding> {
  const config = readSettings();
  if ('state' in config) return yield config;
  yield ok('settings', 'All settings are valid.');
  const remote = tryRemote(terminal, wanted);
  const url = 'state' in remote ? `http://${config.HOST}:${config.PORT}` : new URL(remote.url).origin;
  const service = await lookAtService(url);
  yield service.finding;
  if (isLoopback(new URL(url).hostname)) {
    yield await checkStore(config, { isServed: service.isUp && isEmbedded(config.DATABASE_URL) });
    yield await checkDisk(config);
  } else yield note('store', 'Store and disk are not checked: the service is on another machine. Run this there.');
  yield checkClock(service.date);
  if ('state' in remote) yield remote;
  else if (service.isUp) yield* checkChannels(connect(remote));
  else yield note('channels', 'Not checked: the service does not answer.');
}

function readSettings(): Config | Finding {
  try {
    return readConfig();
  } catch (error) {
    return problem('settings', `${(error as Error).message.replaceAll('\n', '')} "overheard settings" lists them all.`);
  }
}

function tryRemote(terminal: Terminal, wanted: { profile?: string | undefined }): Remote | Finding {
  try {
    return findRemote(terminal, wanted);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unauthorized') throw error;
    return note('channels', `Not checked. ${error.message}`);
  }
}

interface Service {
  finding: Finding;
  isUp: boolean;
  /** What time it is there; null if it does not say. */
  date: Date | null;
}

async function lookAtService(url: string): Promise<Service> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const said = response.headers.get('Date');
    const finding = response.ok
      ? ok('service', `${url} is running, and its store answers.`)
      : problem('service', `${url} is not ready (status ${response.status}). Look at its log.`);
    return { finding, isUp: response.ok, date: said === null ? null : new Date(said) };
  } catch {
    const finding = note(
      'service',
      `Nothing answers at ${url}. Start it with "overheard serve", or set OVERHEARD_URL.`,
    );
    return { finding, isUp: false, date: null };
  }
}

/** Opens the store to read, unless a running service has it: then its start has checked the same. */
async function checkStore(config: Config, { isServed }: { isServed: boolean }): Promise<Finding> {
  const url = config.DATABASE_URL;
  if (isServed) return ok('store', 'The running service has the store open.');
  if (url === MEMORY_URL) return note('store', 'The data is in memory, and gone when the service stops.');
  const file = findDataFile(url);
  if (file !== null && !existsSync(file)) {
    return note('store', `${url} does not exist yet. The first start of the service creates it.`);
  }
  try {
    const store = await openStore(url, { ...toStoreOptions(config), is_read_only: true });
    try {
      const version = await readVersion(store.db);
      if (version > MIGRATIONS.at(-1)!.version) {
        return problem('store', 'The data is from a newer version of Overheard. Install that version.');
      }
      const missing = MIGRATIONS.filter((migration) => migration.version > version).length;
      if (missing === 0) return ok('store', 'The store answers, and its schema is up to date.');
      return problem('store', `The schema lacks ${missing} of its updates. Run "overheard migrate".`);
    } finally {
      await store.close();
    }
  } catch (error) {
    return problem('store', `${(error as Error).message} Check DATABASE_URL.`);
  }
}

async function checkDisk({ DATABASE_URL }: Config): Promise<Finding> {
  const folder = findDataFolder(DATABASE_URL);
  if (folder === null) return note('disk', 'Not checked: the data is not on a disk of this machine.');
  if (!existsSync(folder)) return note('disk', `Not checked: ${folder} does not exist yet.`);
  const { bavail, bsize } = await statfs(folder);
  const free = `${((bavail * bsize) / GIBIBYTE).toFixed(1)} GiB free in ${folder}`;
  if (bavail * bsize >= NEEDED_BYTES) return ok('disk', `${free}.`);
  return problem('disk', `Only ${free}. Free some space: without it, the service cannot store answers.`);
}

function checkClock(there: Date | null): Finding {
  const now = Date.now();
  // The program cannot be younger than now.
  if (now < statSync(new URL(import.meta.url)).mtimeMs - MAX_CLOCK_DIFFERENCE_MS) {
    return problem(
      'clock',
      `It is ${new Date(now).toISOString()} by the clock of this machine, which is before this program was installed. Set the clock.`,
    );
  }
  const difference = there === null ? 0 : Math.abs(now - there.getTime());
  if (difference <= MAX_CLOCK_DIFFERENCE_MS) return ok('clock', `${new Date(now).toISOString()}.`);
  const seconds = Math.round(difference / 1000);
  return problem('clock', `The clocks of this machine and the service differ by ${seconds} seconds. Set them by NTP.`);
}

async function* checkChannels(client: Overheard): AsyncGenerator<Finding> {
  try {
    const { project } = await client.call('GET /key', {});
    if (project) return yield* checkProject(client, project);
    for await (const each of client.list('GET /projects', {})) yield* checkProject(client, each);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    yield problem('channels', error.message);
  }
}

async function* checkProject(client: Overheard, { id, name }: { id: string; name: string }): AsyncGenerator<Finding> {
  const { data: secrets } = await client.call('GET /secrets', { project_id: id });
  const known = new Set(secrets.map((secret) => secret.name.replaceAll('-', '_')));
  let asked = 0;
  let isFine = true;
  for await (const channel of client.list('GET /model-channels', { project_id: id })) {
    if (!channel.is_active || channel.ask === null) continue;
    asked += 1;
    const message = describeTrouble(channel, known);
    if (message === undefined) continue;
    isFine = false;
    yield problem('channels', `${name}: ${message}`);
  }
  if (!isFine) return;
  if (asked === 0) yield note('channels', `${name}: no channel is set up for asking.`);
  else yield ok('channels', `${name}: ${asked === 1 ? 'one channel is' : `${asked} channels are`} ready.`);
}

function describeTrouble(channel: ItemOfRoute<'GET /model-channels'>, known: ReadonlySet<string>): string | undefined {
  const { secret } = channel.ask as { secret?: string };
  if (secret !== undefined && !known.has(secret.replaceAll('-', '_'))) {
    return `channel ${channel.id} needs the secret "${secret}", which does not exist. Store it with "overheard secrets set ${secret}".`;
  }
  if (channel.paused_until === null) return undefined;
  const reason = channel.paused_reason === null ? '' : ` (${channel.paused_reason})`;
  return `channel ${channel.id} is paused until ${channel.paused_until}${reason}. Try it with "overheard model-channels test ${channel.id}".`;
}
