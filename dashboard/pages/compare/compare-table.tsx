import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { Brand } from '../../api/types.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { PartsBar } from '../../controls/parts-bar.tsx';
import { markWaiting } from '../../controls/waiting.ts';
import { brandReportQuery } from '../../filters/brand-report-query.ts';
import { type Filter, toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCount, formatWhole } from '../../format.ts';
import { describePart, type Metric } from '../../metrics.ts';
import { Link } from '../../routing/link.tsx';
import { type ParamChanges, useLocation } from '../../routing/location.ts';
import type { Column } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { type CompareRow, findBest, readValue, toBarLength, toCompareRows } from './compare-rows.ts';
import { type Grouping, toGroupParams } from './groupings.ts';
import { useGroupName } from './use-group-name.ts';

const BY_ANSWERS = { column: 'answers', isDescending: true };

interface CompareTableProps {
  label: string;
  /** The brands side by side, in this order. */
  brands: readonly Brand[];
  grouping: Grouping;
  metric: Metric;
  /** What counts beside the filters of the bar, and what keeps to it on the page of the answers. */
  filters?: Filter[];
  params?: ParamChanges;
  sortParam?: string;
  tools?: ReactNode;
  empty: ReactNode;
  /** Shown instead of a table whose only row is that of answers without a topic or tag. */
  ungrouped?: ReactNode;
}

/** One metric of brands side by side, in each channel, country, topic, tag or model. */
export function CompareTable(props: CompareTableProps) {
  const { label, brands, grouping, metric, filters = [], params = {}, sortParam = 'sort', tools, empty } = props;
  const selection = useSelection();
  const location = useLocation();
  const nameOf = useGroupName(selection.project, grouping);
  const ids = brands.map(({ id }) => id);
  const query = useQuery(
    brandReportQuery(selection, {
      dimensions: [grouping.dimension],
      filters: [{ field: 'brand_id', operator: 'in', values: ids }, ...filters],
    }),
  );
  const rows = useMemo(
    () => toCompareRows(query.data?.data ?? [], { grouping, nameOf }),
    [query.data, grouping, nameOf],
  );
  const columns = useMemo((): Column<CompareRow>[] => {
    const toLength = toBarLength(rows, metric);
    const toLink = ({ id, name }: CompareRow) => {
      const change = toGroupParams(grouping, id);
      if (!change) return <span className="two-lines">{name}</span>;
      return (
        <Link
          className="row-link two-lines"
          href={toPage('/answers', location, { ...params, ...change })}
          title={`Answers: ${name}`}
        >
          {name}
        </Link>
      );
    };
    return [
      {
        id: 'group',
        name: grouping.name,
        width: 7,
        grow: 1.3,
        cell: toLink,
        sortBy: ({ name }) => name,
        file: ({ name }) => name,
      },
      {
        id: 'answers',
        name: 'Answers',
        description: 'The number of answers that the row comes from.',
        width: 4.25,
        isNumber: true,
        cell: ({ answers }) => <span className="quiet">{formatWhole(answers)}</span>,
        sortBy: ({ answers }) => answers,
        file: ({ answers }) => answers,
      },
      ...brands.map(({ id, name, color }): Column<CompareRow> => {
        const read = (row: CompareRow) => readValue(row, { brand: id, metric });
        return {
          id,
          name,
          description: `${name}: ${metric.description}`,
          color,
          width: 4.4,
          grow: 1,
          isNumber: true,
          isSmallerBetter: metric.isSmallerBetter,
          cell: (row) => {
            const value = read(row);
            if (value === undefined) return <span className="quiet">–</span>;
            const isBest = value === findBest(row, metric);
            const own = row.brands.get(id)!;
            const parts = metric.divide?.(own) ?? [];
            const shares = parts.map(describePart).join(', ');
            const answers = formatCount(metric.count(own), 'answer');
            return (
              <span
                className={`compare-cell${isBest ? ' is-best' : ''}`}
                data-color={color}
                title={shares === '' ? answers : `${answers}: ${shares}`}
              >
                {metric.format(value)}
                {isBest ? <span className="visually-hidden"> (best)</span> : null}
                {parts.length > 0 ? (
                  <>
                    <span className="visually-hidden"> ({shares})</span>
                    <PartsBar parts={parts} />
                  </>
                ) : (
                  <span className="bar" aria-hidden="true">
                    <span style={{ width: `${toLength(value) * 100}%` }} />
                  </span>
                )}
              </span>
            );
          },
          sortBy: read,
          file: read,
        };
      }),
    ];
  }, [rows, brands, grouping, metric, location, params]);
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  // While another grouping loads, the query still has the rows of the previous one.
  const isPrevious = query.isPlaceholderData && rows.every(({ id }) => id === '');
  if (!query.data || isPrevious) return <Loading />;
  const isUngrouped = rows.length === 1 && rows[0]!.id === '' && props.ungrouped !== undefined;
  return (
    <div {...markWaiting('compare', [query])}>
      <DataTable
        label={label}
        fileName={`${metric.id}-by-${grouping.id}-${selection.from}-${selection.to}`}
        columns={columns}
        rows={isUngrouped ? [] : rows}
        toId={({ id }) => id}
        sorting={BY_ANSWERS}
        sortParam={sortParam}
        tools={tools}
        empty={isUngrouped ? props.ungrouped : empty}
      />
    </div>
  );
}
