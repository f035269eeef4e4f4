import { migrate } from '../migrate.ts';
import type { DdlDialect } from '../migrations.ts';
import type { Transaction } from '../store.ts';

/** Facts need no key: rows are written in the order that reports read them, and DuckDB skips blocks by their smallest and largest values. */
const DDL: DdlDialect = {
  text: 'text',
  factKey: () => '',
  longKey: (columns) => `, primary key (${columns})`,
  own: () => [],
};

/** Brings the schema up to date. */
export function prepareSchema(transaction: Transaction): Promise<void> {
  return migrate(transaction, DDL);
}
