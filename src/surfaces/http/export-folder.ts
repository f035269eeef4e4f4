import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'overheard-exports-';

/** A folder for the rows of exports, which nobody else on the machine can read. Those of processes that died are removed. */
export async function createExportFolder(): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    // It may belong to another user.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
