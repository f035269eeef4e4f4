/** The same for names that differ only in case, accents, spacing or punctuation. */
export function toLooseKey(text: string): string {
  return text
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
}
