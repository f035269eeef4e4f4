/** About how many characters a row takes up, whatever is in it. */
export function countCharacters(row: Record<string, unknown>): number {
  let count = 0;
  for (const value of Object.values(row)) count += typeof value === 'string' ? value.length : 8;
  return count;
}
