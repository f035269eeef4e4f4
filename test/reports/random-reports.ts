import fc from 'fast-check';
import { inject } from 'vitest';
import { BUILT_IN } from '../../src/domain/catalog.ts';
import { fromCountryKey, toCountryKey } from '../../src/domain/countries.ts';
import { addDays } from '../../src/domain/dates.ts';
import { fromLanguageKey, toLanguageKey } from '../../src/domain/languages.ts';
import { DIMENSIONS as KNOWN_DIMENSIONS } from '../../src/reports/dimensions.ts';
import { BRAND_METRICS as METRICS } from '../../src/reports/metrics.ts';
import type { Shape } from '../../stress/covering-requests.mjs';
import { type Dataset, type Ids, PAGES } from './dataset.ts';
import type { Key, PlainRequest } from './oracle.ts';

const FIRST_DAY = '2026-01-28';
const DAYS = 12;
const COUNTRIES = ['US', 'DE', 'AE'];
const CHANNELS = [0, 1, 16].map((place) => BUILT_IN.get(place).channel_id);
/** How often projects are made at most, if the first ones give too little to compare: chance alone never needs so many. */
export const MOST_ROUNDS = 50;

/**
 * Checks a property with some random projects, and with a few more until enough was compared. `npm run random-reports` checks it
 * with more projects.
 */
export async function assertUntil<Values>(
  property: fc.IAsyncProperty<Values>,
  { runs, isEnough, endOnFailure = false }: { runs: number; isEnough(): boolean; endOnFailure?: boolean },
): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS && !isEnough(); round += 1) {
    await fc.assert(property, {
      numRuns: round === 0 ? runs * inject('reportRounds') : Math.ceil(runs / 3),
      endOnFailure,
    });
  }
}

export const BRAND_METRICS = Object.keys(METRICS);
export const SOURCE_METRICS = [
  'retrieval_count',
  'citation_count',
  'retrieved_chat_count',
  'total_chat_count',
  'retrieved_percentage',
  'retrieval_rate',
  'citation_rate',
  'mentioned_brand_count',
  'gap',
];
const DIMENSIONS: string[] = KNOWN_DIMENSIONS.map(({ name }) => name);

const place = (count: number) => fc.integer({ min: 0, max: Math.max(0, count - 1) });
/** Its days are in these months. */
const MONTHS = ['2026-01-01', '2026-02-01'];
const day = fc.integer({ min: 0, max: DAYS - 1 }).map((days) => addDays(FIRST_DAY, days));

export const dataset: fc.Arbitrary<Dataset> = fc
  .record({
    brands: fc.integer({ min: 1, max: 4 }),
    topics: fc.integer({ min: 0, max: 2 }),
    tags: fc.integer({ min: 0, max: 3 }),
    prompts: fc.integer({ min: 1, max: 4 }),
  })
  .chain((size) =>
    fc.record({
      brands: fc.shuffledSubarray(['zeta', 'Alpha', 'älpha', '𝔸stral', '￿', 'beta'], {
        minLength: size.brands,
        maxLength: size.brands,
      }),
      own: place(size.brands),
      summed: fc.subarray(MONTHS),
      topics: fc.constant(['one', 'two'].slice(0, size.topics)),
      tags: fc.constant(['x', 'y', 'z'].slice(0, size.tags)),
      prompts: fc.array(
        fc.record({
          country: fc.constantFrom(...COUNTRIES),
          topic: size.topics === 0 ? fc.constant(null) : fc.option(place(size.topics)),
          tags: fc.subarray([0, 1, 2].slice(0, size.tags)),
        }),
        { minLength: size.prompts, maxLength: size.prompts },
      ),
      chats: fc.array(
        fc.record(
          {
            prompt: place(size.prompts),
            channel: fc.constantFrom(...CHANNELS),
            date: day,
            country: fc.constantFrom(...COUNTRIES),
            language: fc.constantFrom('en', 'de'),
            sources: fc
              .uniqueArray(place(PAGES.length), { maxLength: 4 })
              .chain((pages) =>
                fc.tuple(...pages.map((page) => fc.record({ page: fc.constant(page), citation_count: fc.nat(3) }))),
              ),
            mentions: fc.option(
              fc.uniqueArray(place(size.brands), { maxLength: size.brands }).chain((brands) =>
                fc.tuple(
                  ...brands.map((brand, index) =>
                    fc.record(
                      {
                        brand: fc.constant(brand),
                        count: fc.integer({ min: 1, max: 3 }),
                        position: fc.constant(index + 1),
                        sentiment: fc.integer({ min: -1000, max: 1000 }).map((value) => value / 1000),
                      },
                      { requiredKeys: ['brand', 'count', 'position'] },
                    ),
                  ),
                ),
              ),
              { nil: undefined, freq: 9 },
            ),
          },
          { requiredKeys: ['prompt', 'channel', 'date', 'country', 'sources'] },
        ),
        { minLength: 5, maxLength: 30, size: 'max' },
      ),
    }),
  ) as fc.Arbitrary<Dataset>;

