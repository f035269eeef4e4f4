import { closest, distance } from 'fastest-levenshtein';

/** What was probably meant, as a question; empty if nothing is close. */
export function suggest(written: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const beginning = known.filter((name) => name.startsWith(written));
  const best = beginning.length === 1 && written.length > 1 ? beginning[0]! : closest(written, known);
  const allowed = Math.max(2, Math.floor(written.length / 3));
  return best === beginning[0] || distance(written, best) <= allowed ? ` Did you mean ${best}?` : '';
}
