/** The approximate size of a row, in characters. */
export function countCharacters(row: Record<string, unknown>): number {
  let count = 0;
  for (const value of Object.values(row)) count += typeof value === 'string' ? value.length : 8;
  return count;
}
