// Which packages are shipped: what npm installs beside the program, and what Vite puts into the dashboard.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

export const root = join(import.meta.dirname, '..');

/** Licenses, by their SPDX names, that allow what we do: ship the work with our own, under Apache-2.0. */
const ALLOWED = new Set([
  '0BSD',
  'AFL-2.1',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);

/** Every package that is installed without the development dependencies, by its path in node_modules. */
export function listLoaded(lock = join(root, 'package-lock.json')) {
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { name, version, license }]) => ({
      name: name ?? path.replace(/.*node_modules\//, ''),
      version,
      license,
    }));
}

/** The packages whose code or fonts Vite puts into the dashboard, with their folders in node_modules. */
export async function listBundled() {
  // A worker is bundled apart, and the output has only its text.
  const inWorkers = [];
  const listModules = {
    name: 'list-modules',
    generateBundle: (_options, bundle) => {
      for (const { moduleIds = [] } of Object.values(bundle)) inWorkers.push(...moduleIds);
    },
  };
  const { output } = await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'dashboard'),
    build: { write: false },
    worker: { plugins: () => [listModules] },
    logLevel: 'silent',
  });
  const paths = output.flatMap(({ moduleIds = [], originalFileNames = [] }) => [...moduleIds, ...originalFileNames]);
  const folders = [...paths, ...inWorkers].flatMap(
    (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  return [...new Set(folders)].sort().map((folder) => {
    const file = join(root, 'node_modules', folder, 'package.json');
    const { name, version, license } = JSON.parse(readFileSync(file, 'utf8'));
    return { folder, name, version, license };
  });
}

/** One sentence for each package that may not be shipped. */
export function findLicenseProblems(packages) {
  return packages.flatMap(({ name, version, license }) => {
    if (isAllowed(license)) return [];
    const found = license ? `under the license "${license}", which is not allowed` : 'without a license';
    return `${name}@${version} is shipped ${found}. Choose another package or, if its license allows what we do, add that to scripts/shipped-packages.mjs.`;
  });
}

/** Of several licenses with OR one must be allowed, with AND all. Anything more involved is for a person to read. */
function isAllowed(license) {
  if (typeof license !== 'string') return false;
  return license
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => ALLOWED.has(name)));
}
