import type { TObject, TSchema } from 'typebox';
import type { Overheard } from '../../../client/overheard.ts';

/** A thing as the file has it: its fields by name, with all defaults filled in. */
export type Fields = Record<string, unknown>;

/** A thing as the service has it. */
export interface Stored<Entry = Fields> {
  /** What the API calls it. */
  id: string;
  entry: Entry;
  /** Whether `--delete` has nothing to do here: an archived prompt, or a channel that is switched off. */
  is_removed?: boolean;
}

/** The project that a file is exported from or applied to. */
export interface ConfigProject {
  client: Overheard;
  /** Names the project in every request; empty if the key does. */
  scope: { project_id?: string };
  /** What the service has, by section. Kinds see those before them in the list. */
  stored: Map<string, Stored[]>;
  /** Names of the keys of providers that channels can use. */
  secrets: readonly string[];
}

/** A change of something that exists. */
export interface Update<Entry = Fields> {
  stored: Stored<Entry>;
  entry: Entry;
  /** The fields that differ, with their new values. */
  changes: Partial<Entry>;
  /** All entries of this kind that the file has. */
  wanted: readonly Entry[];
}

/** Everything there is to know about one kind of thing in a configuration file. */
export interface ConfigKind<Entry = Fields> {
  /** Its key at the top of the file. */
  section: string;
  noun: string;
  /** An entry of the file. Fields with a default can be left out. */
  schema: TObject<Record<string, TSchema>>;
  /** The section is one thing, not a list. */
  is_single?: true;
  /** Several entries can have the same key; the first of the file stands for the first of the service, and so on. */
  has_twins?: true;
  /** Lists whose order means nothing. */
  sets?: readonly (keyof Entry & string)[];
  /** Fields with names of other things, and the sections that these are in. */
  references?: Readonly<Record<string, string>>;
  /** Fields that are written although they have their default. */
  always_written?: readonly (keyof Entry & string)[];
  /** Equal for entries that mean the same thing. */
  toKey(entry: Entry): string;
  /** Cuts an entry down to what both sides know, given the entries of both: a key may see less than the one that wrote the file. */
  toShared?(entries: readonly Entry[]): (entry: Entry) => Entry;
  /** What people call it; empty for a single thing. */
  toLabel(entry: Entry): string;
  /** Spells values as the service does; throws `invalid` for a value that the service would refuse. */
  normalize?(entry: Entry): Entry;
  /** The entry as an export has it, without what follows from other fields. */
  toWritten?(entry: Entry): Partial<Entry>;
  /** What entries contradict each other, by the place of the second one. */
  findConflicts?(entries: readonly Entry[]): { index: number; message: string }[];
  read(project: ConfigProject): Promise<Stored<Entry>[]>;
  /** Whether an export has it; by default everything that is not removed. */
  isExported?(stored: Stored<Entry>): boolean;
  /** Why a change cannot be made, found before the first change. */
  findProblem?(project: ConfigProject, change: { entry: Entry; stored: Stored<Entry> | undefined }): string | undefined;
  /** What somebody has to do instead, where a file cannot have all that the service needs. */
  findManualStep?(entry: Entry): string | undefined;
  /** Creates it, and returns its ID, and its secret in a sentence if it has one. Missing where the file cannot create any. */
  create?(project: ConfigProject, entry: Entry): Promise<{ id: string; note?: string }>;
  /** Creates several at once, where that is quicker. Returns why some were refused. */
  createMany?: {
    suits(entry: Entry): boolean;
    run(project: ConfigProject, entries: readonly Entry[]): Promise<string | undefined>;
  };
  update(project: ConfigProject, update: Update<Entry>): Promise<void>;
  /** Undoes a removal, before the update. */
  restore?: { description: string; run(project: ConfigProject, stored: Stored<Entry>): Promise<void> };
  /** What `--delete` does to things that the file does not have. */
  remove?: { description?: string; run(project: ConfigProject, stored: Stored<Entry>): Promise<void> };
}

/** Forgets the type of the entries, so that all kinds fit into one list. Entries only ever meet their own kind. */
export function defineKind<Entry>(kind: ConfigKind<Entry>): ConfigKind {
  return kind as unknown as ConfigKind;
}

/** All entries of a list of the API. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
