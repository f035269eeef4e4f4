import { execFileSync } from 'node:child_process';

/** Some tests start the program as a user does, so all of it is built once before any of them. */
export default function build() {
  for (const args of [
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
    ['node_modules/vite/bin/vite.js', 'build'],
  ]) {
    // The test runner's own mode would make a build for development.
    const env = { ...process.env, NODE_ENV: 'production' };
    execFileSync(process.execPath, args, { stdio: 'inherit', env });
  }
}
