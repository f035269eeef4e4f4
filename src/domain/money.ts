/** Money is kept in billionths of a US dollar, as whole numbers: sums are exact. */
const BILLION = 1_000_000_000;

export function toBillionths(dollars: number): number {
  return Math.round(dollars * BILLION);
}

export function toDollars(billionths: number): number {
  return billionths / BILLION;
}
