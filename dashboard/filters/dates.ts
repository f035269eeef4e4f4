const DAY_MS = 86_400_000;

export type Bucket = 'date' | 'week' | 'month';

export interface Period {
  from: string;
  to: string;
}

/** Today in the reader's time zone. */
export function today(): string {
  const now = new Date();
  return toText(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())));
}

export function addDays(date: string, days: number): string {
  return toText(new Date(Date.parse(date) + days * DAY_MS));
}

export function countDays({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** The period between two dates, whichever comes first. */
export function toPeriod(a: string, b: string): Period {
  return a <= b ? { from: a, to: b } : { from: b, to: a };
}

/** The same number of days right before a period. */
export function toPeriodBefore(period: Period): Period {
  const days = countDays(period);
  return { from: addDays(period.from, -days), to: addDays(period.from, -1) };
}

export function lastDays(days: number): Period {
  const to = today();
  return { from: addDays(to, 1 - days), to };
}

export function isDate(text: string | null): text is string {
  return (
    text !== null &&
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    toText(new Date(text)) === text
  );
}

/** All buckets of a period, including those without answers, so that a chart shows them as gaps. */
export function listBuckets({ from, to }: Period, bucket: Bucket): string[] {
  const buckets: string[] = [];
  for (let date = toBucketStart(from, bucket); date <= to; date = nextBucket(date, bucket)) buckets.push(date);
  return buckets;
}

/** Chooses buckets so that a chart has a few dozen points. */
export function suggestBucket(period: Period): Bucket {
  const days = countDays(period);
  if (days <= 92) return 'date';
  return days <= 550 ? 'week' : 'month';
}

/** The days of a bucket that are inside the period. */
export function toBucketPeriod(start: string, { bucket, period }: { bucket: Bucket; period: Period }): Period {
  const end = addDays(nextBucket(start, bucket), -1);
  return { from: start < period.from ? period.from : start, to: end > period.to ? period.to : end };
}

function toBucketStart(date: string, bucket: Bucket): string {
  if (bucket === 'date') return date;
  if (bucket === 'month') return `${date.slice(0, 7)}-01`;
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
}

function nextBucket(start: string, bucket: Bucket): string {
  if (bucket === 'date') return addDays(start, 1);
  if (bucket === 'week') return addDays(start, 7);
  const date = new Date(start);
  return toText(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)));
}

function toText(date: Date): string {
  return date.toISOString().slice(0, 10);
}
