import { readConfig } from '../../config.ts';
import { createContext } from '../../context.ts';
import type { Terminal } from './terminal.ts';

/** `migrate`: opening a store brings its schema up to date. */
export async function runMigrateCommand(_args: string[], terminal: Terminal): Promise<void> {
  const { store } = await createContext(readConfig());
  await store.close();
  await terminal.write('The schema is up to date.\n');
}
