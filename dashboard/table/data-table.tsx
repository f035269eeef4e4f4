import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { BrandMark } from '../controls/brand-mark.tsx';
import { density } from '../controls/preferences.ts';
import { usePrinting } from '../controls/use-printing.ts';
import { useWidth } from '../controls/use-width.ts';
import { changeParams, useLocation } from '../routing/location.ts';
import {
  type Column,
  fitColumns,
  formatSorting,
  parseSorting,
  type Sorting,
  sortRows,
  toGridTemplate,
  toNextSorting,
} from './columns.ts';
import { CsvButton, type LoadRows } from './csv-button.tsx';

/** A longer table renders only the rows in view. */
const MAX_ROWS_RENDERED = 60;
/** A table is printed whole, unless that would take the browser too long. */
const MAX_ROWS_PRINTED = 2000;
/** Rows rendered above and below the view. */
const OVERSCAN = 12;
/** In rem; the first as in styles/tokens.css. */
const ROW_HEIGHTS = { comfortable: 2.875, compact: 2.125 };
const STACKED_ROW_HEIGHT = 6;
const NO_BREAK = '\u00a0';

interface DataTableProps<Row> {
  label: string;
  fileName: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  toId(row: Row): string;
  /** The order if the URL has none. */
  sorting: Sorting;
  /** The URL parameter that holds the order; null if the rows are already in order. */
  sortParam?: string | null;
  /** Whether the rows come from the service in the order of the URL. */
  isSorted?: boolean;
  tools?: ReactNode;
  empty: ReactNode;
  isCurrent?(row: Row): boolean;
  /** Whether a row may be taller than others. Measuring rows is slow, so long tables measure only these. */
  isTall?(row: Row): boolean;
  /** The heights of all rows, in rem, if they have more lines than usual. */
  rowHeights?: typeof ROW_HEIGHTS;
  /** Called with the rows in view, so that a page can load details for those alone. */
  onRowsVisible?(rows: readonly Row[]): void;
  footer?: ReactNode;
  /** Loads all rows for the file, if the page has not loaded them. */
  loadRows?: LoadRows<Row>;
}

