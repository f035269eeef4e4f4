/**
 * A score this near to 0, in thousandths, is mixed: praise and criticism balance. Beyond it, a score is positive or negative.
 * Daily sums are stored with it, so that another limit needs a migration that makes them anew.
 */
export const MIXED_THOUSANDTHS = 100;

/** What a score says about a brand; null: nothing good or bad. */
export function toSentimentClass(thousandths: number | null): 'good' | 'mixed' | 'bad' | 'nothing' {
  if (thousandths === null) return 'nothing';
  if (Math.abs(thousandths) <= MIXED_THOUSANDTHS) return 'mixed';
  return thousandths > 0 ? 'good' : 'bad';
}

/** A score from −1 to 1 as facts have it. Adding 0 turns −0 into 0. */
export function toThousandths(score: number): number {
  return Math.round(score * 1000) + 0;
}

/** A score of the facts as clients see it. */
export function toScore(thousandths: number | null): number | null {
  return thousandths === null ? null : thousandths / 1000;
}
