import type { SourceRow } from '../../api/types.ts';

export interface SourceChanges {
  /** Pages that are cited now and were not before. */
  added: SourceRow[];
  /** Pages that were cited before and are not now. */
  dropped: SourceRow[];
}

/** The pages that answers cite in one of two periods only, the most cited first. */
export function findSourceChanges(now: readonly SourceRow[], before: readonly SourceRow[]): SourceChanges {
  return { added: findOthers(now, before), dropped: findOthers(before, now) };
}

function findOthers(rows: readonly SourceRow[], known: readonly SourceRow[]): SourceRow[] {
  const cited = new Set(known.filter(isCited).map(({ url }) => url));
  return rows.filter((row) => isCited(row) && !cited.has(row.url)).sort((a, b) => b.citation_count - a.citation_count);
}

/** Answers also use pages that they do not cite. */
function isCited({ citation_count }: SourceRow): boolean {
  return citation_count > 0;
}
