import type { DuckDBConnection } from '@duckdb/node-api';
import { createBreath } from '../../breath.ts';
import type { ChatTable } from '../fact-schema.ts';
import type { Fingerprints } from '../schema.ts';

/** With these, one in about 11,000 fingerprints that no chat has is looked for all the same. */
const BITS_OF_ONE = 20;
const PROBES = 10;
/** In bits. A layer has at least as many places as this, and always a power of two. */
const SMALLEST_LAYER = 2 ** 15;
/** In bytes, of all filters together: enough for about 20 million chats. */
const MAXIMUM_SIZE = 64 * 1024 * 1024;
/** A filter that was not used for this long makes room for others. */
const UNUSED_AFTER_MS = 10 * 60_000;
/** After there was no room for one, or it could not be filled, none is tried for this long. */
const RETRY_AFTER_MS = 60_000;

/** A fingerprint as the numbers of its first and its last eight digits. */
type Numbers = readonly [first: number, last: number];

/** Reads the fingerprints of a project's chats, as they are at some moment after the call. `onCount` is told first of how many. */
export type ReadFingerprints = (
  project: number,
  reading: { onCount(count: number): void; onNumbers(numbers: Numbers): void },
) => Promise<void>;

interface Options {
  read: ReadFingerprints;
  onFailed(error: unknown): void;
  now?(): number;
}

/**
 * Tells which fingerprints no chat of a project has, so that nobody has to search for them: they have no index, and a search
 * reads all that there are. What a chat may have is still searched for. So it does no harm to remember fingerprints of chats
 * that were deleted, or never committed; only chats that are added must not be missed.
 */
export function createFingerprints({ read, onFailed, now = () => performance.now() }: Options) {
  const filters = new Map<number, Filter>();
  /** Of all together. */
  let size = 0;
  /** The project that was asked for last and has no filter. */
  let missing: number | undefined;
  let filling: Promise<void> | undefined;
  let retryAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;

  function forget(project: number): void {
    size -= filters.get(project)?.size ?? 0;
    filters.delete(project);
  }

  /** Lets a filter grow, in the place of others that nobody uses. Returns false if it has no room: then it is gone. */
  function grow(project: number, work: (filter: Filter) => void): boolean {
    const filter = filters.get(project);
    if (!filter) return false;
    const before = filter.size;
    work(filter);
    size += filter.size - before;
    for (const [other, { usedAt }] of filters) {
      if (size <= MAXIMUM_SIZE) return true;
      if (now() - usedAt > UNUSED_AFTER_MS) forget(other);
    }
    if (size <= MAXIMUM_SIZE) return true;
    forget(project);
    retryAt = now() + RETRY_AFTER_MS;
    return false;
  }

  async function fill(project: number): Promise<void> {
    const filter = new Filter(now());
    // From now on it is told of new chats. Those that were committed before are read.
    filters.set(project, filter);
    const growThis = (work: () => void) => {
      if (isStopped || filters.get(project) !== filter || !grow(project, work)) throw new Stopped();
    };
    try {
      await read(project, {
        onCount: (count) => growThis(() => filter.reserve(2 * count)),
        onNumbers: (numbers) => growThis(() => filter.add(numbers)),
      });
      filter.isComplete = true;
    } catch (error) {
      if (error instanceof Stopped || isStopped) return;
      forget(project);
      retryAt = now() + RETRY_AFTER_MS;
      onFailed(error);
    }
  }

  const fingerprints: Fingerprints = {
    findPossible: (project, wanted) => {
      const filter = filters.get(project);
      if (!filter) missing = project;
      else filter.usedAt = now();
      return filter?.isComplete ? wanted.filter((fingerprint) => filter.has(toNumbers(fingerprint))) : wanted;
    },
  };

  return {
    ...fingerprints,
    /** Chats are being added. */
    add(chats: readonly object[]): void {
      for (const { project, fingerprint } of chats as readonly Pick<ChatTable, 'project' | 'fingerprint'>[]) {
        grow(project, (filter) => filter.add(toNumbers(fingerprint)));
      }
    },
    /** A statement has added chats, of any project. */
    clear(): void {
      filters.clear();
      size = 0;
    },
    /** Begins to fill a filter that is missing. For moments when no transaction is open. */
    betweenTransactions(): void {
      if (missing === undefined || filling || isStopped || now() < retryAt) return;
      const project = missing;
      missing = undefined;
      filling = fill(project).finally(() => {
        filling = undefined;
      });
    },
    /** Fills no filter any more, and waits for the one that is being filled. */
    stop: async (): Promise<void> => {
      isStopped = true;
      await filling;
    },
  };
}

/** There is no room for the filter, or it is not needed any more. */
class Stopped extends Error {}

/** A Bloom filter that grows: of what was added it says yes, of nearly everything else no. */
class Filter {
  readonly #layers: Uint32Array[] = [];
  /** How many more the last layer may take. */
  #free = 0;
  size = 0;
  isComplete = false;

  constructor(public usedAt: number) {}

  /** Makes room for this many. */
  reserve(count: number): void {
    const bits = Math.max(SMALLEST_LAYER, 2 ** Math.ceil(Math.log2(count * BITS_OF_ONE)));
    const layer = new Uint32Array(bits / 32);
    this.#layers.push(layer);
    this.#free = Math.floor(bits / BITS_OF_ONE);
    this.size += layer.byteLength;
  }

  add([first, last]: Numbers): void {
    // As many again as there are, so that there are few layers.
    if (this.#free === 0) this.reserve((this.size * 8) / BITS_OF_ONE);
    this.#free -= 1;
    const layer = this.#layers.at(-1)!;
    const mask = layer.length * 32 - 1;
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = (first + probe * (last | 1)) & mask;
      layer[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  has([first, last]: Numbers): boolean {
    return this.#layers.some((layer) => {
      const mask = layer.length * 32 - 1;
      for (let probe = 0; probe < PROBES; probe += 1) {
        const bit = (first + probe * (last | 1)) & mask;
        if (!(layer[bit >>> 5]! & (1 << (bit & 31)))) return false;
      }
      return true;
    });
  }
}

function toNumbers(fingerprint: string): Numbers {
  return [Number.parseInt(fingerprint.slice(0, 8), 16), Number.parseInt(fingerprint.slice(-8), 16)];
}

/** Reads them through a connection that nobody else uses. */
export async function readFingerprints(
  connection: DuckDBConnection,
  project: number,
  { onCount, onNumbers }: Parameters<ReadFingerprints>[1],
): Promise<void> {
  await connection.run('begin transaction');
  const counted = await connection.run('select count(*)::integer from chats where project = $1', [project]);
  const count = (await counted.getRows())[0]![0] as number;
  onCount(count);
  // The engine computes the numbers, because a UUID costs ten times as much here.
  const result = await connection.stream(
    `select ('0x' || left(fingerprint::varchar, 8))::uinteger, ('0x' || right(fingerprint::varchar, 8))::uinteger
    from chats where project = $1`,
    [project],
  );
  const breathe = createBreath();
  let read = 0;
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const [first, last] = [chunk.getColumnVector(0), chunk.getColumnVector(1)];
    for (let row = 0; row < chunk.rowCount; row += 1)
      onNumbers([first.getItem(row) as number, last.getItem(row) as number]);
    read += chunk.rowCount;
    await breathe();
  }
  // A result that breaks off looks complete.
  if (read !== count) throw new Error(`${read} of ${count} fingerprints were read`);
}
