import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { brandsQuery } from '../../api/queries.ts';
import type { Brand, BrandRow } from '../../api/types.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { useAfterPaint } from '../../controls/use-after-paint.ts';
import { markWaiting } from '../../controls/waiting.ts';
import { brandReportQuery, comparedReportQuery } from '../../filters/brand-report-query.ts';
import { toPeriodBefore } from '../../filters/dates.ts';
import { findFocusBrand } from '../../filters/focus-brand.ts';
import { useView } from '../../filters/view.tsx';
import { formatCount, formatPeriod } from '../../format.ts';
import { loadCode } from '../../load-code.ts';
import { findMetric } from '../../metrics.ts';
import { useLocation } from '../../routing/location.ts';
import { AddFirstBrand, NoAnswers } from '../empty-states.tsx';
import { useChecklistDismissed } from '../start/dismissal.ts';
import { AlsoNamed } from './also-named.tsx';
import { Figures } from './figures.tsx';
import { Leaderboard } from './leaderboard.tsx';
import { Movers } from './movers.tsx';
import { Trend } from './trend.tsx';
import { Verdict } from './verdict.tsx';

const Checklist = lazy(async () => ({
  default: await loadCode(async () => (await import('../start/guided-start.ts')).Checklist),
}));

/** Renders the lower part of the page after the upper part is painted. */
function Below({ children }: { children: ReactNode }) {
  return useAfterPaint() ? <div className="overview-below">{children}</div> : null;
}

/** Whether the page shows what the project lacks. This follows from what the page has anyway: a complete project costs nothing. */
function useGuide(brands: readonly Brand[] | undefined, rows: readonly BrandRow[] | undefined): boolean {
  const { selection, canWrite } = useView();
  const isDismissed = useChecklistDismissed(selection.project);
  if (!brands || !rows || !canWrite || isDismissed) return false;
  const hasBoth = brands.some(({ is_own }) => is_own) && brands.some(({ is_own }) => !is_own);
  // Whoever has answers has prompts, and somebody who answered them.
  return !hasBoth || !rows.some(({ visibility_total }) => visibility_total > 0);
}

function Guide() {
  return useAfterPaint() ? (
    <Suspense fallback={null}>
      <Checklist />
    </Suspense>
  ) : null;
}

const MANY_BRANDS = 20;

/** One brand's metrics, their trend, and the comparison with other brands. */
export function OverviewPage() {
  const { selection, isShared } = useView();
  const { params } = useLocation();
  const metric = findMetric(params.get('metric'));
  const brands = useQuery(brandsQuery(selection.project));
  const now = useQuery(brandReportQuery(selection));
  const compared = useQuery(comparedReportQuery(selection));
  const isGuided = useGuide(brands.data, now.data?.data);
  if (now.error) return <Failure error={now.error} onRetry={() => void now.refetch()} />;
  if (brands.error) return <Failure error={brands.error} onRetry={() => void brands.refetch()} />;
  if (!brands.data || !now.data) return <Loading />;
  if (brands.data.length === 0) {
    return (
      <div className="page">
        <header className="page-head">
          <h1>Overview</h1>
        </header>
        {isGuided ? <Guide /> : <AddFirstBrand />}
      </div>
    );
  }
  const focus = findFocusBrand(brands.data, selection.brands)!;
  const rows = now.data.data;
  // Below a long table nobody would see it.
  const isLong = rows.length > MANY_BRANDS;
  const own = rows.find(({ brand }) => brand.id === focus.id);
  // The rows of another period are no comparison, not even until the right ones arrive.
  const comparedRows = compared.isPlaceholderData ? undefined : compared.data?.data;
  const ownCompared = comparedRows?.find(({ brand }) => brand.id === focus.id);
  const previous = ownCompared?.previous;
  const periodBefore = formatPeriod(toPeriodBefore(selection));
  return (
    <div {...markWaiting('page overview', [now, compared])}>
      <header className="page-head">
        <h1>{focus.name}</h1>
        <p className="quiet">
          {own && !now.isPlaceholderData ? `${formatCount(own.visibility_total, 'answer')}, ` : ''}
          {formatPeriod(selection)}
          {own && comparedRows && !previous ? `. No answers from ${periodBefore} to compare with.` : null}
          {previous ? `, compared with ${formatCount(previous.visibility_total, 'answer')}, ${periodBefore}` : null}
        </p>
      </header>
      {isGuided ? <Guide /> : null}
      {own ? (
        <>
          <Verdict focus={focus} warnings={(previous && compared.data?.comparison?.warnings) || []} />
          <Figures rows={rows} focus={focus} now={own} compared={ownCompared} metric={metric} />
          <Trend brands={brands.data} rows={rows} focus={focus} metric={metric} />
          <Below>
            <div>
              {!isShared && isLong ? <AlsoNamed /> : null}
              <Leaderboard brands={brands.data} rows={rows} compared={comparedRows ?? []} />
              {isShared || isLong ? null : <AlsoNamed />}
            </div>
            <Movers focus={focus} />
          </Below>
        </>
      ) : (
        <NoAnswers isGuided={isGuided} />
      )}
    </div>
  );
}
