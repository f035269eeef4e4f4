import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { reportQuery, useBrands } from '../../api/queries.ts';
import type { SourceRow } from '../../api/types.ts';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { Segments } from '../../controls/segments.tsx';
import { markWaiting } from '../../controls/waiting.ts';
import { toReportInput } from '../../filters/report-input.ts';
import { useView } from '../../filters/view.tsx';
import { formatCount, formatWhole } from '../../format.ts';
import { changeParams, useLocation } from '../../routing/location.ts';
import { DataTable } from '../../table/data-table.tsx';
import { NoAnswers } from '../empty-states.tsx';
import { toSourceColumns } from './source-columns.tsx';
import { useClassifications } from './use-classifications.ts';

const MAX_ROWS = 2000;

const VIEWS = [
  { value: 'domains', label: 'Domains' },
  { value: 'pages', label: 'Pages' },
  { value: 'gaps', label: 'Gaps' },
] as const;
type View = (typeof VIEWS)[number]['value'];

const BY_RETRIEVALS = { column: 'retrievals', isDescending: true };
const BY_GAP = { column: 'gap', isDescending: true };

/** The domains and pages that answers use, and the gaps: those where only competitors are mentioned. */
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
  // While another view loads, the query still has the rows of the previous one.
  const isPreviousView = rows.some((row) => row[kind] === undefined);
  return (
    <div {...markWaiting('page', [query])}>
      <header className="page-head">
        <h1>Sources</h1>
        <p className="quiet">
          {query.data && !isPreviousView ? formatCount(total, kind === 'domain' ? 'domain' : 'page') : ''}
          {rows[0] && !isPreviousView ? ` in ${formatCount(rows[0].total_chat_count, 'answer')}` : ''}
        </p>
      </header>
      {query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending || isPreviousView ? <Loading /> : null}
      {query.data && !isPreviousView ? (
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
                label="View"
                segments={VIEWS}
                value={view}
                onChange={(next) => changeParams({ view: next === 'domains' ? null : next, domain: null, sort: null })}
              />
              {view === 'gaps' ? (
                <Segments
                  label="Group gaps by"
                  segments={[
                    { value: 'pages', label: 'By page' },
                    { value: 'domains', label: 'By domain' },
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
          empty={view === 'gaps' ? <NoGaps /> : domain ? <Empty title={`No pages on ${domain}`} /> : <NoSources />}
          footer={
            rows.length < total ? (
              <p className="table-more">
                Showing the first {formatWhole(rows.length)} of {formatWhole(total)}. Narrow the filters to see the
                rest.
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
    limit: MAX_ROWS,
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
    <>
      <NoAnswers noun="gaps" />
      <p className="quiet empty">
        A gap is a source whose answers mention a competitor but none of your own brands. Narrow the dates, channels or
        topics to look closer.
      </p>
    </>
  );
}

function NoSources() {
  return (
    <>
      <NoAnswers noun="sources" />
      <p className="quiet empty">Sources are the pages that assistants cite or read for their answers.</p>
    </>
  );
}
