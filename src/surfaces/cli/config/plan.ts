import { isDeepStrictEqual } from 'node:util';
import { toNameKey } from '../../../domain/text.ts';
import { suggest } from '../suggest.ts';
import type { ConfigKind, ConfigProject, Fields, Stored, Update } from './config-kind.ts';
import type { FileProblem } from './parse-yaml.ts';
import type { ConfigFile, FileEntry } from './read-file.ts';

/** One step from what the service has to what the file says. */
export type Change = { kind: ConfigKind } & (
  | { action: 'create'; entry: Fields }
  | { action: 'manual'; entry: Fields; step: string }
  | ({ action: 'update' } & Update)
  | { action: 'remove'; stored: Stored }
);

export interface Plan {
  changes: readonly Change[];
  /** How many entries of the project the file lacks, and nobody asked to remove. */
  kept: number;
  /** If there are any, nothing may be changed. */
  problems: readonly FileProblem[];
}

/** Compares a file with what the service has. Removals come last, and what refers to others is removed before them. */
export function planChanges(
  file: ConfigFile,
  { kinds, project, removes }: { kinds: readonly ConfigKind[]; project: ConfigProject; removes: boolean },
): Plan {
  const problems: FileProblem[] = [];
  const changes: Change[] = [];
  const removals: Change[][] = [];
  let kept = 0;
  for (const kind of kinds) {
    const inFile = file.get(kind.section);
    if (!inFile) continue;
    const inService = project.stored.get(kind.section) ?? [];
    const toShared = kind.toShared?.([...inFile, ...inService].map(({ entry }) => entry)) ?? ((entry) => entry);
    const entries = inFile.map((one) => ({ ...one, entry: toShared(one.entry) }));
    const stored = numberTwins(
      inService.map((one) => ({ ...one, entry: toShared(one.entry) })),
      ({ entry }) => kind.toKey(entry),
    );
    const wanted = entries.map(({ entry }) => entry);
    const keyed = numberTwins(entries, ({ entry }) => kind.toKey(entry));
    for (const problem of findMissing(kind, entries, { file, project, removes })) problems.push(problem);
    for (const [key, { entry, line }] of keyed) {
      const before = stored.get(key);
      const change = toChange(kind, { entry, before, wanted });
      if (!change) continue;
      changes.push(change);
      const problem = kind.findProblem?.(project, { entry, stored: before });
      if (problem !== undefined) problems.push({ line, message: `${kind.noun} ${kind.toLabel(entry)} ${problem}` });
    }
    if (!kind.remove) continue;
    const gone = [...stored].filter(([key, { is_removed }]) => !keyed.has(key) && !is_removed);
    if (removes) removals.push(gone.map(([, one]) => ({ action: 'remove', kind, stored: one })));
    else kept += gone.length;
  }
  return { changes: [...changes, ...removals.reverse().flat()], kept, problems };
}

function toChange(
  kind: ConfigKind,
  { entry, before, wanted }: { entry: Fields; before: Stored | undefined; wanted: readonly Fields[] },
): Change | undefined {
  if (!before) {
    const step = kind.findManualStep?.(entry);
    return step === undefined ? { action: 'create', kind, entry } : { action: 'manual', kind, entry, step };
  }
  const changes = findChanges(kind, before.entry, entry);
  const isRestored = kind.restore !== undefined && before.is_removed === true;
  if (Object.keys(changes).length === 0 && !isRestored) return undefined;
  return { action: 'update', kind, stored: before, entry, changes, wanted };
}

/** The fields that the file changes. What the file leaves out and has no default for stays as it is. */
function findChanges(kind: ConfigKind, before: Fields, after: Fields): Fields {
  const fields = Object.keys(kind.schema.properties).filter((field) => {
    if (after[field] === undefined) return false;
    return !isDeepStrictEqual(toComparable(kind, field, before[field]), toComparable(kind, field, after[field]));
  });
  return Object.fromEntries(fields.map((field) => [field, after[field]]));
}

function toComparable(kind: ConfigKind, field: string, value: unknown): unknown {
  const isName = kind.references?.[field] !== undefined;
  const toText = (text: unknown) => (isName && typeof text === 'string' ? toNameKey(text) : text);
  if (!kind.sets?.includes(field) || !Array.isArray(value)) return toText(value);
  return [...new Set(value.map(toText))].sort();
}

/** By key; of several with the same key, the second one gets another. */
function numberTwins<Item>(items: readonly Item[], toKey: (item: Item) => string): Map<string, Item> {
  const keyed = new Map<string, Item>();
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = toKey(item);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    keyed.set(`${key}\0${count}`, item);
  }
  return keyed;
}

/** Names that refer to nothing, or to what this very file would remove. */
function findMissing(
  kind: ConfigKind,
  entries: readonly FileEntry[],
  { file, project, removes }: { file: ConfigFile; project: ConfigProject; removes: boolean },
): FileProblem[] {
  return Object.entries(kind.references ?? {}).flatMap(([field, section]) => {
    const inFile = file.get(section)?.map(({ entry }) => String(entry.name));
    const inService = (project.stored.get(section) ?? []).map(({ entry }) => String(entry.name));
    const names = removes && inFile ? inFile : [...(inFile ?? []), ...inService];
    const known = new Set(names.map(toNameKey));
    return entries.flatMap(({ entry, line }) =>
      [entry[field] ?? []]
        .flat()
        .map(String)
        .filter((name) => !known.has(toNameKey(name)))
        .map((name) => ({
          line,
          message: `${kind.noun} ${kind.toLabel(entry)}: "${name}" is not in ${section}.${suggest(name, names)}`,
        })),
    );
  });
}
