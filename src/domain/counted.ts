/** `1 answer`, `1,840 answers`. */
export function toCounted(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
