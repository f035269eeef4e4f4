import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { brandsQuery, promptsQuery } from '../../api/queries.ts';
import type { Brand, BrandRow, Prompt } from '../../api/types.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { useAfterPaint } from '../../controls/use-after-paint.ts';
import { markWaiting } from '../../controls/waiting.ts';
import { brandReportQuery, comparedReportQuery } from '../../filters/brand-report-query.ts';
import { toPeriodBefore } from '../../filters/dates.ts';
import { findFocusBrand } from '../../filters/focus-brand.ts';
import { OF_ONE_PROMPT } from '../../filters/report-input.ts';
import { toPromptFilter } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCount, formatPeriod } from '../../format.ts';
import { findMetric, type Metric } from '../../metrics.ts';
import { useLocation } from '../../routing/location.ts';
import { readAnswerFilter } from '../answers/answer-filter.ts';
import { AnswerTable } from '../answers/answer-table.tsx';
import { chooseCompared } from '../compare/choose-compared.ts';
import { CompareTable } from '../compare/compare-table.tsx';
import { findGrouping } from '../compare/groupings.ts';
import { AddFirstBrand, NoAnswers } from '../empty-states.tsx';
import { Figures } from '../overview/figures.tsx';
import { Trend } from '../overview/trend.tsx';
import { Unknown } from '../unknown.tsx';
import { PromptChanges } from './prompt-changes.tsx';
import { PromptHead } from './prompt-head.tsx';
import { PromptSources } from './prompt-sources.tsx';

const BY_CHANNEL = findGrouping('channel');

/** One prompt: its metrics and their trend, brands by channel, what changed, its sources, and its answers. */
export function PromptPage({ id }: { id: string }) {
  const { project } = useSelection();
  const active = useQuery(promptsQuery(project));
  const archived = useQuery(promptsQuery(project, true));
  const prompt = [...(active.data ?? []), ...(archived.data ?? [])].find((candidate) => candidate.id === id);
  const failed = [active, archived].find(({ error }) => error);
  if (prompt) return <FoundPrompt prompt={prompt} />;
  if (failed) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  return active.data && archived.data ? <Unknown noun="prompt" path="/prompts" /> : <Loading />;
}

function FoundPrompt({ prompt }: { prompt: Prompt }) {
  const selection = useSelection();
  const { params } = useLocation();
  const metric = findMetric(params.get('metric'));
  const report = { filters: [toPromptFilter(prompt.id)] };
  const brands = useQuery(brandsQuery(selection.project));
  const now = useQuery(brandReportQuery(selection, report));
  const compared = useQuery(comparedReportQuery(selection, { ...report, intervals: OF_ONE_PROMPT }));
  const focus = findFocusBrand(brands.data ?? [], selection.brands);
  const failed = [brands, now].find(({ error }) => error);
  const rows = now.data?.data ?? [];
  const own = rows.find(({ brand }) => brand.id === focus?.id);
  // The rows of another period are no comparison, not even until the right ones arrive.
  const comparedRows = compared.isPlaceholderData ? undefined : compared.data?.data;
  const hasAnswers = own !== undefined && own.visibility_total > 0;
  return (
    <div {...markWaiting('page overview', [now, compared])}>
      <PromptHead prompt={prompt} />
      {failed ? <Failure error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {(brands.isPending || now.isPending) && !failed ? <Loading /> : null}
      {brands.data?.length === 0 ? <AddFirstBrand /> : null}
      {focus && now.data && !hasAnswers ? <NoAnswers /> : null}
      {focus && hasAnswers ? (
        <PromptReport
          prompt={prompt}
          brands={brands.data!}
          focus={focus}
          metric={metric}
          rows={rows}
          own={own}
          compared={comparedRows}
        />
      ) : null}
    </div>
  );
}

interface PromptReportProps {
  prompt: Prompt;
  brands: readonly Brand[];
  focus: Brand;
  metric: Metric;
  rows: readonly BrandRow[];
  own: BrandRow;
  /** The rows of a compared report; undefined while they load. */
  compared: readonly BrandRow[] | undefined;
}

function PromptReport({ prompt, brands, focus, metric, rows, own, compared }: PromptReportProps) {
  const selection = useSelection();
  const ownCompared = compared?.find(({ brand }) => brand.id === focus.id);
  const previous = ownCompared?.previous;
  const periodBefore = formatPeriod(toPeriodBefore(selection));
  const shown = chooseCompared(selection, rows, { brands, focus });
  const isPainted = useAfterPaint();
  return (
    <>
      <p className="quiet">
        Metrics are for {focus.name}: {formatCount(own.visibility_total, 'answer')}, {formatPeriod(selection)}
        {compared && !previous ? `. No answers from ${periodBefore} to compare with.` : null}
        {previous ? `, compared with ${formatCount(previous.visibility_total, 'answer')}, ${periodBefore}.` : null}
      </p>
      <Figures rows={rows} focus={focus} now={own} compared={ownCompared} metric={metric} prompt={prompt.id} />
      <Trend brands={brands} rows={rows} focus={focus} metric={metric} prompt={prompt.id} />
      {isPainted ? (
        <>
          <section className="panel" aria-label={`${metric.name} by channel`}>
            <CompareTable
              label={`${metric.name} by channel`}
              brands={shown}
              grouping={BY_CHANNEL}
              metric={metric}
              filters={[toPromptFilter(prompt.id)]}
              params={{ prompt: prompt.id }}
              sortParam="channels_sort"
              tools={<h2>{metric.name} by channel</h2>}
              empty={<NoAnswers />}
            />
          </section>
          <div className="prompt-below">
            <PromptChanges prompt={prompt.id} focus={focus} compared={compared} />
            <PromptSources prompt={prompt.id} />
          </div>
          <PromptAnswers prompt={prompt.id} brands={brands} />
        </>
      ) : null}
    </>
  );
}

function PromptAnswers({ prompt, brands }: { prompt: string; brands: readonly Brand[] }) {
  const selection = useSelection();
  const location = useLocation();
  const filter = useMemo(
    () => ({ ...readAnswerFilter(location, { brands, chosen: selection.brands }), prompt }),
    [location, brands, selection.brands, prompt],
  );
  return (
    <section className="panel" aria-label="Answers">
      <AnswerTable
        filter={filter}
        isOnePrompt
        heading={(count) => (
          <header className="panel-head">
            <h2>Answers</h2>
            <p className="quiet">{count}</p>
          </header>
        )}
      />
    </section>
  );
}
