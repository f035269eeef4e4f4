// npm run stress -- NAME [options]: each file in this folder whose name is listed here says what it does and takes.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const NAMES = [
  'blocking',
  'connections',
  'fuzz',
  'hostile-provider',
  'kills',
  'load',
  'reads',
  'replay',
  'soak',
  'times',
];

const [name, ...options] = process.argv.slice(2);
if (!NAMES.includes(name)) {
  console.error(`Say which one: npm run stress -- ${NAMES.join(' | ')} [options]`);
  process.exit(2);
}
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.mjs`), ...options], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
