/**
 * Spreadsheets run a text that starts like this as a formula, and answers may be hostile. Some take full-width characters for
 * ordinary ones, and drop white space and invisible characters first. Apostrophes before it are counted, so that each text comes
 * back as it was.
 */
const FORMULA = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;
/** Some spreadsheets split lines at semicolons or tabs, which must not begin a cell inside of a text. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** One line of CSV (RFC 4180). Objects and lists are written as JSON. */
export function toCsvLine(values: readonly unknown[]): string {
  return `${values.map(toCell).join(',')}\r\n`;
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell that may come from our own exports. */
export function fromCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
