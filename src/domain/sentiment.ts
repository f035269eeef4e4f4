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
