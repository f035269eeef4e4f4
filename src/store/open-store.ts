import { openDuckdb } from './duckdb.ts';
import type { Store, StoreOptions } from './store.ts';

/** Opens the store that a DATABASE_URL names. */
export function openStore(url: string, options: StoreOptions): Promise<Store> {
  return openDuckdb(url.slice('duckdb:'.length), options);
}
