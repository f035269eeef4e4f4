import { useMemo } from 'react';
import type { Brand, BrandRow } from '../../api/types.ts';
import { BrandMark } from '../../controls/brand-mark.tsx';
import { Change } from '../../controls/change.tsx';
import { Empty } from '../../controls/notices.tsx';
import { toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { METRICS } from '../../metrics.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import type { Column } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';

interface Standing {
  rank: number;
  row: BrandRow;
  before: BrandRow | undefined;
  brand: Brand | undefined;
}

const [VISIBILITY] = METRICS;
const BY_RANK = { column: 'rank', isDescending: false };

/** All brands, best first. */
export function Leaderboard({
  brands,
  rows,
  before,
}: {
  brands: readonly Brand[];
  rows: readonly BrandRow[];
  before: readonly BrandRow[];
}) {
  const { from, to } = useSelection();
  const location = useLocation();
  const standings = useMemo(
    () =>
      rows.map(
        (row, index): Standing => ({
          rank: index + 1,
          row,
          before: before.find(({ brand }) => brand.id === row.brand.id),
          brand: brands.find(({ id }) => id === row.brand.id),
        }),
      ),
    [rows, before, brands],
  );
  const columns = useMemo(
    (): Column<Standing>[] => [
      {
        id: 'rank',
        name: 'Rank',
        width: '3rem',
        isExtra: true,
        cell: ({ rank }) => <span className="quiet">{rank}</span>,
        sortBy: ({ rank }) => rank,
        file: ({ rank }) => rank,
      },
      {
        id: 'brand',
        name: 'Brand',
        width: 'minmax(8rem, 1.4fr)',
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
          meaning: metric.meaning,
          width: metric === VISIBILITY ? 'minmax(7rem, 1fr)' : '6.5rem',
          isNumber: true,
          cell: ({ row, brand }) => {
            const value = metric.read(row);
            if (value === undefined) return <span className="quiet">–</span>;
            if (metric !== VISIBILITY) return metric.format(value);
            return (
              <span className="bar-cell" data-color={brand?.color}>
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
                meaning: 'The change of visibility against the period before.',
                width: '6rem',
                isNumber: true,
                cell: ({ row, before: earlier }: Standing) => (
                  <Change metric={metric} now={metric.read(row)} before={earlier && metric.read(earlier)} />
                ),
                sortBy: ({ row, before: earlier }: Standing) => earlier && row.visibility - earlier.visibility,
                file: ({ row, before: earlier }: Standing) => earlier && row.visibility - earlier.visibility,
              },
            ]
          : []),
      ]),
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
        tools={<h2>All brands</h2>}
        empty={<Empty title="No brands" />}
      />
    </section>
  );
}
