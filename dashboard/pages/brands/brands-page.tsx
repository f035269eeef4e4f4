import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { brandsQuery } from '../../api/queries.ts';
import type { Brand, BrandRow } from '../../api/types.ts';
import { BrandMark } from '../../controls/brand-mark.tsx';
import { Icon } from '../../controls/icon.tsx';
import { Failure, Loading } from '../../controls/notices.tsx';
import { markFilling } from '../../controls/waiting.ts';
import { brandReportQuery } from '../../filters/brand-report-query.ts';
import { toPage } from '../../filters/selection.ts';
import { useView } from '../../filters/view.tsx';
import { formatCount } from '../../format.ts';
import { METRICS } from '../../metrics.ts';
import { Link } from '../../routing/link.tsx';
import { type Location, useLocation } from '../../routing/location.ts';
import type { Column } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { AddFirstBrand } from '../empty-states.tsx';
import { BrandEditor } from './brand-editor.tsx';
import { BrandSuggestions } from './brand-suggestions.tsx';

const BY_NAME = { column: 'name', isDescending: false };

interface BrandTableRow {
  brand: Brand;
  row: BrandRow | undefined;
}

/** The list of brands. `/brands/new` and `/brands/{id}` open the editor. */
export function BrandsPage({ id }: { id: string | undefined }) {
  const { selection, canWrite } = useView();
  const location = useLocation();
  const brands = useQuery(brandsQuery(selection.project));
  const report = useQuery(brandReportQuery(selection));
  const rows = useMemo(
    () =>
      brands.data?.map(
        (brand): BrandTableRow => ({ brand, row: report.data?.data.find((row) => row.brand.id === brand.id) }),
      ) ?? [],
    [brands.data, report.data],
  );
  const columns = useMemo(() => toColumns(location), [location]);
  if (brands.error) return <Failure error={brands.error} onRetry={() => void brands.refetch()} />;
  if (!brands.data) return <Loading />;
  if (id !== undefined) {
    const brand = brands.data.find((candidate) => candidate.id === id);
    if (id !== 'new' && !brand) return <Failure error="It may have been deleted." title="Brand not found." />;
    return <BrandEditor key={id} brand={brand} brands={brands.data} />;
  }
  return (
    <div {...markFilling('page', report)}>
      <header className="page-head">
        <h1>Brands</h1>
        <p className="quiet">{formatCount(rows.length, 'brand')}</p>
      </header>
      <DataTable
        label="Brands"
        fileName="brands"
        columns={columns}
        rows={rows}
        toId={({ brand }) => brand.id}
        sorting={BY_NAME}
        tools={
          canWrite ? (
            <Link className="button is-primary" href={toPage('/brands/new', location)}>
              <Icon name="plus" /> Add brand
            </Link>
          ) : null
        }
        empty={<AddFirstBrand />}
      />
      <BrandSuggestions isOpen />
    </div>
  );
}

function toColumns(location: Location): Column<BrandTableRow>[] {
  const list = (values: readonly string[]) =>
    values.length === 0 ? <span className="quiet">–</span> : <span className="one-line">{values.join(', ')}</span>;
  return [
    {
      id: 'name',
      name: 'Brand',
      width: 9,
      grow: 1.2,
      cell: ({ brand }) => (
        <Link className="brand-name" href={toPage(`/brands/${brand.id}`, location)} title={brand.name}>
          <BrandMark color={brand.color} />
          <span>{brand.name}</span>
          {brand.is_own ? <span className="badge">own</span> : null}
        </Link>
      ),
      sortBy: ({ brand }) => brand.name,
      file: ({ brand }) => brand.name,
    },
    {
      id: 'aliases',
      name: 'Aliases',
      width: 8,
      grow: 1.5,
      cell: ({ brand }) => list(brand.aliases),
      file: ({ brand }) => brand.aliases.join('; '),
    },
    {
      id: 'exclude',
      name: 'Excluded phrases',
      description: 'Phrases that contain the name but do not refer to the brand.',
      width: 7,
      grow: 1,
      hideOrder: 1,
      cell: ({ brand }) => list(brand.exclude),
      file: ({ brand }) => brand.exclude.join('; '),
    },
    {
      id: 'domains',
      name: 'Domains',
      width: 8,
      grow: 1.2,
      hideOrder: 2,
      cell: ({ brand }) => list(brand.domains),
      file: ({ brand }) => brand.domains.join('; '),
    },
    ...METRICS.slice(0, 2).map(
      (metric): Column<BrandTableRow> => ({
        id: metric.id,
        name: metric.name,
        description: metric.description,
        width: 7,
        isNumber: true,
        cell: ({ row }) => (row ? metric.format(metric.read(row)!) : <span className="quiet">–</span>),
        sortBy: ({ row }) => row && metric.read(row),
        file: ({ row }) => row && metric.read(row),
      }),
    ),
  ];
}