/** Days of the dataset, most often with a whole month among them: the sums of months are read for those alone. */
export const period = fc
  .oneof(
    fc.constant([FIRST_DAY, addDays(FIRST_DAY, DAYS)]),
    fc.constantFrom(['2026-01-01', '2026-01-31'], ['2026-01-01', '2026-02-28'], ['2026-02-01', '2026-02-28']),
    fc.tuple(fc.constantFrom('2025-12-15', '2026-01-01'), day),
    fc.tuple(day, fc.constantFrom('2026-02-28', '2026-03-05')),
    fc.tuple(day, day),
  )
  .map((days) => {
    const [start_date, end_date] = [...days].sort();
    return { start_date: start_date!, end_date: end_date! };
  });

/** Several conditions at once leave no rows to compare, so most requests have none of a kind. */
function mostlyNone<Item>(items: fc.Arbitrary<Item[]>): fc.Arbitrary<Item[]> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant<Item[]>([]) }, { weight: 2, arbitrary: items });
}

/** Values of a field: things that exist, and one that does not. */
function valuesOf(data: Dataset, field: string): fc.Arbitrary<Key> {
  const places = (list: readonly unknown[]) => fc.integer({ min: 0, max: list.length });
  switch (field) {
    case 'brand_id':
      return places(data.brands);
    case 'prompt_id':
      return places(data.prompts);
    case 'topic_id':
      return places(data.topics);
    case 'tag_id':
      return places(data.tags);
    case 'chat_id':
      return places(data.chats);
    case 'country_code':
      return fc.constantFrom(...COUNTRIES, 'ZA').map(toCountryKey);
    case 'language':
      return fc.constantFrom('en', 'de', 'fr').map(toLanguageKey);
    case 'model_id':
    case 'model_channel_id':
      return fc.constantFrom(0, 1, 2, 16);
    default:
      return day;
  }
}

/** A request for a report with these metrics, whose rows are told apart by these fields. */
export function requestFor(
  data: Dataset,
  { metrics, names }: { metrics: readonly string[]; names: readonly string[] },
): fc.Arbitrary<PlainRequest> {
  const isOfBrands = names.includes('brand_id');
  const values = (field: string) => fc.array(valuesOf(data, field), { minLength: 1, maxLength: 4 });
  const operator = fc.constantFrom('in' as const, 'not_in' as const);
  const filter = fc
    .constantFrom(
      ...(isOfBrands ? ['brand_id'] : []),
      ...DIMENSIONS.filter((name) => !['date', 'week', 'month'].includes(name)),
    )
    .chain((field) => fc.record({ field: fc.constant(field), operator, values: values(field) }));
  return fc
    .uniqueArray(fc.constantFrom(...DIMENSIONS), { maxLength: 3 })
    .chain((dimensions) =>
      fc.record({
        days: period,
        dimensions: fc.constant(dimensions),
        filters: mostlyNone(fc.array(filter, { minLength: 1, maxLength: 2 })),
        having: mostlyNone(
          fc.array(
            fc.oneof(
              fc.record({
                field: fc.constantFrom(...metrics),
                operator: fc.constantFrom('gt' as const, 'gte' as const, 'lt' as const, 'lte' as const),
                value: fc.constantFrom(0, 0.5, 1, 2, 50),
              }),
              ...[...(isOfBrands ? ['brand_id'] : []), ...dimensions].map((field) =>
                fc.record({ field: fc.constant(field), operator, values: values(field) }),
              ),
            ),
            { minLength: 1, maxLength: 2 },
          ),
        ),
        order_by: fc.uniqueArray(
          fc.record({
            field: fc.constantFrom(...metrics, ...names, ...dimensions),
            direction: fc.constantFrom('asc' as const, 'desc' as const),
          }),
          { maxLength: 3, selector: ({ field }) => field },
        ),
        limit: fc.constantFrom(1, 7, 10_000, 10_000, 10_000),
        offset: fc.constantFrom(0, 0, 0, 1, 5),
      }),
    )
    .map(({ days, ...request }) => ({ ...request, ...days }) as PlainRequest);
}

