/**
 * A score this near to 0, in thousandths, is mixed: praise and criticism balance. Beyond it, a score is positive or negative.
 * Daily sums are stored with it, so that another limit needs a migration that makes them anew.
 */
export const MIXED_THOUSANDTHS = 100;
