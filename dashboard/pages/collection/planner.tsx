import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ask } from '../../api/client.ts';
import { brandsQuery } from '../../api/queries.ts';
import type { Brand, Schedule } from '../../api/types.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { useSettled } from '../../controls/use-settled.ts';
import { markWaiting } from '../../controls/waiting.ts';
import { lastDays, type Period } from '../../filters/dates.ts';
import { toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCount } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { describePlan, toPoints } from './describe-plan.ts';

/** The period that stands for those to be compared. */
const PILOT_DAYS = 28;
/** In percentage points. */
const POINTS = { min: 1, max: 20, first: 5 };
/** Waits until the slider has not moved for this long. */
const SETTLED_MS = 250;

interface Question {
  brand: string;
  period: Period;
  change: number;
}

/** A plan together with the change that it is for. While another one loads, this one stays. */
const planQuery = (project: string, { brand, period, change }: Question) =>
  queryOptions({
    queryKey: ['project', project, 'POST /reports/brands/plan', brand, period, change],
    queryFn: async ({ signal }) => {
      const input = { project_id: project, brand_id: brand, start_date: period.from, end_date: period.to, change };
      return { change, plan: await ask('POST /reports/brands/plan', input, { signal }) };
    },
    placeholderData: keepPreviousData,
  });

/** Says what has to be asked to notice a change of the own brand, and what that costs. */
export function Planner({ schedule }: { schedule: Schedule }) {
  const { project } = useSelection();
  const location = useLocation();
  const brands = useQuery(brandsQuery(project));
  const own = brands.data?.find(({ is_own }) => is_own);
  return (
    <section className="preview" aria-label="Precision">
      <h2>Precision</h2>
      {brands.error ? <Failure error={brands.error} onRetry={() => void brands.refetch()} /> : null}
      {brands.isPending ? <Loading /> : null}
      {own ? <PlanOf key={own.id} brand={own} schedule={schedule} /> : null}
      {brands.data && !own ? (
        <p>
          Which changes can you notice? Mark a brand as your own to find out.{' '}
          <Link href={toPage('/brands', location)}>Go to brands</Link>
        </p>
      ) : null}
    </section>
  );
}

function PlanOf({ brand, schedule }: { brand: Brand; schedule: Schedule }) {
  const { project } = useSelection();
  const id = useId();
  const [points, setPoints] = useState(POINTS.first);
  const change = useSettled(points, SETTLED_MS) / 100;
  const query = useQuery(planQuery(project, { brand: brand.id, period: lastDays(PILOT_DAYS), change }));
  const { error, data, refetch } = query;
  const asked = formatCount(points, 'percentage point');
  return (
    <>
      <p className="quiet">
        Visibility varies by chance, so small changes go unnoticed. This plan is based on the last {PILOT_DAYS} days of{' '}
        {brand.name}.
      </p>
      {data?.plan.answers === 0 ? null : (
        <div className="planner-question">
          <label htmlFor={id}>To notice a change of</label>
          <output htmlFor={id}>{asked}</output>
          <input
            id={id}
            type="range"
            min={POINTS.min}
            max={POINTS.max}
            value={points}
            aria-valuetext={asked}
            onChange={(event) => setPoints(Number(event.currentTarget.value))}
          />
        </div>
      )}
      <div {...markWaiting('planner-answer', [query])} aria-live="polite">
        {error ? <Failure error={error} title="The plan could not be made." onRetry={() => void refetch()} /> : null}
        {data && !error ? <Answer {...data} schedule={schedule} /> : null}
        {data || error ? null : <Loading />}
      </div>
    </>
  );
}

type AnswerProps = Awaited<ReturnType<NonNullable<ReturnType<typeof planQuery>['queryFn']>>> & { schedule: Schedule };

function Answer({ change, plan, schedule }: AnswerProps) {
  const { now, ways } = describePlan(plan, change, schedule.estimate);
  return (
    <>
      <p>{now}</p>
      {ways.length > 0 ? (
        <>
          <p>
            To notice {toPoints(change)}, {ways.length === 1 ? 'do this:' : 'do one of these:'}
          </p>
          <ul className="planner-ways">
            {ways.map(({ text, effort }) => (
              <li key={text}>
                {text} <small>{effort}</small>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {plan.detectable_change === null ? null : (
        <p className="quiet">A change of this size between two such periods is noticed in 80 of 100 cases.</p>
      )}
    </>
  );
}
