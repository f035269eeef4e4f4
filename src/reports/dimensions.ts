import { type RawBuilder, sql } from 'kysely';
import { BUILT_IN } from '../domain/catalogue.ts';
import { CountryCode, fromCountryKey, isCountryCode, toCountryKey } from '../domain/countries.ts';
import { CalendarDate, isCalendarDate } from '../domain/dates.ts';
import { Nullable, Reference } from '../domain/paging.ts';
import { findKeys, type KeyedKind } from '../store/queries/lookups.ts';
import type { Db } from '../store/schema.ts';

/** A way to cut a report. Adding one is adding an entry to DIMENSIONS. */
export interface Dimension {
  /** Its name in requests. */
  name: string;
  /** Its field in a row. */
  field: string;
  schema: typeof Reference | ReturnType<typeof Nullable<typeof Reference>> | typeof CalendarDate;
  /** The group's key over a fact row `f`, or over the table it is found through. */
  key: RawBuilder<unknown>;
  /** The table beside the facts that knows the key: a prompt's topic and tags are those it has now. */
  through?: 'topic' | 'tag';
  type: 'int' | 'date';
  /** Things whose ids the store keeps; the key 0 is the group without one. */
  kind?: KeyedKind;
  /** Key of a value that needs no store to be understood; undefined where it is none of ours. */
  parse?(text: string): number | string | undefined;
  /** The value in a row, for keys that need no store. */
  format?(key: never): unknown;
  /** Where the specification enumerates the values: one outside is an error, not something that matches nothing. */
  isAllowed?(text: string): boolean;
}

const parseDate = (text: string) => (isCalendarDate(text) ? text : undefined);

export const DIMENSIONS: readonly Dimension[] = [
  { name: 'prompt_id', field: 'prompt', schema: Reference, key: sql`f.prompt`, type: 'int', kind: 'prompt' },
  {
    name: 'model_id',
    field: 'model',
    schema: Reference,
    // There is one channel for each model, so they share their keys.
    key: sql`f.channel`,
    type: 'int',
    parse: (text) => BUILT_IN.findModel(text)?.key,
    format: (key) => ({ id: BUILT_IN.get(key).model_id }),
    isAllowed: (text) => BUILT_IN.findModel(text) !== undefined,
  },
  {
    name: 'model_channel_id',
    field: 'model_channel',
    schema: Reference,
    key: sql`f.channel`,
    type: 'int',
    parse: (text) => BUILT_IN.findChannel(text)?.key,
    format: (key) => ({ id: BUILT_IN.get(key).channel_id }),
  },
  {
    name: 'tag_id',
    field: 'tag',
    schema: Nullable(Reference),
    key: sql`coalesce(g.tag, 0)`,
    through: 'tag',
    type: 'int',
    kind: 'tag',
  },
  {
    name: 'topic_id',
    field: 'topic',
    schema: Nullable(Reference),
    key: sql`p.topic`,
    through: 'topic',
    type: 'int',
    kind: 'topic',
  },
  { name: 'date', field: 'date', schema: CalendarDate, key: sql`f.date`, type: 'date', parse: parseDate },
  {
    name: 'week',
    field: 'week',
    schema: CalendarDate,
    key: sql`date_trunc('week', f.date)::date`,
    type: 'date',
    parse: parseDate,
  },
  {
    name: 'month',
    field: 'month',
    schema: CalendarDate,
    key: sql`date_trunc('month', f.date)::date`,
    type: 'date',
    parse: parseDate,
  },
  {
    name: 'country_code',
    field: 'country_code',
    schema: CountryCode,
    key: sql`f.country`,
    type: 'int',
    parse: (text) => (isCountryCode(text) ? toCountryKey(text) : undefined),
    format: fromCountryKey,
    isAllowed: isCountryCode,
  },
  { name: 'chat_id', field: 'chat', schema: Reference, key: sql`f.chat`, type: 'int', kind: 'chat' },
];

const BY_NAME = new Map(DIMENSIONS.map((dimension) => [dimension.name, dimension]));

export function findDimension(name: string): Dimension | undefined {
  return BY_NAME.get(name);
}

/** The keys of the values that exist. */
export async function toKeys(
  db: Db,
  project: number,
  { dimension, values }: { dimension: Dimension; values: readonly string[] },
): Promise<(number | string)[]> {
  const { kind, parse } = dimension;
  if (kind) return [...(await findKeys(db, project, { kind, ids: values })).values()];
  return values.map((value) => parse!(value)).filter((key) => key !== undefined);
}
