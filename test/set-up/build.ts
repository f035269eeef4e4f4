import { execFileSync } from 'node:child_process';

/** Some tests start the program as a user does, so it is compiled once before any of them. */
export default function build() {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
    stdio: 'inherit',
  });
}
