import { sql } from 'kysely';
import { type TOptional, Type } from 'typebox';
import { CountryCode, fromCountryKey, isCountryCode, toCountryKey } from '../domain/countries.ts';
import { CalendarDate } from '../domain/date-schemas.ts';
import { isCalendarDate, toMonth, toWeek } from '../domain/dates.ts';
import { fromLanguageKey, isLanguageCode, LanguageCode, toLanguageKey } from '../domain/languages.ts';
import { Nullable, Reference } from '../domain/paging.ts';
import {
  catalogIds,
  type Dimension,
  LANGUAGE_OF_CHAT,
  plainValues,
  storedIds,
  TAGS_OF_PROMPT,
  TOPIC_OF_PROMPT,
} from './dimension.ts';

const IN_FACTS = ['facts'] as const;
/** What every sum by prompt knows. */
const BY_PROMPT = ['monthly_prompts', 'monthly_sums', 'facts'] as const;
const BY_DAY = ['daily_sums', 'facts'] as const;
const IN_ALL_SUMS = ['daily_sums', 'monthly_sums', 'facts'] as const;
const BY_MONTH = [...IN_ALL_SUMS, 'monthly_prompts', 'monthly_pages'] as const;
const DATES = plainValues({ parse: (text) => (isCalendarDate(text) ? text : undefined) });

/** Every dimension: requests, rows, their schemas and tables as CSV follow from an entry. */
export const DIMENSIONS = [
  {
    name: 'prompt_id',
    field: 'prompt',
    schema: Reference,
    key: sql`f.prompt`,
    type: 'int',
    tables: BY_PROMPT,
    values: storedIds('prompt'),
  },
  {
    name: 'model_id',
    field: 'model',
    schema: Reference,
    // There is one channel for each model, so they share their keys.
    key: sql`f.channel`,
    type: 'int',
    tables: IN_ALL_SUMS,
    values: catalogIds('model'),
    isAllowed: (text, catalog) => catalog.findModel(text) !== undefined,
  },
  {
    name: 'model_channel_id',
    field: 'model_channel',
    schema: Reference,
    key: sql`f.channel`,
    type: 'int',
    tables: IN_ALL_SUMS,
    values: catalogIds('channel'),
  },
  {
    name: 'tag_id',
    field: 'tag',
    schema: Nullable(Reference),
    key: sql`coalesce(g.tag, 0)`,
    type: 'int',
    tables: BY_PROMPT,
    through: TAGS_OF_PROMPT,
    zero_is_null: true,
    values: storedIds('tag'),
  },
  {
    name: 'topic_id',
    field: 'topic',
    schema: Nullable(Reference),
    key: sql`p.topic`,
    type: 'int',
    tables: BY_PROMPT,
    through: TOPIC_OF_PROMPT,
    zero_is_null: true,
    values: storedIds('topic'),
  },
  {
    name: 'date',
    field: 'date',
    schema: CalendarDate,
    key: sql`f.date`,
    type: 'date',
    ofDay: (date) => date,
    tables: BY_DAY,
    values: DATES,
  },
  {
    name: 'week',
    field: 'week',
    schema: CalendarDate,
    key: sql`date_trunc('week', f.date)::date`,
    type: 'date',
    ofDay: toWeek,
    tables: BY_DAY,
    values: DATES,
  },
  {
    name: 'month',
    field: 'month',
    schema: CalendarDate,
    key: sql`date_trunc('month', f.date)::date`,
    type: 'date',
    ofDay: toMonth,
    tables: BY_MONTH,
    values: DATES,
  },
  {
    name: 'country_code',
    field: 'country_code',
    schema: CountryCode,
    key: sql`f.country`,
    type: 'int',
    tables: IN_ALL_SUMS,
    values: plainValues({
      parse: (text) => (isCountryCode(text) ? toCountryKey(text) : undefined),
      format: fromCountryKey,
    }),
    isAllowed: isCountryCode,
  },
  {
    name: 'language',
    field: 'language',
    schema: Nullable(LanguageCode),
    key: sql`l.language`,
    type: 'int',
    tables: IN_FACTS,
    through: LANGUAGE_OF_CHAT,
    zero_is_null: true,
    values: plainValues({
      parse: (text) => (isLanguageCode(text) ? toLanguageKey(text) : undefined),
      format: fromLanguageKey,
    }),
    isAllowed: isLanguageCode,
  },
  {
    name: 'chat_id',
    field: 'chat',
    schema: Reference,
    key: sql`f.chat`,
    type: 'int',
    is_answer: true,
    tables: IN_FACTS,
    values: storedIds('chat'),
  },
] as const satisfies readonly Dimension[];

type DimensionProperties = { [Entry in (typeof DIMENSIONS)[number] as Entry['field']]: TOptional<Entry['schema']> };

/** The fields of a row that dimensions fill: each is there when its dimension is asked for. */
export const DIMENSION_PROPERTIES = Object.fromEntries(
  DIMENSIONS.map(({ field, schema }) => [field, Type.Optional(schema)]),
) as DimensionProperties;

const BY_NAME = new Map<string, Dimension>(DIMENSIONS.map((dimension) => [dimension.name, dimension]));

export function findDimension(name: string): Dimension | undefined {
  return BY_NAME.get(name);
}

export function toDimensions(names: readonly string[]): Dimension[] {
  return names.map((name) => BY_NAME.get(name)!);
}
