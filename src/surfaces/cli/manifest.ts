import type { Operation } from '../../operations/operation.ts';
import { hasRows } from '../../operations/row-stream.ts';

/** How the text of a flag becomes a value. */
export type FieldKind = 'text' | 'date' | 'integer' | 'number' | 'boolean' | 'list' | 'numbers' | 'json' | 'secret';

/** A field of an operation's input as a flag. */
export interface CommandField {
  /** Its name in the API. */
  name: string;
  /** `topic` for `topic_id`, where no other field is called that. */
  flag: string;
  /** The name of the field, with hyphens, where the flag is shorter. */
  long?: string;
  kind: FieldKind;
  is_required?: true;
  is_nullable?: true;
  choices?: string[];
  fallback?: string;
  description?: string;
  /** Fields of an object, each also a flag with a dot. */
  fields?: CommandField[];
}

/** An operation as a command. */
export interface Command {
  words: string[];
  /** Such as `POST /reports/brands`. */
  route: string;
  summary: string;
  description?: string;
  /** Fields that stand behind the words, without a flag. */
  positionals: string[];
  fields: CommandField[];
  /** It is about one project. */
  has_project?: true;
  /** It answers with rows, which can also be had as CSV, in any number. */
  has_rows?: true;
  /** Its rows can be broken down by date. */
  has_trend?: true;
  /** It is about a first and a last day, each of which can be left out. */
  has_period?: true;
}

/** What the command line knows about the API. It is written when the program is built, so that no command loads the service. */
export interface Manifest {
  commands: Command[];
}

interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  default?: unknown;
  description?: string;
  writeOnly?: boolean;
}

export function createManifest(operations: readonly Operation[]): Manifest {
  const commands = operations.map(toCommand);
  const names = commands.map(({ words }) => words.join(' '));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two operations are the command "${twice}": give one of them a "command"`);
  return { commands };
}

/** The words of the path, then the verb of the operation's id, unless the path says it already or needs none. */
function toWords({ id, method, path, creates = false, command }: Operation): string[] {
  if (command) return [...command];
  const words = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  const [named] = id.split('_') as [string];
  const verb = named === 'put' ? 'set' : named;
  if (words.at(-1) === verb) return words;
  const isAction = method === 'POST' && !creates && words.length > 1;
  // What is only read and is no member of a list has no other verb: `overview`, `chats content ID`.
  const isPlainRead = method === 'GET' && verb === 'get' && !path.endsWith('}');
  return isAction || isPlainRead ? words : [...words, verb];
}

function toCommand(operation: Operation): Command {
  const { method, path, scope, summary, description, documented = {} } = operation;
  const input = operation.input as unknown as Schema;
  const positionals = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const properties = { ...input.properties, ...(documented as Record<string, Schema>) };
  const shown = Object.entries(properties).filter(
    ([name]) =>
      !positionals.includes(name) && !(scope === 'project' && name === 'project_id') && !isSecondName(name, properties),
  );
  const names = new Set(shown.map(([name]) => name));
  return {
    words: toWords(operation),
    route: `${method} ${path}`,
    summary,
    ...(description === undefined ? {} : { description }),
    positionals,
    fields: shown.map(([name, schema]) => toField(name, schema, { names, required: input.required ?? [] })),
    ...(scope === 'project' ? { has_project: true } : {}),
    ...(hasRows(operation) ? { has_rows: true } : {}),
    ...(properties.dimensions?.items?.enum?.includes('date') ? { has_trend: true } : {}),
    ...(PERIOD.every((name) => properties[name]?.default !== undefined) ? { has_period: true } : {}),
  };
}

const PERIOD = ['start_date', 'end_date'];
/** Where the command line has another default than the API: see `fillPeriod`. */
const OWN_FALLBACKS: Record<string, string> = { start_date: '29 days before --end', end_date: 'today' };

/** Some fields are also taken in camelCase, for clients of similar services. */
function isSecondName(name: string, properties: Record<string, Schema>): boolean {
  const plain = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return plain !== name && plain in properties;
}

function toField(
  name: string,
  schema: Schema,
  { names, required, under = '' }: { names: ReadonlySet<string>; required: readonly string[]; under?: string },
): CommandField {
  const { schema: inner, is_nullable } = withoutNull(schema);
  const long = under + toHyphens(name);
  const short = toShort(name);
  const flag = under === '' && short !== name && !names.has(short) ? toHyphens(short) : long;
  const choices = (inner.enum ?? inner.items?.enum)?.map(String);
  const own = { names: new Set<string>(), required: inner.required ?? [], under: `${long}.` };
  const fields = Object.entries(inner.properties ?? {}).map(([key, value]) => toField(key, value, own));
  const description = schema.description ?? inner.description;
  return {
    name,
    flag,
    ...(flag === long ? {} : { long }),
    kind: toKind(inner),
    ...(required.includes(name) && schema.default === undefined ? { is_required: true } : {}),
    ...(is_nullable ? { is_nullable } : {}),
    ...(choices ? { choices } : {}),
    ...(isPlain(schema.default) ? { fallback: OWN_FALLBACKS[name] ?? String(schema.default) } : {}),
    ...(description === undefined ? {} : { description }),
    ...(fields.length > 0 ? { fields } : {}),
  };
}

const toHyphens = (name: string) => name.replaceAll('_', '-');

/** `topic` for `topic_id`, `tags` for `tag_ids`, `start` for `start_date`. */
function toShort(name: string): string {
  if (name === 'start_date' || name === 'end_date') return name.slice(0, -'_date'.length);
  if (name.startsWith('external_')) return name;
  return name.replace(/_id$/, '').replace(/_ids$/, 's');
}

function withoutNull(schema: Schema): { schema: Schema; is_nullable?: true } {
  const options = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (!options || options.length === schema.anyOf!.length) return { schema };
  return { schema: options.length === 1 ? options[0]! : { ...schema, anyOf: options }, is_nullable: true };
}

function toKind({ type, format, items, anyOf, writeOnly, enum: choices }: Schema): FieldKind {
  if (writeOnly) return 'secret';
  if (anyOf?.every((option) => option.type === 'string')) return 'text';
  if (type === 'string' || choices) return format === 'date' ? 'date' : 'text';
  if (type === 'integer' || type === 'number' || type === 'boolean') return type;
  if (type === 'array' && items?.type === 'string') return 'list';
  if (type === 'array' && (items?.type === 'integer' || items?.type === 'number')) return 'numbers';
  return 'json';
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
}
