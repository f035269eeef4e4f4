import { describe, expect, it } from 'vitest';
import { type Column, formatSorting, parseSorting, sortRows } from './columns.ts';
import { toCsv } from './csv.ts';

interface Row {
  name: string;
  value: number | undefined;
}

const columns: Column<Row>[] = [
  { id: 'name', name: 'Name', width: '1fr', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'value', name: 'Value', width: '1fr', cell: () => null, sortBy: ({ value }) => value },
];
const rows: Row[] = [
  { name: 'b10', value: 1 },
  { name: 'b9', value: undefined },
  { name: 'a', value: 3 },
];
const names = (sorted: readonly Row[]) => sorted.map(({ name }) => name);

describe('a table', () => {
  it('sorts by any column, rows without a value last in both directions', () => {
    expect(names(sortRows(rows, columns, { column: 'name', isDescending: false }))).toEqual(['a', 'b9', 'b10']);
    expect(names(sortRows(rows, columns, { column: 'value', isDescending: false }))).toEqual(['b10', 'a', 'b9']);
    expect(names(sortRows(rows, columns, { column: 'value', isDescending: true }))).toEqual(['a', 'b10', 'b9']);
    expect(sortRows(rows, columns, { column: 'nothing', isDescending: true })).toBe(rows);
  });

  it('keeps its order in the address', () => {
    const sorting = { column: 'value', isDescending: true };
    expect(parseSorting(formatSorting(sorting), { column: 'name', isDescending: false })).toEqual(sorting);
    expect(parseSorting(null, sorting)).toBe(sorting);
  });

  it('is exported as CSV with its heading, safe for spreadsheets', async () => {
    const csv = await toCsv(
      ['a', 'b'],
      [
        ['=1+1', 'x "y", z'],
        [null, -2],
      ],
    ).text();
    expect(csv).toBe('\uFEFFa,b\r\n\'=1+1,"x ""y"", z"\r\n,-2\r\n'.replace('\uFEFF', ''));
  });
});
