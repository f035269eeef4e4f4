import { useQuery } from '@tanstack/react-query';
import { MAX_ROWS_PER_PAGE } from '../../../src/domain/limits.ts';
import { reportQuery } from '../../api/queries.ts';
import type { SourceRow } from '../../api/types.ts';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { toPeriodBefore } from '../../filters/dates.ts';
import { toReportInput } from '../../filters/report-input.ts';
import { toPromptFilter } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCount } from '../../format.ts';
import { PageLink } from '../sources/source-columns.tsx';
import { findSourceChanges } from './find-source-changes.ts';

const MAX_SHOWN = 5;

/** The pages that the answers to a prompt cite and did not cite in the period before, and the other way round. */
export function SourceChanges({ prompt }: { prompt: string }) {
  const selection = useSelection();
  const report = {
    filters: [toPromptFilter(prompt)],
    having: [{ field: 'citation_count', operator: 'gt' as const, value: 0 }],
  };
  const now = useQuery(reportQuery('POST /reports/urls', toReportInput(selection, report)));
  const before = useQuery(
    reportQuery('POST /reports/urls', toReportInput(selection, report, toPeriodBefore(selection))),
  );
  const failed = [now, before].find(({ error }) => error);
  if (failed) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!now.data || !before.data || now.isPlaceholderData || before.isPlaceholderData) return <Loading />;
  // A page beyond the limit would look like one that is not cited.
  if ([now, before].some(({ data }) => data!.data.length >= MAX_ROWS_PER_PAGE)) {
    return (
      <Empty title="Too many pages to compare">
        <p>Choose a shorter period.</p>
      </Empty>
    );
  }
  const { added, dropped } = findSourceChanges(now.data.data, before.data.data);
  if (added.length + dropped.length === 0) return <Empty title="The same pages are cited in both periods" />;
  return (
    <>
      <PageList title="Newly cited" rows={added} />
      <PageList title="No longer cited" rows={dropped} />
    </>
  );
}

function PageList({ title, rows }: { title: string; rows: readonly SourceRow[] }) {
  if (rows.length === 0) return null;
  const left = rows.length - MAX_SHOWN;
  return (
    <section className="source-changes" aria-label={title}>
      <h3>
        {title} <span className="quiet">{formatCount(rows.length, 'page')}</span>
      </h3>
      <ol>
        {rows.slice(0, MAX_SHOWN).map(({ url, title: name = '', citation_count }) => (
          <li key={url}>
            <PageLink url={url!} title={name} />
            <span className="quiet">{formatCount(citation_count, 'citation')}</span>
          </li>
        ))}
      </ol>
      {left > 0 ? <p className="quiet">And {formatCount(left, 'more page')}.</p> : null}
    </section>
  );
}
