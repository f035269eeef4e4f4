import { type Static, Type } from 'typebox';
import { CalendarDate } from '../domain/date-schemas.ts';
import { addDays, countDays, isCalendarDate } from '../domain/dates.ts';
import { Nullable, Strict } from '../domain/paging.ts';
import { invalid } from '../errors.ts';
import type { Design } from '../statistics/design.ts';
import { MEASURE_NAMES, type MeasureName } from '../statistics/measures.ts';
import type { Dimension } from './dimension.ts';
import { DIMENSIONS } from './dimensions.ts';
import { type IntervalsRequest, toIntervalsQuery } from './intervals-request.ts';
import { FURTHER_BRAND_METRICS, LEADING_BRAND_METRICS } from './metrics.ts';
import type { Period } from './parts.ts';

/** Asks what changed since another period, in the words of either API. */
export const COMPARISON_PROPERTIES = {
  compare: Type.Optional(
    Strict(
      { start_date: CalendarDate, end_date: CalendarDate },
      {
        description:
          'Another period. Adds `previous` and `change` to each row, and `comparison` to the response. `date`, `week`, `month` and `chat_id` cannot be compared.',
      },
    ),
  ),
  include_previous_period: Type.Optional(
    Type.Boolean({ description: 'The same as `compare` with the period of equal length just before.' }),
  ),
  previous_start_date: Type.Optional(
    Type.With(CalendarDate, { description: 'With `include_previous_period`: the first day of another period.' }),
  ),
  previous_end_date: Type.Optional(
    Type.With(CalendarDate, { description: 'With `include_previous_period`: the last day of another period.' }),
  ),
};

type ComparisonRequest = {
  -readonly [Name in keyof typeof COMPARISON_PROPERTIES]?: Static<(typeof COMPARISON_PROPERTIES)[Name]>;
};

const METRICS = { ...LEADING_BRAND_METRICS, ...FURTHER_BRAND_METRICS };

/** The earlier period of a row, with all answers it has; null: it has none. */
export const Previous = Nullable(
  Strict({
    visibility: METRICS.visibility.schema,
    visibility_count: METRICS.visibility_count.schema,
    visibility_total: METRICS.visibility_total.schema,
    mention_count: METRICS.mention_count.schema,
    share_of_voice: METRICS.share_of_voice.schema,
    position: Nullable(METRICS.position.schema),
    sentiment: Nullable(METRICS.sentiment.schema),
    sentiment_count: METRICS.sentiment_count.schema,
  }),
);
export type Previous = Static<typeof Previous>;

const Change = Nullable(
  Strict({
    difference: Type.Number({ description: 'Over prompts and channels that both periods have.' }),
    low: Nullable(Type.Number()),
    high: Nullable(Type.Number()),
    p_value: Nullable(Type.Number({ description: 'As if this row were the only one.' })),
    significant: Type.Boolean({ description: 'Holds though all rows are tested.' }),
  }),
);

/** What changed in a row; null: no prompt has answers from the same channel in both periods. */
export const Changes = Nullable(
  Strict(Object.fromEntries(MEASURE_NAMES.map((name) => [name, Change])) as Record<MeasureName, typeof Change>),
);
export type Changes = Static<typeof Changes>;

export const Comparison = Strict({
  tests: Type.Integer({ description: 'Over all rows and metrics; what is at 0 in both periods is not tested.' }),
  significant: Type.Integer(),
  shared: Type.Number({ description: 'The share of answers whose prompt and channel have answers in both periods.' }),
  only_now: Type.Number(),
  only_before: Type.Number(),
  warnings: Type.Array(Type.String()),
});
export type Comparison = Static<typeof Comparison>;

export interface ComparisonQuery {
  design: Design;
  confidence: number;
  now: Period;
  before: Period;
}

interface Compared extends Period, ComparisonRequest {
  dimensions: readonly string[];
  intervals?: IntervalsRequest | undefined;
}

/** What a request asks for; undefined: no comparison. */
export function toComparisonQuery(request: Compared): ComparisonQuery | undefined {
  const before = toEarlierPeriod(request);
  if (!before) return undefined;
  const { start_date, end_date, dimensions, intervals } = request;
  checkDimensions(dimensions);
  const { design, confidence } = toIntervalsQuery(intervals || true, dimensions)!;
  return { design, confidence, now: { start_date, end_date }, before };
}

/** The period that a request compares with; undefined: none. */
export function toEarlierPeriod(request: Period & ComparisonRequest): Period | undefined {
  const { compare, include_previous_period, previous_start_date, previous_end_date } = request;
  const isGiven = previous_start_date !== undefined || previous_end_date !== undefined;
  if (compare) {
    if (include_previous_period !== undefined || isGiven) {
      throw invalid('compare', 'cannot be given together with include_previous_period or its dates.');
    }
    return checkOrder(compare, 'compare.');
  }
  if (include_previous_period === false || (include_previous_period === undefined && !isGiven)) return undefined;
  if (!isGiven) {
    const before = toPeriodBefore(request);
    if (before) return before;
    throw invalid('include_previous_period', `there are not that many days before ${request.start_date}.`);
  }
  const [missing] = [
    ...(previous_start_date === undefined ? ['previous_start_date'] : []),
    ...(previous_end_date === undefined ? ['previous_end_date'] : []),
  ];
  if (missing) throw invalid(missing, 'is needed: give both dates of the earlier period, or none.');
  return checkOrder({ start_date: previous_start_date!, end_date: previous_end_date! }, 'previous_');
}

/** The period of equal length just before; undefined: the calendar does not go back that far. */
export function toPeriodBefore({ start_date, end_date }: Period): Period | undefined {
  const first = addDays(start_date, -countDays(start_date, end_date));
  return isCalendarDate(first) ? { start_date: first, end_date: addDays(start_date, -1) } : undefined;
}

function checkOrder({ start_date, end_date }: Period, prefix: string): Period {
  if (start_date <= end_date) return { start_date, end_date };
  throw invalid(`${prefix}start_date`, `${start_date} is after ${prefix}end_date ${end_date}.`);
}

/** Another period has other dates and other answers, so that no row could be found in both. */
const INCOMPARABLE: string[] = DIMENSIONS.filter(({ ofDay, is_answer }: Dimension) => ofDay || is_answer).map(
  ({ name }) => name,
);

function checkDimensions(dimensions: readonly string[]): void {
  const at = dimensions.findIndex((name) => INCOMPARABLE.includes(name));
  if (at === -1) return;
  throw invalid(`dimensions[${at}]`, `${dimensions[at]} cannot be compared with another period.`);
}
