import { migrate } from '../migrate.ts';
import type { DdlDialect } from '../migrations.ts';
import type { Transaction } from '../store.ts';

/** Facts need no key: rows are written in the order that reports read them, and DuckDB skips blocks by their smallest and largest values. */
const DDL: DdlDialect = {
  text: 'text',
  // Answers are not among them: to read one, the 2,048 around it are unpacked.
  bulk: 'text using compression zstd',
  factKey: () => '',
  longKey: (columns) => `, primary key (${columns})`,
  own: () => [],
};

/**
 * Brings the schema one step closer to what the program needs; true if there is more to do. TRICKY: DuckDB does not commit a
 * transaction that alters a table which it has written to, so steps must not share one.
 */
export function prepareSchema(transaction: Transaction): Promise<boolean> {
  return migrate(transaction, DDL, { is_stepwise: true });
}
