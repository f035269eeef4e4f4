/** A possible mention in the readable text. `brand` is an index in the list of brands. */
export interface Candidate {
  start: number;
  end: number;
  brand: number;
  alias: string;
  rule: string;
  /** The text has the brand's own spelling, letter case included. */
  isExact: boolean;
}

/** Whether a mention overlaps a phrase that its brand excludes. Spans are ordered by their start. */
export function isExcluded(
  { brand, start, end }: Candidate,
  excluded: ReadonlyMap<number, readonly number[]>,
): boolean {
  const spans = excluded.get(brand);
  if (spans === undefined) return false;
  let low = 0;
  let high = spans.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle * 2]! < end) low = middle + 1;
    else high = middle;
  }
  // Phrases are short, so only the nearest ones before the mention's end can reach it.
  for (let i = low - 1; i >= 0 && i >= low - 8; i--) if (spans[i * 2 + 1]! > start) return true;
  return false;
}

const RULES = ['name', 'alias', 'regex'];

/**
 * Keeps the longest of overlapping mentions. Of equally long ones it prefers the brand's own spelling, then a name over
 * an alias, then the brand that is listed first.
 */
export function dropOverlaps(candidates: readonly Candidate[]): Candidate[] {
  if (candidates.length < 2) return [...candidates];
  const sorted = [...candidates].sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Candidate[] = [];
  let from = 0;
  while (from < sorted.length) {
    let to = from + 1;
    let end = sorted[from]!.end;
    while (to < sorted.length && sorted[to]!.start < end) end = Math.max(end, sorted[to++]!.end);
    if (to === from + 1) kept.push(sorted[from]!);
    else keepLongest(sorted.slice(from, to), kept, end);
    from = to;
  }
  return kept;
}

function keepLongest(cluster: Candidate[], kept: Candidate[], end: number): void {
  const first = cluster[0]!.start;
  const taken = new Uint8Array(end - first);
  const chosen: Candidate[] = [];
  cluster.sort(
    (a, b) =>
      b.end - b.start - (a.end - a.start) ||
      a.start - b.start ||
      Number(b.isExact) - Number(a.isExact) ||
      rank(a) - rank(b) ||
      a.brand - b.brand,
  );
  for (const candidate of cluster) {
    // What is taken is at least as long, so an overlap covers one of the ends.
    if (taken[candidate.start - first] === 1 || taken[candidate.end - 1 - first] === 1) continue;
    taken.fill(1, candidate.start - first, candidate.end - first);
    chosen.push(candidate);
  }
  for (const candidate of chosen.sort((a, b) => a.start - b.start)) kept.push(candidate);
}

function rank({ rule }: Candidate): number {
  return RULES.findIndex((kind) => rule.startsWith(kind));
}
