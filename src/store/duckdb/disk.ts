import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '../../errors.ts';

export const CHECKPOINT_THRESHOLD = '64MB';
const NO_CHECKPOINT = '1TB';
/** Opening a file replays its log, at about 2 ms for each commit however small, and nobody is served meanwhile. */
const MAX_COMMITS_IN_LOG = 1000;
/** With fewer since the last rest, a checkpoint is not worth its time. */
const MIN_COMMITS_AT_REST = 100;
/** A checkpoint writes up to twice what is in the log, and needs some room beside. */
const NEEDED_BYTES = 256 * 1024 * 1024;
const LOOK_EVERY_MS = 1000;
const USABLE_BYTES = 16 * 1024 * 1024;
const USABLE_SHARE = 0.05;

const NO_SPACE = /no space left|disk quota exceeded|input\/output error|read-only file system|could not write file/i;

/** What a client should be told where the disk is the reason; other errors stay as they are. */
export function toDiskError(error: unknown): unknown {
  if (error instanceof AppError || !NO_SPACE.test(String(error))) return error;
  return new AppError(
    'store_unavailable',
    'The data cannot be written: the disk is full or does not work. Nothing that was confirmed is lost, and the service goes on by itself once there is space.',
    { cause: error, headers: { 'Retry-After': '10' } },
  );
}

/**
 * TRICKY: a checkpoint that finds no space makes the whole database unusable until it is opened again, but a commit that finds
 * none fails alone. So there are no checkpoints while the disk is nearly full.
 */
export function createDiskGuard(control: DuckDBConnection, file: string) {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let hasSpace = true;
  let commits = 0;
  let commitsSinceRest = 0;

  async function look(): Promise<{ free: number; size: number }> {
    lookedAt = performance.now();
    const { bavail, blocks, bsize } = await statfs(dirname(file));
    const free = bavail * bsize;
    const had = hasSpace;
    hasSpace = free > NEEDED_BYTES;
    if (had !== hasSpace) {
      await control.run(`set checkpoint_threshold = '${hasSpace ? CHECKPOINT_THRESHOLD : NO_CHECKPOINT}'`);
    }
    return { free, size: blocks * bsize };
  }

  /** Writes everything to the data file, if there is space. Otherwise the log has it. */
  async function checkpoint(): Promise<void> {
    await look();
    if (!hasSpace) return;
    commits = 0;
    await control.run('checkpoint');
  }

  return {
    checkpoint,
    /** Call it before a commit, which may start a checkpoint. */
    async beforeCommit(): Promise<void> {
      commits += 1;
      commitsSinceRest += 1;
      if (performance.now() - lookedAt > LOOK_EVERY_MS) await look();
    },
    /** Call it where nothing is being written. */
    async betweenCommits(): Promise<void> {
      if (commits >= MAX_COMMITS_IN_LOG && hasSpace) await checkpoint();
    },
    /** Call it where nothing has been written for a while. Returns whether much had been written before. */
    async atRest(): Promise<boolean> {
      if (commitsSinceRest < MIN_COMMITS_AT_REST) return false;
      await checkpoint();
      commitsSinceRest = 0;
      return true;
    },
    /** Whether there is so much space that a disk which was full can be called usable. */
    async isUsable(): Promise<boolean> {
      const { free, size } = await look();
      return free > Math.min(USABLE_BYTES, USABLE_SHARE * size);
    },
  };
}
