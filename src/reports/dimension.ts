import { type RawBuilder, sql } from 'kysely';
import type { TSchema } from 'typebox';
import { type Catalog, type ModelIds, toModelId } from '../domain/catalog.ts';
import { isOneOf } from '../store/lists.ts';
import { findIds, findKeys, type KeyedKind } from '../store/queries/lookups.ts';
import { readCatalog } from '../store/queries/models.ts';
import type { Db } from '../store/schema.ts';
import type { Answerable } from './tables.ts';

/** What groups are told apart by: a number or a date. */
export type Key = number | string;

/** A way to break a report down, and to choose the chats of one. */
export interface Dimension extends Answerable {
  /** Its name in requests. */
  name: string;
  /** Its field in a row. */
  field: string;
  schema: TSchema;
  /** The group's key over a fact row `f`, or over the table it is found through. */
  key: RawBuilder<unknown>;
  type: 'int' | 'date';
  /** The first day of the period that a day is in. Only dimensions of time have it, which the dates of a request choose. */
  ofDay?(date: string): string;
  /** Every answer is a group of its own. */
  is_answer?: true;
  /** The table beside the facts that knows the key. */
  through?: Through;
  /** The key 0 is the group without a value: `null` in a row, and last in every order. */
  zero_is_null?: true;
  values: Values;
  /** Where the specification enumerates the values: another one is an error, not a value that matches nothing. */
  isAllowed?(text: string, catalog: Catalog): boolean;
}

export interface Through {
  /** Joins the table to the facts `f`. Where `keys` are given, only these form groups. */
  join(project: number, keys: readonly number[] | undefined): RawBuilder<unknown>;
  /** That a fact `f` has one of these keys. */
  hasOneOf(project: number, keys: readonly number[]): RawBuilder<unknown>;
  /** A fact may have several keys; a filter that names some of them also chooses the groups. */
  has_several?: true;
}

export interface FormatOptions {
  /** The keys that rows have. */
  listKeys(): Key[];
  catalog: Catalog;
  /** Which ids of models rows carry. */
  model_ids: ModelIds;
}

/** How the values of a dimension become keys, and keys values. */
export interface Values {
  /** The keys of the values that exist. */
  toKeys(db: Db, project: number, texts: readonly string[]): Promise<Key[]>;
  /** A function that turns keys into the values of a row; undefined where they are the same. */
  loadFormat(db: Db, project: number, options: FormatOptions): Promise<((key: never) => unknown) | undefined>;
}

/** Things whose ids the store keeps. */
export function storedIds(kind: KeyedKind): Values {
  return {
    toKeys: async (db, project, ids) => [...(await findKeys(db, project, { kind, ids })).values()],
    loadFormat: async (db, project, { listKeys }) => {
      const ids = await findIds(db, project, { kind, keys: listKeys() as number[] });
      return (key: number) => (key === 0 ? null : { id: ids.get(key)! });
    },
  };
}

/** Ids of models or of their channels. */
export function catalogIds(kind: 'model' | 'channel'): Values {
  return {
    toKeys: async (db, project, ids) => {
      const catalog = await readCatalog(db, project);
      const find = kind === 'model' ? catalog.findModel : catalog.findChannel;
      return ids.flatMap((id) => find(id)?.key ?? []);
    },
    loadFormat: async (_db, _project, { catalog, model_ids }) => {
      if (kind === 'channel') return (key: number) => ({ id: catalog.get(key).channel_id });
      return (key: number) => ({ id: toModelId(catalog.get(key), model_ids) });
    },
  };
}

/** Values that can be understood without the store. */
export function plainValues({
  parse,
  format,
}: {
  /** Undefined where it is no value of this dimension. */
  parse(text: string): Key | undefined;
  format?(key: never): unknown;
}): Values {
  return {
    toKeys: async (_db, _project, texts) => texts.map(parse).filter((key) => key !== undefined),
    loadFormat: async () => format,
  };
}

/** The topic that a fact's prompt has now. */
export const TOPIC_OF_PROMPT: Through = {
  join: (project) => sql`join prompts p on p.project = ${project} and p.prompt = f.prompt`,
  hasOneOf: (project, keys) =>
    sql`f.prompt in (select prompt from prompts where project = ${project} and ${isOneOf(sql`topic`, keys)})`,
};

/** The language of a fact's answer. */
export const LANGUAGE_OF_CHAT: Through = {
  join: (project) => sql`join chats l on l.project = ${project} and l.chat = f.chat`,
  hasOneOf: (project, keys) =>
    sql`f.chat in (select chat from chats where project = ${project} and ${isOneOf(sql`language`, keys)})`,
};

/** The tags that a fact's prompt has now. */
export const TAGS_OF_PROMPT: Through = {
  join: (project, keys) =>
    keys === undefined
      ? sql`left join prompt_tags g on g.project = ${project} and g.prompt = f.prompt`
      : sql`join prompt_tags g on g.project = ${project} and g.prompt = f.prompt and ${isOneOf(sql`g.tag`, keys)}`,
  hasOneOf: (project, keys) =>
    sql`f.prompt in (select prompt from prompt_tags where project = ${project} and ${isOneOf(sql`tag`, keys)})`,
  has_several: true,
};