/**
 * A table of any length that can be sorted and exported, and that fits any screen. Long tables leave out the rows that are
 * not in view, which `<table>` elements do not allow, so it is made of `<div>` elements with roles.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, fileName, columns, rows, sorting: fallback, sortParam = 'sort', tools, empty, footer } = props;
  const isSorted = props.isSorted || sortParam === null;
  const { params } = useLocation();
  const { ref, width, rem } = useWidth<HTMLDivElement>();
  const isPrinting = usePrinting();
  const text = sortParam === null ? null : params.get(sortParam);
  const sorting = useMemo(() => parseSorting(text, fallback), [text, fallback]);
  const sorted = useMemo(
    () => (isSorted ? rows : sortRows(rows, columns, sorting)),
    [rows, columns, sorting, isSorted],
  );
  // A column without a heading has only controls.
  const useful = isPrinting ? columns.filter(({ isHeadingHidden }) => !isHeadingHidden) : columns;
  const { columns: shown, isStacked } = fitColumns(useful, width / rem);
  const template = toGridTemplate(shown);
  const canSort = sortParam !== null && !isPrinting;

  const sortBy = (column: Column<Row>) => {
    changeParams({ [sortParam!]: formatSorting(toNextSorting(column, sorting)) }, { replace: true });
  };

  return (
    <div className="table-block" ref={ref}>
      <div className="table-tools">
        {tools}
        <CsvButton fileName={fileName} columns={columns} rows={sorted} loadRows={props.loadRows} />
      </div>
      {rows.length === 0 ? empty : null}
      {rows.length > 0 && width > 0 ? (
        <div
          className={`table${isStacked ? ' is-stacked' : ''}`}
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
                  {...(canSort && column.sortBy ? { onSort: () => sortBy(column) } : {})}
                />
              ))}
            </div>
          </div>
          {rows.length <= (isPrinting ? MAX_ROWS_PRINTED : MAX_ROWS_RENDERED) ? (
            <WholeBody {...props} rows={sorted} columns={shown} template={template} />
          ) : (
            <VirtualBody {...props} rows={sorted} columns={shown} template={template} isStacked={isStacked} rem={rem} />
          )}
        </div>
      ) : null}
      {footer}
    </div>
  );
}

interface HeadingProps<Row> {
  column: Column<Row>;
  direction: 'ascending' | 'descending' | 'none';
  onSort?: () => void;
}

function Heading<Row>({
  column: { name, description, color, isNumber, isHeadingHidden },
  direction,
  onSort,
}: HeadingProps<Row>) {
  const title = description === undefined ? {} : { title: description };
  const label =
    color === undefined ? (
      name
    ) : (
      <>
        <BrandMark color={color} />
        {NO_BREAK}
        {name}
      </>
    );
  return (
    <div
      role="columnheader"
      className={`table-cell${isNumber ? ' is-number' : ''}`}
      {...(onSort ? { 'aria-sort': direction } : {})}
    >
      {onSort ? (
        <button type="button" className="table-sort" onClick={onSort} data-direction={direction} {...title}>
          {label}
        </button>
      ) : (
        <span className={isHeadingHidden ? 'visually-hidden' : ''} {...title}>
          {label}
        </span>
      )}
    </div>
  );
}

interface BodyProps<Row>
  extends Pick<
    DataTableProps<Row>,
    'rows' | 'toId' | 'isCurrent' | 'isTall' | 'rowHeights' | 'onRowsVisible' | 'columns'
  > {
  template: string;
}

function WholeBody<Row>({ rows, toId, onRowsVisible, isTall: _, rowHeights: __, ...rest }: BodyProps<Row>) {
  useVisibleRows(rows, { start: 0, end: rows.length, onRowsVisible });
  return (
    <div role="rowgroup">
      {rows.map((row, index) => (
        <TableRow key={toId(row)} row={row} index={index} {...rest} />
      ))}
    </div>
  );
}

function VirtualBody<Row>({
  rows,
  toId,
  onRowsVisible,
  isStacked,
  isTall,
  rowHeights,
  rem,
  ...rest
}: BodyProps<Row> & { isStacked: boolean; rem: number }) {
  const body = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const chosen = density.useValue();
  const rowHeight = (isStacked ? STACKED_ROW_HEIGHT : (rowHeights ?? ROW_HEIGHTS)[chosen]) * rem;
  useLayoutEffect(() => {
    const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: margin,
    getItemKey: (index) => toId(rows[index]!),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it measures again when rows become higher or lower.
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);
  const items = virtualizer.getVirtualItems();
  useVisibleRows(rows, { start: items[0]?.index ?? 0, end: (items.at(-1)?.index ?? -1) + 1, onRowsVisible });
  return (
    <div role="rowgroup" ref={body} className="table-body" style={{ height: virtualizer.getTotalSize() }}>
      {items.map(({ key, index, start }) => (
        <TableRow
          key={key}
          row={rows[index]!}
          index={index}
          place={{ top: start - margin, height: rowHeights && !isStacked ? rowHeight : undefined }}
          {...(isStacked || isTall?.(rows[index]!) ? { measure: virtualizer.measureElement } : {})}
          {...rest}
        />
      ))}
    </div>
  );
}

interface RowProps<Row> extends Pick<BodyProps<Row>, 'columns' | 'template' | 'isCurrent'> {
  row: Row;
  index: number;
  /** Where a long table puts it, and its height where that is not the usual one, in pixels. */
  place?: { top: number; height: number | undefined };
  measure?(element: HTMLElement | null): void;
}

function TableRow<Row>({ row, index, columns, template, isCurrent, place, measure }: RowProps<Row>) {
  const state = [
    ...(place === undefined ? [] : [' is-placed']),
    ...(measure === undefined ? [] : [' is-measured']),
    ...(isCurrent?.(row) ? [' is-current'] : []),
  ];
  const offset = place && {
    transform: `translateY(${place.top}px)`,
    ...(place.height ? { height: place.height } : {}),
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      ref={measure}
      className={`table-row${state.join('')}`}
      style={{ gridTemplateColumns: template, ...offset }}
    >
      {columns.map((column) => (
        <div
          key={column.id}
          role="cell"
          className={`table-cell${column.isNumber ? ' is-number' : ''}`}
          data-name={column.isHeadingHidden ? undefined : column.name}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}

interface VisibleRows<Row> {
  start: number;
  /** The index after the last visible row. */
  end: number;
  onRowsVisible: ((rows: readonly Row[]) => void) | undefined;
}

function useVisibleRows<Row>(rows: readonly Row[], { start, end, onRowsVisible }: VisibleRows<Row>) {
  useLayoutEffect(() => {
    onRowsVisible?.(rows.slice(start, end));
  }, [rows, start, end, onRowsVisible]);
}
