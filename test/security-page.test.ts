import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('SECURITY.md', 'utf8');

it('SECURITY.md names tests that exist as proof', () => {
  const cells = [...page.matchAll(/`([^`]+\.test\.ts)` ((?:"[^"]+"(?:, )?)+)/g)];
  const proofs = cells.flatMap(([, file, names]) =>
    [...names!.matchAll(/"([^"]+)"/g)].map(([, name]) => ({ file: file!, name: name! })),
  );
  expect(proofs.length).toBeGreaterThan(40);
  const missing = proofs.filter(({ file, name }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(name));
  expect(missing).toEqual([]);
});

it('SECURITY.md names files and links that exist', () => {
  const files = [...page.matchAll(/`((?:src|test)\/[^`]+\.ts)`/g)].map(([, file]) => file!);
  const links = [...page.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!);
  expect([...files, ...links].filter((path) => !existsSync(path))).toEqual([]);
});
