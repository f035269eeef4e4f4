import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProxy, type TestProxy } from '../harness/proxy.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { readSteps, type Step } from './docs-steps.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const END = '@@ end of the block @@';
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc');
const TYPES = join(ROOT, 'node_modules/@types');
const COMPILE = `node ${COMPILER} --strict --noEmitOnError --module nodenext --target es2023 --typeRoots ${TYPES} --types node`;
/** On a busy machine all of it takes a minute and a half. One command that takes so long never ends. */
const LONGEST_COMMAND_MS = 500_000;

const home = realpathSync(mkdtempSync(join(tmpdir(), 'overheard-docs-')));
const env: Record<string, string> = {
  HOME: home,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  LANG: 'C.UTF-8',
  OPENAI_API_KEY: 'sk-not-a-real-key',
  // Threads only pay off for larger amounts; each has to load the program.
  EXTRACTION_THREADS: '0',
};
/** What readers put in the place of something, once they know it. */
const known = new Map([['/path/to/overheard', ROOT]]);

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

function start(args: readonly string[], folder: string, more: Record<string, string> = {}) {
  const child = spawn('bash', args, { cwd: folder, env: { ...env, ...more } });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<void>((done) => child.on('close', () => done()));
  void ended.then(() => running.delete(child));
  /** Waits for a text, and returns everything before it that was not returned yet. */
  const readUntil = async (text: string): Promise<string> => {
    const has = () => output.includes(text) || !running.has(child);
    await waitUntil(`"${text}" is printed`, has, { longestMs: LONGEST_COMMAND_MS });
    const place = output.indexOf(text);
    if (place < 0) throw new Error(`It ended without "${text}":\n${output}`);
    const before = output.slice(0, place);
    output = output.slice(place + text.length);
    return before;
  };
  return { child, ended, readUntil };
}

/** One terminal for all pages: what is exported on one is known on the next. It ends with the first command that fails. */
let terminal: ReturnType<typeof start>;
beforeAll(() => {
  terminal = start(['-eu', '-o', 'pipefail'], home);
});

async function run(text: string, folder?: string): Promise<string> {
  const file = join(home, '.block.sh');
  // The shell itself does not end if a command before && fails.
  writeFileSync(file, `${text}\ntest $? -eq 0\n`);
  const go = folder === undefined ? '' : `cd ${folder}; `;
  const back = folder === undefined ? '' : 'cd - > /dev/null; ';
  // Whatever is in the block reads from nowhere, and not the next commands.
  terminal.child.stdin.write(`${go}. ${file} < /dev/null; ${back}echo '${END}'\n`);
  return terminal.readUntil(`${END}\n`);
}

let service: ReturnType<typeof start> | undefined;
/** The address that readers know. The service gets another port each time: its last one may belong to somebody else by then. */
let proxy: TestProxy | undefined;
afterAll(() => proxy?.close());
/** The terminal of the service stays in the folder where it was started first. */
let serviceFolder: string | undefined;

async function serve(text: string): Promise<void> {
  if (serviceFolder === undefined) {
    serviceFolder = (await run('pwd')).trim();
    env.PATH = (await run('echo $PATH')).trim();
  }
  service = start(['-c', `exec env ${text}`], serviceFolder, { PORT: '0' });
  const [, port] = /127\.0\.0\.1:(\d+)/.exec(await service.readUntil('Documentation: '))!;
  proxy ??= await startProxy(Number(port));
  proxy.passTo(Number(port));
  if (known.has('ohc_…')) return;
  const printed = await service.readUntil('"}\'\n');
  env.PORT = String(proxy.port);
  await run(`export PORT=${env.PORT}`);
  known.set('127.0.0.1:3000', `127.0.0.1:${proxy.port}`);
  known.set('ohc_…', /ohc_[\w-]+/.exec(printed)![0]);
  known.set('or_…', /or_[\w-]+/.exec(printed)![0]);
}

async function stop(): Promise<void> {
  service!.child.kill('SIGTERM');
  await service!.ended;
}

/** What the page says that a command prints, in lines that begin with a hash. */
function expectPrinted(text: string, printed: string): void {
  let rest = printed.split('\n');
  for (const line of text.split('\n').filter((candidate) => candidate.startsWith('# '))) {
    const place = rest.indexOf(line.slice(2));
    expect(place, `"${line.slice(2)}" in:\n${printed}`).toBeGreaterThanOrEqual(0);
    rest = rest.slice(place + 1);
  }
}

async function follow(step: Step): Promise<void> {
  const text = [...known].reduce((filled, [placeholder, value]) => filled.replaceAll(placeholder, value), step.text);
  switch (step.kind) {
    case 'skip':
      return console.log(`docs/${step.page}, not run: ${step.reason}\n${step.text}\n`);
    case 'stop':
      return stop();
    case 'serve':
      return serve(text);
    case 'program':
      await run(`cat > ${step.file} <<'${END}'\n${text}\n${END}`);
      await run(`${COMPILE} ${step.file} && node ${step.file.replace('.mts', '.mjs')}`);
      return;
    case 'run':
      expectPrinted(text, await run(text, step.where === 'source' ? ROOT : undefined));
  }
}

it('every command of the guides works, one after the other in an empty directory', async () => {
  const steps = readSteps();
  expect(new Set(steps.map(({ page }) => page)).size).toBe(10);
  for (const step of steps) {
    await follow(step).catch((error) => {
      throw new Error(`docs/${step.page} fails at\n${step.text}\n\n${error.message}`);
    });
  }
});
