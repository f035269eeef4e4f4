import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const compose = readFileSync(join(import.meta.dirname, '../compose.yaml'), 'utf8');

/** The text of each entry below a key of the first level. */
function readBlocks(key: string): Map<string, string> {
  const section = new RegExp(`^${key}:.*\\n((?:(?: .*)?\\n)+)`, 'm').exec(compose)![1]!;
  const blocks = section.split(/^ {2}(?=\w)/m).filter((block) => block.trim() !== '');
  return new Map(blocks.map((block) => [block.slice(0, block.indexOf(':')), block]));
}

it('every container has a read-only file system, no capabilities and no way to new ones', () => {
  const hardened = /^x-hardened: &hardened\n((?: .*\n)+)/m.exec(compose)![1]!;
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: ["no-new-privileges:true"]'])
    expect(hardened).toContain(line);
  expect(compose).toMatch(/^x-program: &program\n {2}<<: \*hardened\n/m);
  const services = readBlocks('services');
  expect([...services.keys()]).toEqual(['database', 'service', 'worker', 'proxy']);
  for (const [name, block] of services) expect(block, name).toMatch(/^ {4}<<: \*(hardened|program)$/m);
  expect(compose.match(/cap_add: .*/g)).toEqual(['cap_add: [NET_BIND_SERVICE]']);
  expect(compose).not.toMatch(/privileged: true|network_mode: host|docker\.sock/);
});

it('no file is copied into a container with a read-only file system', () => {
  for (const [name, block] of readBlocks('configs')) expect(block, name).toMatch(/^ {4}file: /m);
});
