import { execFileSync } from 'node:child_process';

/** Several projects ask for it, each with a copy of this file. */
const shared = globalThis as { isOverheardBuilt?: boolean };

/** Some tests start the program as a user does, so all of it is built once before any of them. */
export default function build() {
  if (shared.isOverheardBuilt) return;
  for (const args of [
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
    ['node_modules/vite/bin/vite.js', 'build'],
  ]) {
    // The test runner's own mode would make a build for development.
    const env = { ...process.env, NODE_ENV: 'production' };
    execFileSync(process.execPath, args, { stdio: 'inherit', env });
  }
  shared.isOverheardBuilt = true;
}
