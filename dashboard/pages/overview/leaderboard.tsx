import { useMemo } from 'react';
import type { Brand, BrandRow } from '../../api/types.ts';
import { BrandMark } from '../../controls/brand-mark.tsx';
import { Change } from '../../controls/change.tsx';
import { Empty } from '../../controls/notices.tsx';
import { toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCount, formatWhole } from '../../format.ts';
import { METRICS, type MetricId } from '../../metrics.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import type { Column } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';

interface Standing {
  rank: number;
  row: BrandRow;
  /** The same row of a compared report; undefined while it loads. */
  compared: BrandRow | undefined;
  brand: Brand | undefined;
}

const [VISIBILITY] = METRICS;
const BY_RANK = { column: 'rank', isDescending: false };
const METRIC_WIDTHS: Record<MetricId, { width: number; grow?: number }> = {
  visibility: { width: 6.25, grow: 1 },
  share_of_voice: { width: 6.5 },
  position: { width: 4.75 },
  sentiment: { width: 5.5 },
};

/** All brands, the most visible first. */
export function Leaderboard({
  brands,
  rows,
  compared,
}: {
  brands: readonly Brand[];
  rows: readonly BrandRow[];
  compared: readonly BrandRow[];
}) {
  const { from, to } = useSelection();
  const location = useLocation();
  const standings = useMemo(
    () =>
      rows.map(
        (row, index): Standing => ({
          rank: index + 1,
          row,
          compared: compared.find(({ brand }) => brand.id === row.brand.id),
          brand: brands.find(({ id }) => id === row.brand.id),
        }),
      ),
    [rows, compared, brands],
  );
  const columns = useMemo(
    (): Column<Standing>[] => [
      {
        id: 'rank',
        name: 'Rank',
        width: 3.25,
        hideOrder: 2,
        cell: ({ rank }) => <span className="quiet">{rank}</span>,
        sortBy: ({ rank }) => rank,
        file: ({ rank }) => rank,
      },
      {
        id: 'brand',
        name: 'Brand',
        width: 8,
        grow: 1.4,
        cell: ({ row, brand }) => (
          <Link
            className="brand-name"
            href={toPage('/answers', location, { mentions: row.brand.id })}
            title={`Answers that mention ${row.brand.name}`}
          >
            <BrandMark color={brand?.color} />
            <span>{row.brand.name}</span>
            {brand?.is_own ? <span className="badge">own</span> : null}
          </Link>
        ),
        sortBy: ({ row }) => row.brand.name,
        file: ({ row }) => row.brand.name,
      },
      ...METRICS.flatMap((metric): Column<Standing>[] => [
        {
          id: metric.id,
          name: metric.name,
          description: metric.description,
          ...METRIC_WIDTHS[metric.id],
          isNumber: true,
          isSmallerBetter: metric.isSmallerBetter,
          cell: ({ row, brand }) => {
            const value = metric.read(row);
            if (value === undefined) return <span className="quiet">–</span>;
            const basis = formatCount(metric.count(row), 'answer');
            if (metric !== VISIBILITY) return <span title={basis}>{metric.format(value)}</span>;
            return (
              <span className="bar-cell" data-color={brand?.color} title={basis}>
                <span className="bar" aria-hidden="true">
                  <span style={{ width: `${value * 100}%` }} />
                </span>
                {metric.format(value)}
              </span>
            );
          },
          sortBy: ({ row }) => metric.read(row),
          file: ({ row }) => metric.read(row),
        },
        ...(metric === VISIBILITY
          ? [
              {
                id: 'change',
                name: 'Change',
                description: 'Change in visibility from the previous period, if it is more than chance.',
                width: 6.75,
                isNumber: true,
                cell: ({ row, compared: other }: Standing) => <Change metric={metric} now={row} compared={other} />,
                sortBy: toRealChange,
                file: toChange,
              },
            ]
          : []),
      ]),
      {
        id: 'mentions',
        name: 'Named in',
        description: 'Answers that mention the brand, of all answers.',
        width: 6.75,
        isNumber: true,
        hideOrder: 1,
        cell: ({ row }) => (
          <span className="quiet">
            {formatWhole(row.visibility_count)} of {formatWhole(row.visibility_total)}
          </span>
        ),
        sortBy: ({ row }) => row.visibility_count,
      },
      {
        id: 'answers',
        name: 'Answers',
        width: 0,
        isFileOnly: true,
        cell: () => null,
        file: ({ row }) => row.visibility_total,
      },
      {
        id: 'answers_before',
        name: 'Previous answers',
        width: 0,
        isFileOnly: true,
        cell: () => null,
        file: ({ compared: other }) => other?.previous?.visibility_total ?? 0,
      },
    ],
    [location],
  );
  return (
    <section className="panel" aria-label="All brands">
      <DataTable
        label="All brands"
        fileName={`brands-${from}-${to}`}
        columns={columns}
        rows={standings}
        toId={({ row }) => row.brand.id}
        sorting={BY_RANK}
        tools={
          <>
            <h2>All brands</h2>
            {rows[0] ? <p className="quiet table-note">{formatCount(rows[0].visibility_total, 'answer')}</p> : null}
          </>
        }
        empty={<Empty title="No brands" />}
      />
    </section>
  );
}

/** undefined if there is nothing to compare with. */
function toChange({ compared }: Standing): number | undefined {
  return compared?.change?.visibility?.difference;
}

/** Changes that may be chance are equal. */
function toRealChange({ compared }: Standing): number | undefined {
  const change = compared?.change?.visibility;
  return change?.significant ? change.difference : change ? 0 : undefined;
}
