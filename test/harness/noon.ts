/**
 * A clock for tests of what belongs to a day: it starts at noon UTC of today and goes on from there, so a run that crosses
 * midnight, or the end of a month, sees one day.
 */
export function createNoonClock(): () => Date {
  const started = performance.now();
  const noon = new Date().setUTCHours(12, 0, 0, 0);
  return () => new Date(noon + performance.now() - started);
}
