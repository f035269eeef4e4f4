import { execFileSync } from 'node:child_process';

/** Several projects ask for it, each with a copy of this file. */
const shared = globalThis as { isOverheardBuilt?: boolean };

/** Some tests start the program as a user does, so all of it is built once before any of them. */
export default function build() {
  if (shared.isOverheardBuilt) return;
  // The test runner's own mode would make a build for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit', env, shell: process.platform === 'win32' });
  shared.isOverheardBuilt = true;
}
