// npm run check: types, lint, unused code and the unit tests, side by side. It builds nothing, and shows what failed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The longest first: two of them keep two cores busy until the end. */
const CHECKS = [
  ['unit tests', 'vitest run --project units --reporter=dot'],
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
console.log(failures === 0 ? `All passed (${toSeconds(began)}).` : `${failures} failed (${toSeconds(began)}).`);
process.exitCode = failures === 0 ? 0 : 1;
