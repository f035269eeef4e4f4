import { resolve } from 'node:path';
import type { Store, StoreOptions } from './store.ts';

const EMBEDDED = 'duckdb:';

/** Whether the data are a file of one process, rather than a server's. */
export function isEmbedded(url: string): boolean {
  return url.startsWith(EMBEDDED);
}

/** The address of an embedded store in this file. */
export function toFileUrl(file: string): string {
  return EMBEDDED + file;
}

/** Where a copy of an embedded store is made before it goes out: beside it, where there is room. */
export function toCopyPath(url: string): string {
  return `${resolve(url.slice(EMBEDDED.length))}.copy`;
}

/** Opens the store that a DATABASE_URL names; only its own engine is loaded. */
export async function openStore(url: string, options: StoreOptions): Promise<Store> {
  if (isEmbedded(url)) {
    const { openDuckdb } = await import('./duckdb/store.ts');
    return openDuckdb(url.slice(EMBEDDED.length), options);
  }
  const { openPostgres } = await import('./postgres/store.ts');
  return openPostgres(url, options);
}
