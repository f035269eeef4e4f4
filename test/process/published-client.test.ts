import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'overheard-consumer-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/overheard'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  copyFileSync(join(ROOT, 'test/consumer/program.ts'), join(folder, 'program.ts'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the published client', () => {
  it.each([
    ['Node.js', ['--module', 'NodeNext', '--moduleResolution', 'NodeNext']],
    ['a bundler', ['--module', 'ESNext', '--moduleResolution', 'bundler']],
  ])(
    "compiles in a stranger's project for %s, with all checks and without our dependencies",
    async (_name, options) => {
      const checks = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--types', ''];
      const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
      const all = [
        compiler,
        '--noEmit',
        '--target',
        'ES2022',
        '--lib',
        'ES2022,DOM',
        ...checks,
        ...options,
        'program.ts',
      ];
      // What the compiler says stands on standard output.
      const said = await run(process.execPath, all, { cwd: folder }).then(
        ({ stdout }) => stdout,
        ({ stdout }) => stdout,
      );
      expect(said).toBe('');
    },
  );

  it('runs without any package, also in a browser', () => {
    const files = readdirSync(join(ROOT, 'dist/client')).filter((file) => file.endsWith('.js'));
    expect(files).toContain('index.js');
    for (const file of [...files.map((name) => `client/${name}`), 'domain/route.js']) {
      const text = readFileSync(join(ROOT, 'dist', file), 'utf8');
      const targets = [...text.matchAll(/^(?:import|export)\s[^;]*?from\s+'([^']+)'/gm)].map(([, target]) => target!);
      expect(targets.filter((target) => !/^\.\/[\w-]+\.js$|^\.\.\/domain\/route\.js$/.test(target))).toEqual([]);
    }
  });
});
