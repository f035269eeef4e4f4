import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../controls/icon.tsx';
import { useMedia } from '../controls/use-media.ts';
import { changeParams, useLocation } from '../routing/location.ts';
import { type Column, formatSorting, parseSorting, type Sorting, sortRows } from './columns.ts';
import { toCsv } from './csv.ts';
import { saveFile } from './save-file.ts';

/** Up to so many rows are simply there; of more, only those in sight. */
const WHOLE_UP_TO = 60;
const OVERSCAN = 12;

interface DataTableProps<Row> {
  label: string;
  fileName: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  toId(row: Row): string;
  /** The order where the address says none. */
  sorting: Sorting;
  /** The parameter of the address that holds the order; null: the rows come ordered. */
  sortParam?: string | null;
  tools?: ReactNode;
  empty: ReactNode;
  isCurrent?(row: Row): boolean;
  /** Called with the rows that are in view, so that a page can load details for those alone. */
  onRowsVisible?(rows: readonly Row[]): void;
  footer?: ReactNode;
}

/**
 * A table of any length that is sorted, exported, and read on a phone. Rows out of sight are not in the page, which the
 * elements of a table do not allow: roles say instead what is what.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, fileName, columns, rows, toId, sorting: fallback, sortParam = 'sort', tools, empty, footer } = props;
  const { params } = useLocation();
  const isNarrow = useMedia('(max-width: 44rem)');
  const text = sortParam === null ? null : params.get(sortParam);
  const sorting = useMemo(() => parseSorting(text, fallback), [text, fallback]);
  const sorted = useMemo(
    () => (sortParam === null ? rows : sortRows(rows, columns, sorting)),
    [rows, columns, sorting, sortParam],
  );
  const isWide = useMedia('(min-width: 88rem)');
  const shown = columns.filter(({ isExtra, isLuxury }) => !(isExtra && isNarrow) && !(isLuxury && !isWide));
  const template = shown.map(({ width }) => width).join(' ');

  const saveCsv = () => {
    const kept = columns.filter(({ file }) => file);
    const lines = sorted.map((row) => kept.map(({ file }) => file!(row)));
    saveFile(
      toCsv(
        kept.map(({ name }) => name),
        lines,
      ),
      `${fileName}.csv`,
    );
  };
  const sortBy = ({ id, isNumber }: Column<Row>) => {
    const isDescending = sorting.column === id ? !sorting.isDescending : Boolean(isNumber);
    changeParams({ [sortParam!]: formatSorting({ column: id, isDescending }) }, { replace: true });
  };

  return (
    <div className="table-block">
      <div className="table-tools">
        {tools}
        <button type="button" className="button is-plain table-export" onClick={saveCsv} disabled={rows.length === 0}>
          <Icon name="download" /> CSV
        </button>
      </div>
      {rows.length === 0 ? (
        empty
      ) : (
        <div
          className="table"
          role="table"
          aria-label={label}
          aria-rowcount={rows.length + 1}
          aria-colcount={shown.length}
        >
          <div className="table-head" role="rowgroup">
            <div className="table-row" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
              {shown.map((column) => (
                <Heading
                  key={column.id}
                  column={column}
                  direction={
                    sorting.column === column.id ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'
                  }
                  {...(sortParam !== null && column.sortBy ? { onSort: () => sortBy(column) } : {})}
                />
              ))}
            </div>
          </div>
          {rows.length <= WHOLE_UP_TO ? (
            <WholeBody {...props} rows={sorted} columns={shown} template={template} toId={toId} />
          ) : (
            <VirtualBody {...props} rows={sorted} columns={shown} template={template} isNarrow={isNarrow} />
          )}
        </div>
      )}
      {footer}
    </div>
  );
}

interface HeadingProps<Row> {
  column: Column<Row>;
  direction: 'ascending' | 'descending' | 'none';
  onSort?: () => void;
}

function Heading<Row>({ column: { name, meaning, isNumber, isUnnamed }, direction, onSort }: HeadingProps<Row>) {
  const title = meaning === undefined ? {} : { title: meaning };
  return (
    <div
      role="columnheader"
      className={`table-cell${isNumber ? ' is-number' : ''}`}
      {...(onSort ? { 'aria-sort': direction } : {})}
    >
      {onSort ? (
        <button type="button" className="table-sort" onClick={onSort} data-direction={direction} {...title}>
          {name}
        </button>
      ) : (
        <span className={isUnnamed ? 'visually-hidden' : ''} {...title}>
          {name}
        </span>
      )}
    </div>
  );
}

interface BodyProps<Row>
  extends Pick<DataTableProps<Row>, 'rows' | 'toId' | 'isCurrent' | 'onRowsVisible' | 'columns'> {
  template: string;
}

function WholeBody<Row>({ rows, toId, onRowsVisible, ...rest }: BodyProps<Row>) {
  useVisibleRows(rows, { first: 0, last: rows.length, onRowsVisible });
  return (
    <div role="rowgroup">
      {rows.map((row, index) => (
        <TableRow key={toId(row)} row={row} index={index} {...rest} />
      ))}
    </div>
  );
}

function VirtualBody<Row>({ rows, toId, onRowsVisible, isNarrow, ...rest }: BodyProps<Row> & { isNarrow: boolean }) {
  const body = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const rem = useRem();
  useLayoutEffect(() => {
    const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isNarrow ? 6 : 2.875) * rem,
    overscan: OVERSCAN,
    scrollMargin: margin,
    getItemKey: (index) => toId(rows[index]!),
  });
  const items = virtualizer.getVirtualItems();
  useVisibleRows(rows, { first: items[0]?.index ?? 0, last: (items.at(-1)?.index ?? -1) + 1, onRowsVisible });
  return (
    <div role="rowgroup" ref={body} className="table-body" style={{ height: virtualizer.getTotalSize() }}>
      {items.map(({ key, index, start }) => (
        <TableRow
          key={key}
          row={rows[index]!}
          index={index}
          top={start - margin}
          {...(isNarrow ? { measure: virtualizer.measureElement } : {})}
          {...rest}
        />
      ))}
    </div>
  );
}

interface RowProps<Row> extends Pick<BodyProps<Row>, 'columns' | 'template' | 'isCurrent'> {
  row: Row;
  index: number;
  top?: number;
  measure?(element: HTMLElement | null): void;
}

function TableRow<Row>({ row, index, columns, template, isCurrent, top, measure }: RowProps<Row>) {
  const place = top === undefined ? {} : { transform: `translateY(${top}px)` };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      ref={measure}
      className={`table-row${top === undefined ? '' : ' is-placed'}${isCurrent?.(row) ? ' is-current' : ''}`}
      style={{ gridTemplateColumns: template, ...place }}
    >
      {columns.map((column) => (
        <div
          key={column.id}
          role="cell"
          className={`table-cell${column.isNumber ? ' is-number' : ''}`}
          data-name={column.isUnnamed ? undefined : column.name}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}

function useVisibleRows<Row>(
  rows: readonly Row[],
  {
    first,
    last,
    onRowsVisible,
  }: { first: number; last: number; onRowsVisible: ((rows: readonly Row[]) => void) | undefined },
) {
  useLayoutEffect(() => {
    onRowsVisible?.(rows.slice(first, last));
  }, [rows, first, last, onRowsVisible]);
}

function useRem(): number {
  return useMemo(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize), []);
}
