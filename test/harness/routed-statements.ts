// Finds statements that a database cluster could not send to the node of one project.
import { TENANT_TABLES } from '../../src/store/schema.ts';

const TENANTS = new Set<string>([...TENANT_TABLES, 'project_locks']);

/**
 * Why a statement would not go to a single shard of a cluster: every tenant table in it must be restricted to one project,
 * by a value or by a join with a table that is. Undefined if the statement is fine.
 */
export function findUnrouted(text: string): string | undefined {
  const plain = text
    .replace(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
  if (/^(create|alter|drop|begin|commit|rollback|set) ?/.test(plain)) return undefined;
  const copied = /^copy (\w+) \(([^)]*)\)/.exec(plain);
  if (copied) return isTenant(copied[1]!) && !hasProject(copied[2]!) ? `copy into ${copied[1]}` : undefined;
  for (const scope of toScopes(plain)) {
    const problem = checkScope(scope);
    if (problem) return problem;
  }
  return undefined;
}

function isTenant(table: string): boolean {
  return TENANTS.has(table);
}

function hasProject(columns: string): boolean {
  return columns.split(',').some((column) => column.trim() === 'project');
}

/** The statement and each query inside it, each without the queries inside it. */
function toScopes(text: string): string[] {
  const scopes: string[] = [];
  const own = cut(text, scopes);
  return [...scopes, ...own].flatMap((scope) => scope.split(/\bunion(?: all)?\b/));
}

/** The text without its inner queries, which are added to `scopes`. */
function cut(text: string, scopes: string[]): string[] {
  let own = '';
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] !== '(') {
      own += text[index];
      continue;
    }
    const end = findEnd(text, index);
    const inner = text.slice(index + 1, end).trim();
    if (/^(select|with)\b/.test(inner)) {
      scopes.push(...cut(inner, scopes));
      own += '()';
    } else {
      own += `(${cut(inner, scopes).join('')})`;
    }
    index = end;
  }
  return [own];
}

function findEnd(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth === 0) return index;
  }
  throw new Error(`parentheses do not match in: ${text}`);
}

const NO_ALIAS = new Set(
  'where on set join left inner cross group order limit values select having union using returning for'.split(' '),
);

function checkScope(scope: string): string | undefined {
  const inserted = /\binsert into (\w+)(?: as \w+)? \(([^)]*)\)/.exec(scope);
  if (inserted && isTenant(inserted[1]!) && !hasProject(inserted[2]!)) return `insert into ${inserted[1]}`;
  const body = scope.replace(/\binsert into \w+/, '');
  const tables = [...body.matchAll(/\b(?:from|join|update) (\w+)(?: (?:as )?(\w+))?/g)].map(([, name, alias]) => ({
    name: name!,
    alias: alias === undefined || NO_ALIAS.has(alias) ? name! : alias,
  }));
  const bound = new Set(tables.filter(({ alias }) => isBound(body, alias, tables.length)).map(({ alias }) => alias));
  for (let before = -1; before < bound.size; ) {
    before = bound.size;
    for (const [, left, right] of body.matchAll(/\b(\w+)\.project = (\w+)\.project\b/g)) {
      if (bound.has(left!)) bound.add(right!);
      if (bound.has(right!)) bound.add(left!);
    }
  }
  const loose = tables.find(({ name, alias }) => isTenant(name) && !bound.has(alias));
  return loose && `${loose.name} in: ${scope}`;
}

function isBound(scope: string, alias: string, tables: number): boolean {
  if (new RegExp(`\\b${alias}\\.project = \\$\\d`).test(scope)) return true;
  return tables === 1 && /(?<![.\w])project = \$\d/.test(scope);
}
