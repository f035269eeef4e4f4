// npm run check [-- --all]: types, lint, unused code and the unit tests, side by side. It builds nothing, and shows what failed.
// Unit tests that import nothing that has changed since they all passed are left out, unless --all is given.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The commit at which all unit tests passed, with nothing changed since. */
const PASSED_AT = 'node_modules/.cache/check-passed-at';
/** A change of any other file may matter to tests that do not import it. */
const FOLLOWED = /^(src|dashboard|test)\/.*\.(ts|tsx|css)$|\.md$/;
/** These look at files that they do not import. */
const ALWAYS = 'test/architecture test/openapi test/security-page test/compose';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit since which changes have to be tested; undefined: all tests have to run. */
function findBase() {
  if (process.argv.includes('--all')) return undefined;
  try {
    const base = readFileSync(PASSED_AT, 'utf8');
    const changed = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')];
    const files = changed.flatMap((list) => list.split('\n').filter((file) => file !== ''));
    return files.every((file) => FOLLOWED.test(file)) ? base : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the commit if nothing has changed since. */
function notePassed() {
  try {
    if (git('status', '--porcelain') !== '') return;
    mkdirSync('node_modules/.cache', { recursive: true });
    writeFileSync(PASSED_AT, git('rev-parse', 'HEAD'));
  } catch {
    // Without git, all tests run the next time.
  }
}

const base = findBase();
/** The licenses of packages change with package-lock.json alone, and take long to look at; `npm test` does. */
const UNITS = 'vitest run --project units --reporter=dot --silent --exclude test/notices.test.ts';
const UNIT_TESTS = base
  ? [
      ['unit tests of what has changed', `${UNITS} --changed ${base} --passWithNoTests`],
      ['unit tests of files', `${UNITS} ${ALWAYS}`],
    ]
  : [['unit tests', UNITS]];

/** The longest first: two of them keep two cores busy until the end. */
const CHECKS = [
  ...UNIT_TESTS,
  ['types', 'tsc --noEmit --incremental --tsBuildInfoFile node_modules/.cache/types.tsbuildinfo'],
  [
    'types of the dashboard',
    'tsc --noEmit -p dashboard --incremental --tsBuildInfoFile node_modules/.cache/dashboard-types.tsbuildinfo',
  ],
  ['lint', 'biome check --error-on-warnings .'],
  ['unused code', 'knip --cache'],
];

const toSeconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs a command of an installed package. Resolves with whether it succeeded. */
function run([name, command]) {
  const began = performance.now();
  const [program, ...args] = command.split(' ');
  const child = spawn(`node_modules/.bin/${program}`, args, { shell: process.platform === 'win32' });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      console.log(`${code === 0 ? 'passed' : 'FAILED'}: ${name} (${toSeconds(began)})`);
      resolve(code === 0);
    });
  });
}

const began = performance.now();
const waiting = [...CHECKS];
let failures = 0;
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) if (!(await run(next))) failures += 1;
}
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
if (failures === 0) notePassed();
console.log(failures === 0 ? `All passed (${toSeconds(began)}).` : `${failures} failed (${toSeconds(began)}).`);
process.exitCode = failures === 0 ? 0 : 1;
