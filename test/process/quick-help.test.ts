import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'dist/program');
/** Node.js itself takes most of the 150 ms that help may take; this much code is loaded in a few. */
const MAX_BYTES = 120_000;
/** Finding and opening a file takes longer than reading it. */
const MAX_FILES = 4;

/** What is loaded with a file, and whatever that imports that is neither a file nor a part of Node.js. */
function follow(first: string): { bytes: number; files: number; packages: string[] } {
  const seen = new Set<string>();
  const packages: string[] = [];
  let bytes = 0;
  const open = [first];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = readFileSync(join(FOLDER, file), 'utf8');
    bytes += text.length;
    for (const [, target] of text.matchAll(/^(?:import|export)\b[^;]*?["']([^"']+)["'];/gm)) {
      if (target!.startsWith('./')) open.push(target!.slice(2));
      else if (!target!.startsWith('node:')) packages.push(target!);
    }
  }
  return { bytes, files: seen.size, packages };
}

describe('help', () => {
  it('loads little: no package, no operation, no store', () => {
    const { bytes, files, packages } = follow('main.js');
    expect(packages).toEqual([]);
    expect(files).toBeLessThanOrEqual(MAX_FILES);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(MAX_BYTES);
  });

  it('names every command of the API, from the list that the build wrote', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'bin/overheard.cjs'), '--help']);
    for (const group of ['serve', 'doctor', 'prompts', 'reports', 'api-keys'])
      expect(stdout).toContain(`overheard ${group}`);
  });
});
