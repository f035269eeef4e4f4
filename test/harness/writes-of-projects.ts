// Finds writes to rows of another project than the transaction is about.
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import { TENANT_TABLES } from '../../src/store/schema.ts';

/** Rows of the installation itself are in these tables, too. */
const COMMON = new Set(['counters', 'idempotency']);
const TENANTS = new Set<string>(TENANT_TABLES.filter((table) => !COMMON.has(table)));

/** What a transaction has done so far. */
interface Writing {
  locked?: unknown;
  createsProject: boolean;
  tables: Set<string>;
}

const WRITING = /\b(?:insert into|update|delete from|merge into|truncate|copy)\s+"?(\w+)/gi;

/**
 * Watches statements, and names the tables of projects that a transaction of the installation has written to when it commits.
 * Whoever remembers something of a project would not notice. Of a project that the same transaction creates, nobody can remember
 * anything.
 */
export function createWriteWatcher() {
  const writings = new WeakMap<object, Writing>();

  return (client: object, { text, values }: { text: string; values?: unknown[] | undefined }): string | undefined => {
    if (/^begin/i.test(text)) writings.set(client, { createsProject: false, tables: new Set() });
    const writing = writings.get(client);
    if (!writing) return undefined;
    for (const [, table] of text.matchAll(WRITING)) {
      if (table === 'project_locks') writing.locked = values?.[0];
      else if (table === 'projects') writing.createsProject ||= /insert into\s+"?projects/i.test(text);
      else if (TENANTS.has(table!)) writing.tables.add(table!);
    }
    if (!/^commit/i.test(text)) return undefined;
    const { locked, createsProject, tables } = writing;
    const isHarmless = locked !== INSTALLATION || createsProject || tables.size === 0;
    return isHarmless ? undefined : `${[...tables]} written for the installation`;
  };
}
