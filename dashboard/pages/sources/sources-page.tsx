import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { reportQuery, useBrands } from '../../api/queries.ts';
import type { SourceRow } from '../../api/types.ts';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { Segments } from '../../controls/segments.tsx';
import { toReportInput } from '../../filters/report-input.ts';
import { useView } from '../../filters/view.tsx';
import { formatCount, formatWhole } from '../../format.ts';
import { changeParams, useLocation } from '../../routing/location.ts';
import { DataTable } from '../../table/data-table.tsx';
import { NoAnswers } from '../nothing-yet.tsx';
import { toSourceColumns } from './source-columns.tsx';
import { useClassifications } from './use-classifications.ts';

const SHOWN = 2000;

const VIEWS = [
  { value: 'domains', label: 'Domains' },
  { value: 'pages', label: 'Pages' },
  { value: 'gaps', label: 'Gaps' },
] as const;
type View = (typeof VIEWS)[number]['value'];

const BY_RETRIEVALS = { column: 'retrievals', isDescending: true };
const BY_GAP = { column: 'gap', isDescending: true };

/** Which pages answers rest on, and where competitors are named and we are not. */
export function SourcesPage() {
  const { selection, canWrite } = useView();
  const location = useLocation();
  const brands = useBrands(selection.project);
  const view: View = VIEWS.find(({ value }) => value === location.params.get('view'))?.value ?? 'domains';
  const domain = location.params.get('domain');
  const gapsOf = location.params.get('gaps') === 'domains' ? 'domains' : 'pages';
  const kind = view === 'domains' || (view === 'gaps' && gapsOf === 'domains') ? 'domain' : 'url';
  const report = toReport({ view, domain, brands: selection.brands });
  const query = useQuery(
    reportQuery(kind === 'domain' ? 'POST /reports/domains' : 'POST /reports/urls', toReportInput(selection, report)),
  );
  const classifications = useClassifications(kind);
  const columns = useMemo(
    () => toSourceColumns({ kind, brands, location, isGap: view === 'gaps', classifications, canWrite }),
    [kind, brands, location, view, classifications, canWrite],
  );
  const rows: readonly SourceRow[] = query.data?.data ?? [];
  const total = query.data?.total_count ?? rows.length;
  // While another view loads, rows of the one before are not its rows.
  const isOther = rows.some((row) => row[kind] === undefined);
  return (
    <div className={`page${query.isPlaceholderData ? ' is-waiting' : ''}`}>
      <header className="page-head">
        <h1>Sources</h1>
        <p className="quiet">
          {query.data && !isOther ? formatCount(total, kind === 'domain' ? 'domain' : 'page') : ''}
        </p>
      </header>
      {query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending || isOther ? <Loading /> : null}
      {query.data && !isOther ? (
        <DataTable
          key={`${view} ${kind}`}
          label={VIEWS.find(({ value }) => value === view)!.label}
          fileName={`${view}-${selection.from}-${selection.to}`}
          columns={columns}
          rows={rows}
          toId={(row) => row[kind]!}
          sorting={view === 'gaps' ? BY_GAP : BY_RETRIEVALS}
          tools={
            <>
              <Segments
                label="What is listed"
                segments={VIEWS}
                value={view}
                onChange={(next) => changeParams({ view: next === 'domains' ? null : next, domain: null, sort: null })}
              />
              {view === 'gaps' ? (
                <Segments
                  label="Gaps of"
                  segments={[
                    { value: 'pages', label: 'by page' },
                    { value: 'domains', label: 'by domain' },
                  ]}
                  value={gapsOf}
                  onChange={(gaps) => changeParams({ gaps: gaps === 'pages' ? null : gaps })}
                />
              ) : null}
              {domain ? (
                <button
                  type="button"
                  className="button is-chosen"
                  title="Show all domains"
                  onClick={() => changeParams({ domain: null })}
                >
                  <span className="one-line">{domain}</span> ×
                </button>
              ) : null}
            </>
          }
          empty={view === 'gaps' ? <NoGaps /> : domain ? <Empty title={`No page of ${domain} here`} /> : <NoSources />}
          footer={
            rows.length < total ? (
              <p className="table-more">
                The first {formatWhole(rows.length)} of {formatWhole(total)}: narrow the filters to see the others.
              </p>
            ) : null
          }
        />
      ) : null}
    </div>
  );
}

function toReport({ view, domain, brands }: { view: View; domain: string | null; brands: string[] }) {
  return {
    limit: SHOWN,
    include_total_count: true,
    filters: [
      ...(view === 'gaps' ? [{ field: 'gap', operator: 'gte', value: 1 }] : []),
      ...(view === 'pages' && domain ? [{ field: 'domain', operator: 'in', values: [domain] }] : []),
      ...(brands.length > 0 ? [{ field: 'mentioned_brand_id', operator: 'in', values: brands }] : []),
    ],
    ...(view === 'gaps' ? { order_by: [{ field: 'gap' }, { field: 'retrieval_count' }] } : {}),
  };
}

function NoGaps() {
  return (
    <Empty title="No gap in this selection">
      <p>
        Wherever a competitor is named in answers that use a source, one of your own brands is named too. Narrow the
        dates, channels or topics to look closer.
      </p>
    </Empty>
  );
}

function NoSources() {
  return (
    <>
      <NoAnswers />
      <p className="quiet empty">
        Sources come with the answers: the pages that they cite, or that were sent along with them.
      </p>
    </>
  );
}
