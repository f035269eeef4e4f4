import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { reportQuery, useBrands } from '../../api/queries.ts';
import type { SourceRow } from '../../api/types.ts';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { toReportInput } from '../../filters/report-input.ts';
import { toPromptFilter } from '../../filters/selection.ts';
import { useView } from '../../filters/view.tsx';
import { useLocation } from '../../routing/location.ts';
import { DataTable } from '../../table/data-table.tsx';
import { toSourceColumns } from '../sources/source-columns.tsx';
import { useClassifications } from '../sources/use-classifications.ts';

const MAX_SHOWN = 10;
const COLUMNS = ['domain', 'class', 'share', 'citations'];
const MOST_USED = { column: 'share', isDescending: true };

/** The domains that the answers to a prompt use most. */
export function PromptSources({ prompt }: { prompt: string }) {
  const { selection, canWrite } = useView();
  const location = useLocation();
  const brands = useBrands(selection.project);
  const report = { filters: [toPromptFilter(prompt)], limit: MAX_SHOWN };
  const query = useQuery(reportQuery('POST /reports/domains', toReportInput(selection, report)));
  const classifications = useClassifications('domain');
  const columns = useMemo(() => {
    const all = toSourceColumns({ kind: 'domain', brands, location, isGap: false, classifications, canWrite });
    return all.filter(({ id }) => COLUMNS.includes(id));
  }, [brands, location, classifications, canWrite]);
  const rows: readonly SourceRow[] = query.data?.data ?? [];
  return (
    <section className="panel" aria-label="Top sources">
      {query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : null}
      <DataTable
        label="Top sources"
        fileName={`sources-${selection.from}-${selection.to}`}
        columns={columns}
        rows={rows}
        toId={({ domain }) => domain!}
        sorting={MOST_USED}
        sortParam={null}
        tools={<h2>Top sources</h2>}
        empty={query.isPending ? <Loading /> : <Empty title="These answers have no sources" />}
      />
    </section>
  );
}
