import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('THIRD-PARTY-NOTICES.md names everything that is shipped, each with a license', async () => {
  // The test runner's own mode would bundle for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const check = promisify(execFile)(process.execPath, ['scripts/write-notices.mjs', '--check'], { env });
  await expect(check).resolves.toBeDefined();
});
