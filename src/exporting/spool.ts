import { EventEmitter, once } from 'node:events';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createUuid } from '../ids.ts';
import type { FileOptions } from './row-file.ts';

const PIECE_BYTES = 64 * 1024;
/** Most exports fit, and never touch the disk. */
const BYTES_IN_MEMORY = 4 * 1024 * 1024;

/** Bytes that are written as fast as they come, and read as fast as somebody takes them: what waits is on disk. */
export interface Spool {
  write(text: string): Promise<void>;
  end(): Promise<void>;
  fail(error: unknown): void;
  read(): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

export function createSpool({ folder, reserve }: FileOptions): Spool {
  const changes = new EventEmitter();
  const inMemory: Buffer[] = [];
  let bytesInMemory = 0;
  let pending = '';
  let file: FileHandle | undefined;
  let bytesOnDisk = 0;
  let isOver = false;
  let failure: { error: unknown } | undefined;

  async function store(bytes: Buffer): Promise<void> {
    if (!file && bytesInMemory + bytes.length <= BYTES_IN_MEMORY) {
      bytesInMemory += bytes.length;
      inMemory.push(bytes);
    } else {
      file ??= await openNameless(folder);
      reserve(bytes.length);
      await file.write(bytes, 0, bytes.length, bytesOnDisk);
      bytesOnDisk += bytes.length;
    }
    changes.emit('change');
  }

  async function* readInMemory(): AsyncGenerator<Uint8Array> {
    for (let next = 0; ; next += 1) {
      while (next >= inMemory.length) {
        if (failure) throw failure.error;
        if (isOver || file) return;
        await once(changes, 'change');
      }
      yield inMemory[next]!;
    }
  }

  async function* readOnDisk(): AsyncGenerator<Uint8Array> {
    for (let position = 0; ; ) {
      while (position >= bytesOnDisk) {
        if (failure) throw failure.error;
        if (isOver) return;
        await once(changes, 'change');
      }
      const size = Math.min(PIECE_BYTES, bytesOnDisk - position);
      const { bytesRead, buffer } = await file!.read(Buffer.alloc(size), 0, size, position);
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  return {
    async write(text) {
      pending += text;
      if (pending.length < PIECE_BYTES) return;
      const bytes = Buffer.from(pending);
      pending = '';
      await store(bytes);
    },
    async end() {
      if (pending !== '') await store(Buffer.from(pending));
      isOver = true;
      changes.emit('change');
    },
    fail(error) {
      failure ??= { error };
      changes.emit('change');
    },
    async *read() {
      yield* readInMemory();
      if (file) yield* readOnDisk();
    },
    async close() {
      await file?.close();
      reserve(-bytesOnDisk);
      file = undefined;
      bytesOnDisk = 0;
    },
  };
}

/** A file that disappears with the process, however that ends. */
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `overheard-export-${createUuid()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
