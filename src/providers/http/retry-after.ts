/** How long a service wants us to wait: `Retry-After` in seconds or as a date, `retry-after-ms`; null if it does not say. */
export function readRetryAfter(headers: Headers, now: Date): number | null {
  const milliseconds = readNumber(headers.get('retry-after-ms'));
  if (milliseconds !== null) return milliseconds;
  const value = headers.get('retry-after');
  const seconds = readNumber(value);
  if (seconds !== null) return seconds * 1000;
  const date = value === null ? Number.NaN : Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

function readNumber(value: string | null): number | null {
  return value !== null && /^\d{1,12}(?:\.\d{1,9})?$/.test(value.trim()) ? Number(value) : null;
}
