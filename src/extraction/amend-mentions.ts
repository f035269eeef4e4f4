import type { Amendments, MentionAmendment, Span } from '../domain/correction.ts';
import type { Candidate } from './candidates.ts';
import { findReadable, type ReadableText, toRawEnd, toRawStart } from './readable-text.ts';

/** The rule of a mention that a person added. */
const CORRECTED = 'correction';

/** Takes out the mentions that people rejected, and puts in those that they added. */
export function amendCandidates(
  candidates: readonly Candidate[],
  {
    readable,
    amendments,
    toIndex,
  }: {
    readable: ReadableText;
    amendments: Amendments;
    /** The place of a brand in the list of brands; undefined if it is not tracked any more. */
    toIndex(brand: number): number | undefined;
  },
): Candidate[] {
  const rejected = amendments.mentions.filter(({ is_brand }) => !is_brand);
  const isRejected = (candidate: Candidate) =>
    rejected.some(({ brand, span }) => toIndex(brand) === candidate.brand && isWithin(readable, candidate, span));
  const added = amendments.mentions.flatMap((amendment) => toCandidate(readable, amendment, toIndex(amendment.brand)));
  const kept = candidates.filter(
    (candidate) =>
      !isRejected(candidate) && !added.some(({ start, end }) => candidate.start < end && start < candidate.end),
  );
  return [...kept, ...added].sort((a, b) => a.start - b.start);
}

function isWithin(readable: ReadableText, { start, end }: Candidate, span: Span | null): boolean {
  return span === null || (toRawStart(readable, start) < span.end && span.start < toRawEnd(readable, end));
}

function toCandidate(
  readable: ReadableText,
  { is_brand, span }: MentionAmendment,
  brand: number | undefined,
): Candidate[] {
  if (!is_brand || span === null || brand === undefined) return [];
  const place = findReadable(readable, span);
  if (place === null) return [];
  const alias = readable.text.slice(place.start, place.end);
  return [{ ...place, brand, alias, rule: CORRECTED, isExact: true }];
}
