import { closest, distance } from 'fastest-levenshtein';

/** What was probably meant, as a question; empty if nothing is close. */
export function suggest(written: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const names = new Map(known.map((name) => [name.toLowerCase(), name]));
  const wanted = written.toLowerCase();
  const beginning = [...names.keys()].filter((name) => name.startsWith(wanted));
  const best = beginning.length === 1 && wanted.length > 1 ? beginning[0]! : closest(wanted, [...names.keys()]);
  const allowed = Math.max(2, Math.floor(wanted.length / 3));
  return best === beginning[0] || distance(wanted, best) <= allowed ? ` Did you mean ${names.get(best)}?` : '';
}
