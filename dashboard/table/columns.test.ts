import { describe, expect, it } from 'vitest';
import {
  type Column,
  fitColumns,
  formatSorting,
  parseSorting,
  sortRows,
  toGridTemplate,
  toNextSorting,
} from './columns.ts';
import { toCsv } from './csv.ts';

interface Row {
  name: string;
  value: number | undefined;
}

const columns: Column<Row>[] = [
  { id: 'name', name: 'Name', width: 8, grow: 1, cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'value', name: 'Value', width: 4, cell: () => null, sortBy: ({ value }) => value },
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

  it('hides columns in their order where it is narrow, and stacks its rows at last', () => {
    const cell = () => null;
    const wide: Column<Row>[] = [
      ...columns,
      { id: 'first', name: 'First', width: 5, hideOrder: 1, cell },
      { id: 'second', name: 'Second', width: 5, hideOrder: 2, cell },
      { id: 'third', name: 'Third', width: 5, hideOrder: 3, cell },
      { id: 'file', name: 'File', width: 0, isFileOnly: true, cell },
    ];
    const describeFit = (width: number) => {
      const { columns: shown, isStacked } = fitColumns(wide, width);
      return [shown.map(({ id }) => id).join(' '), isStacked];
    };
    expect(describeFit(32)).toEqual(['name value first second third', false]);
    expect(describeFit(31)).toEqual(['name value second third', false]);
    expect(describeFit(20)).toEqual(['name value third', false]);
    expect(describeFit(15)).toEqual(['name value', false]);
    expect(describeFit(14)).toEqual(['name value third', true]);
    expect(toGridTemplate(columns)).toBe('minmax(8rem, 1fr) 4rem');
  });

  it('puts the best first on the first click, and the others on the second', () => {
    const number = { ...columns[1]!, isNumber: true };
    const next = (column: Column<Row>, isDescending: boolean, current = 'name') =>
      toNextSorting(column, { column: current, isDescending });
    expect(next(number, false)).toEqual({ column: 'value', isDescending: true });
    expect(next(number, true, 'value')).toEqual({ column: 'value', isDescending: false });
    expect(next({ ...number, isSmallerBetter: true }, false)).toEqual({ column: 'value', isDescending: false });
    expect(next({ ...number, isSmallerBetter: true }, false, 'value').isDescending).toBe(true);
    expect(next(columns[0]!, false, 'value')).toEqual({ column: 'name', isDescending: false });
  });

  it('keeps its order in the URL', () => {
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
