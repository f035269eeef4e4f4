import type { Store, StoreOptions } from './store.ts';

/** Opens the store that a DATABASE_URL names; only its own engine is loaded. */
export async function openStore(url: string, options: StoreOptions): Promise<Store> {
  if (url.startsWith('duckdb:')) {
    const { openDuckdb } = await import('./duckdb.ts');
    return openDuckdb(url.slice('duckdb:'.length), options);
  }
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(url, options);
}