/** The fields that a report can be asked by, in each place of a request. */
export function listFields({ metrics, names }: { metrics: readonly string[]; names: readonly string[] }): Shape {
  const isOfBrands = names.includes('brand_id');
  const filters = DIMENSIONS.filter((name) => !['date', 'week', 'month'].includes(name));
  return {
    dimensions: DIMENSIONS,
    filters: [...(isOfBrands ? ['brand_id'] : []), ...filters],
    having: [...metrics],
    order_by: [...metrics, ...names, ...DIMENSIONS],
  };
}

/** Requests of a shape whose conditions leave most rows, so that there is something to compare. */
export function requestOf(data: Dataset, shape: Shape): fc.Arbitrary<PlainRequest> {
  const mild = (field: string) =>
    fc.oneof(
      fc.record({ operator: fc.constant('not_in' as const), values: fc.tuple(valuesOf(data, field)) }),
      fc.record({
        operator: fc.constant('in' as const),
        values: fc.array(valuesOf(data, field), { minLength: 4, maxLength: 8 }),
      }),
    );
  const filters = shape.filters.map((field) => mild(field).map((condition) => ({ field, ...condition })));
  const having = shape.having.map((field) =>
    fc
      .constantFrom(['gte', 0], ['lt', 60], ['gt', 0], ['lte', 50])
      .map(([operator, value]) => ({ field, operator, value })),
  );
  const order_by = shape.order_by.map((field) =>
    fc.constantFrom('asc', 'desc').map((direction) => ({ field, direction })),
  );
  return fc
    .record({
      days: period,
      filters: fc.tuple(...filters),
      having: fc.tuple(...having),
      order_by: fc.tuple(...order_by),
      limit: fc.constantFrom(7, 10_000, 10_000, 10_000),
      offset: fc.constantFrom(0, 0, 0, 1),
    })
    .map(({ days, ...request }) => ({ ...request, dimensions: shape.dimensions, ...days }) as PlainRequest);
}

/** The field of a row that a dimension fills. */
const toField = (dimension: string) => dimension.replace(/_id$/, '');

/** Places as the ids that the interface speaks. */
function toText(ids: Ids, { field, key }: { field: string; key: Key }): string {
  const list = (
    {
      brand_id: ids.brands,
      prompt_id: ids.prompts,
      topic_id: ids.topics,
      tag_id: ids.tags,
      chat_id: ids.chats,
    } as Record<string, string[]>
  )[field];
  if (list) return list[key as number] ?? 'unknown';
  if (field === 'country_code') return fromCountryKey(key as number);
  if (field === 'language') return fromLanguageKey(key as number)!;
  if (field === 'model_id') return BUILT_IN.get(key as number).model_id;
  return field === 'model_channel_id' ? BUILT_IN.get(key as number).channel_id : String(key);
}

export function toBody(ids: Ids, request: PlainRequest): object {
  const withTexts = <Entry extends { field: string }>(entry: Entry) =>
    'values' in entry
      ? { ...entry, values: (entry.values as Key[]).map((key) => toText(ids, { field: entry.field, key })) }
      : entry;
  return { ...request, filters: request.filters.map(withTexts), having: request.having.map(withTexts) };
}

/** What the dimensions add to a row. */
export function toCut(
  ids: Ids,
  { keys, dimensions }: { keys: readonly Key[]; dimensions: readonly string[] },
): Record<string, unknown> {
  const cut = dimensions.map((dimension, index) => {
    const key = keys[index]!;
    const text = key === null ? null : toText(ids, { field: dimension, key });
    const isPlain = ['date', 'week', 'month', 'country_code', 'language'].includes(dimension);
    return [toField(dimension), text === null || isPlain ? text : { id: text }];
  });
  return Object.fromEntries(cut);
}
