/** Numbers and dates in the format of the reader's browser. */
const percent = new Intl.NumberFormat(undefined, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
/** For the round numbers of an axis, which keep all their digits. */
const percentTick = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 6 });
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const hundredths = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const calendar = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', ...options });
const day = calendar({ day: 'numeric', month: 'short', year: 'numeric' });
const shortDay = calendar({ day: 'numeric', month: 'short' });

/**
 * Arithmetic leaves 29.049999999999997 where 29.05 is meant. Rounded like that, a number would depend on how it was
 * computed, and differ from one page to the next.
 */
const toDecimal = (value: number) => Number(value.toPrecision(12));

/** Creates a formatter when it is first used. Each takes a few milliseconds, and the first page does not need these. */
function createLazily<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
const tick = createLazily(() => new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 }));
const month = createLazily(() => calendar({ month: 'short', year: 'numeric' }));
const dateTime = createLazily(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }));
const time = createLazily(() => new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }));
const dollars = createLazily(
  () => new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }),
);
const smallDollars = createLazily(
  () =>
    new Intl.NumberFormat(undefined, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      maximumSignificantDigits: 2,
      maximumFractionDigits: 6,
      roundingPriority: 'lessPrecision',
    }),
);
const regions = createLazily(() => new Intl.DisplayNames(undefined, { type: 'region' }));

export const formatWhole = (value: number) => whole.format(value);
const formatTenths = (value: number) => tenths.format(toDecimal(value));
export const formatHundredths = (value: number) => hundredths.format(toDecimal(value));
export const formatPercent = (fraction: number) => percent.format(toDecimal(fraction));
export const formatPercentTick = (fraction: number) => percentTick.format(fraction);
export const formatTick = (value: number) => tick().format(value);
/** An average position among the brands of an answer. */
export const formatPosition = (position: number) => formatHundredths(position);
/** Sentiment from 0 to 100. */
export const formatSentiment = (sentiment: number) => formatTenths(sentiment);
/** The sentiment of one answer or clause, from −1 to 1, on the scale of the reports. */
export const formatSentimentScore = (score: number) => formatSentiment((score / 2 + 0.5) * 100);
/** The same for a score that may be missing. */
export const formatGivenScore = (score: number | null) => (score === null ? 'none' : formatSentimentScore(score));
/** The difference between two shares, without its sign. */
export const formatPoints = (change: number) => `${formatTenths(Math.abs(change) * 100)} pp`;
export const formatDay = (date: string) => day.format(new Date(date));
export const formatShortDay = (date: string) => shortDay.format(new Date(date));
export const formatMonth = (date: string) => month().format(new Date(date));
export const formatDateTime = (time: string) => dateTime().format(new Date(time));
export const formatTime = (moment: string) => time().format(new Date(moment));
export const formatPeriod = ({ from, to }: { from: string; to: string }) =>
  day.formatRange(new Date(from), new Date(to));

export function formatCountry(code: string): string {
  return regions().of(code) ?? code;
}

export function formatBucket(date: string, bucket: 'date' | 'week' | 'month'): string {
  if (bucket === 'month') return formatMonth(date);
  return bucket === 'week' ? `Week of ${formatDay(date)}` : formatDay(date);
}

/** Amounts in US dollars. Most answers cost less than a cent, so small amounts keep two digits that are not zero. */
export function formatDollars(amount: number): string {
  return amount === 0 || amount >= 0.1 ? dollars().format(amount) : smallDollars().format(amount);
}

const MINUTE_MS = 60_000;

/** `4.2 s`, `3 min`, `2 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return `${formatTenths(ms / 1000)} s`;
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  return `${formatWhole(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** `2 prompts`, `1 prompt`. */
export function formatCount(count: number, noun: string): string {
  return `${formatWhole(count)} ${noun}${count === 1 ? '' : 's'}`;
}
