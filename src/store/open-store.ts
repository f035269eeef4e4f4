import { dirname, resolve } from 'node:path';
import { runUnowned } from '../unhandled-errors.ts';
import type { Store, StoreOptions } from './store.ts';
import { traceStore } from './traced-store.ts';

const EMBEDDED = 'duckdb:';
/** A store that is gone when it is closed. */
export const MEMORY_URL = `${EMBEDDED}:memory:`;

/** Whether the data is in a file inside this process rather than on a database server. */
export function isEmbedded(url: string): boolean {
  return url.startsWith(EMBEDDED);
}

/** The DATABASE_URL of an embedded store in this file. */
export function toFileUrl(file: string): string {
  return EMBEDDED + file;
}

/** The file that has the data of an embedded store; null if the data is in memory or on a database server. */
export function findDataFile(url: string): string | null {
  return isEmbedded(url) && url !== MEMORY_URL ? resolve(url.slice(EMBEDDED.length)) : null;
}

/** The folder on whose disk an embedded store keeps its data, likewise. */
export function findDataFolder(url: string): string | null {
  const file = findDataFile(url);
  return file === null ? null : dirname(file);
}

/** Where a copy of an embedded store is written before it is sent: next to the store, on the same disk. */
export function toCopyPath(url: string): string {
  return `${resolve(url.slice(EMBEDDED.length))}.copy`;
}

/** Opens the store of a DATABASE_URL. Only the engine that it needs is loaded. */
export async function openStore(url: string, options: StoreOptions): Promise<Store> {
  if (isEmbedded(url)) {
    const { openDuckdb } = await import('./duckdb/store.ts');
    return toUnownedWrites(traceStore(await openDuckdb(url.slice(EMBEDDED.length), options)));
  }
  const { openPostgres } = await import('./postgres/store.ts');
  return toUnownedWrites(traceStore(await openPostgres(url, options)));
}

/** A transaction that is broken off in its middle blocks the writers behind it, which its owner's end does not undo. */
function toUnownedWrites(store: Store): Store {
  return { ...store, write: (project, work, options) => runUnowned(() => store.write(project, work, options)) };
}
