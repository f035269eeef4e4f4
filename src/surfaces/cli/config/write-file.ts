import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import { Document, isPair, type Pair, Scalar, type YAMLMap } from 'yaml';
import type { ConfigKind, ConfigProject, Fields } from './config-kind.ts';
import { FILE_VERSION } from './read-file.ts';

const HEADER = ` Configuration of an Overheard project.
 See the differences: overheard config apply FILE --check
 Apply them:          overheard config apply FILE
 Fields that are left out have their defaults. Keys of providers are never in this file, and … stands for the secret part of an
 address: an export made with a read-only key has hosts alone. Applying the file leaves such addresses as they are.`;

/** The configuration of a project as a YAML file. */
export function writeConfigFile({ stored }: Pick<ConfigProject, 'stored'>, kinds: readonly ConfigKind[]): string {
  const sections = kinds.map((kind) => {
    const isExported = kind.isExported ?? (({ is_removed = false }) => !is_removed);
    const entries = (stored.get(kind.section) ?? []).filter(isExported).map(({ entry }) => toWritten(kind, entry));
    return [kind.section, kind.is_single ? entries[0] : entries] as const;
  });
  const document = new Document(
    { version: FILE_VERSION, ...Object.fromEntries(sections) },
    {
      aliasDuplicateObjects: false,
    },
  );
  document.commentBefore = HEADER;
  for (const pair of (document.contents as YAMLMap).items.slice(1)) addSpace(pair);
  return document.toString({ lineWidth: 0 });
}

/** An empty line before a section. */
function addSpace(pair: unknown): void {
  const { key } = isPair(pair) ? (pair as Pair) : {};
  if (key instanceof Scalar) key.spaceBefore = true;
}

/** The fields of an entry that say something, in the order of the schema. */
function toWritten(kind: ConfigKind, entry: Fields): Fields {
  const value = kind.toWritten?.(entry) ?? entry;
  const named = Object.keys(kind.schema.properties).filter((field) => value[field] !== undefined);
  const sorted = Object.fromEntries(
    named.map((field) => [field, kind.sets?.includes(field) ? [...(value[field] as string[])].sort() : value[field]]),
  );
  return withoutDefaults(kind.schema, sorted, kind.always_written);
}

function withoutDefaults(schema: TSchema, value: Fields, alwaysWritten: readonly string[] = []): Fields {
  const { properties = {} } = schema as { properties?: Record<string, TSchema & { default?: unknown }> };
  const fields = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    const inner = properties[name];
    const isDefault = inner && 'default' in inner && isDeepStrictEqual(inner.default, field);
    if (isDefault && !alwaysWritten.includes(name)) return [];
    return [[name, inner && 'properties' in inner ? withoutDefaults(inner, field as Fields) : field]];
  });
  return Object.fromEntries(fields);
}
