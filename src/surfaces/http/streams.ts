import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { NDJSON, ROW_FORMATS, type RowFormat } from '../../exporting/formats.ts';
import type { RowFile } from '../../exporting/row-file.ts';
import type { Operation, PreparedCall } from '../../operations/operation.ts';
import { exportRows, hasRows, toRowColumns } from '../../operations/row-stream.ts';
import { createTurns } from '../../store/turns.ts';
import { toMediaType } from './body.ts';
import { createExportFolder } from './export-folder.ts';

const MIB = 1024 * 1024;
const STREAMED_CHARACTERS = 64 * 1024;
/** Each keeps a connection to the store busy, so that more would leave none for reports. */
const EXPORTS_AT_ONCE = 2;

export interface Stream {
  type: string;
  body: Readable;
}

export interface Streams {
  /** Streams the answer row by row, if the client asks for that and the operation has rows. */
  open(operation: Operation, call: PreparedCall, accept: string | undefined): Promise<Stream | undefined>;
  /** Removes what is left on disk. */
  close(): Promise<void>;
}

export async function createStreams({
  config: { EXPORT_DISK_MB, QUERY_TIMEOUT_SECONDS },
}: Pick<Context, 'config'>): Promise<Streams> {
  // Loading a native library holds everybody up, so that it happens before there are requests.
  await Promise.all(ROW_FORMATS.map(({ load }) => load()));
  const turns = createTurns({ places: EXPORTS_AT_ONCE, timeoutMs: QUERY_TIMEOUT_SECONDS * 1000 });
  const reserve = createDiskBudget(EXPORT_DISK_MB);
  let folder: Promise<string> | undefined;

  const open: Streams['open'] = async (operation, call, accept = '') => {
    const format = findFormat(accept);
    if (!format) return undefined;
    const streamLines = format.media_type === NDJSON ? operation.streamLines : undefined;
    if (!streamLines && !hasRows(operation)) return undefined;
    if (call.caller.kind === 'link') {
      throw new AppError('forbidden', 'A share link cannot export files. Use a key, or accept application/json.');
    }
    const type = format.content_type;
    if (streamLines) return { type, body: await toReadable(toLines(streamLines(call))) };
    const openFile = await format.load();
    folder ??= createExportFolder();
    const file = await openFile(toRowColumns(operation, call), { folder: await folder, reserve });
    const write = async () => {
      await exportRows(operation, call, file.write);
      await file.end();
    };
    const written = operation.is_heavy ? turns.take({ owner: call.project, signal: call.signal }, write) : write();
    return { type, body: await toReadable(readFile(file, written)) };
  };

  return {
    open,
    close: async () => {
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}

/** The first format in the header that the service knows; undefined: JSON. */
function findFormat(accept: string): RowFormat | undefined {
  const accepted = accept.split(',').map(toMediaType);
  const known = (media: string) => ROW_FORMATS.find(({ media_type }) => media_type === media);
  const first = accepted.find((media) => media === 'application/json' || known(media) !== undefined);
  return first === undefined ? undefined : known(first);
}

/** The bytes of a file while it is being written. The file is gone when nobody writes or reads it any more. */
async function* readFile(file: RowFile, written: Promise<void>): AsyncGenerator<Uint8Array> {
  written.catch(file.fail);
  try {
    yield* file.read();
  } finally {
    await written.catch(() => {});
    await file.close();
  }
}

/** Counts the bytes that exports have on disk, and refuses more than there may be. */
function createDiskBudget(maximum: number): (bytes: number) => void {
  let used = 0;
  return (bytes) => {
    if (bytes > 0 && used + bytes > maximum * MIB) {
      throw new AppError(
        'overloaded',
        `Exports that are being downloaded take up all the disk space reserved for them, ${maximum} MB. Try again later, or request fewer days or dimensions.`,
      );
    }
    used += bytes;
  };
}

async function* toLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let piece = '';
  for await (const value of values) {
    piece += `${JSON.stringify(value)}\n`;
    if (piece.length < STREAMED_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Waits for the first piece, so that an early failure still gets its proper status. */
async function toReadable(pieces: AsyncIterable<string | Uint8Array>): Promise<Readable> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all() {
    try {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return Readable.from(all(), { objectMode: false });
}
