import { useQuery } from '@tanstack/react-query';
import { brandsQuery } from '../../api/queries.ts';
import { BrandMark } from '../../controls/brand-mark.tsx';
import { ChoiceList } from '../../controls/choice-list.tsx';
import { Menu } from '../../controls/menu.tsx';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { Segments } from '../../controls/segments.tsx';
import { brandReportQuery } from '../../filters/brand-report-query.ts';
import { findFocusBrand } from '../../filters/focus-brand.ts';
import { toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCount, formatPeriod, formatWhole } from '../../format.ts';
import { findMetric, METRICS } from '../../metrics.ts';
import { Link } from '../../routing/link.tsx';
import { changeParams, useLocation } from '../../routing/location.ts';
import { NoAnswers, NoBrands } from '../empty-states.tsx';
import { chooseCompared, MAX_COMPARED } from './choose-compared.ts';
import { CompareTable } from './compare-table.tsx';
import { findGrouping, GROUPINGS, type Grouping } from './groupings.ts';

/** Brands side by side, by channel, country, topic, tag or model. */
export function ComparePage() {
  const selection = useSelection();
  const { params } = useLocation();
  const metric = findMetric(params.get('metric'));
  const grouping = findGrouping(params.get('rows'));
  const brands = useQuery(brandsQuery(selection.project));
  // The most visible brands first.
  const ranking = useQuery(brandReportQuery(selection));
  const failed = [brands, ranking].find(({ error }) => error);
  if (failed) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!brands.data || !ranking.data) return <Loading />;
  const all = brands.data;
  const focus = findFocusBrand(all, selection.brands);
  if (!focus) return <NoBrands title="Compare" />;
  const shown = chooseCompared(selection, ranking.data.data, { brands: all, focus });
  const leftOut = selection.brands.length - shown.length;
  const answers = ranking.data.data[0]?.visibility_total ?? 0;
  return (
    <div className="page">
      <header className="page-head">
        <h1>Compare</h1>
        <p className="quiet">
          {ranking.isPlaceholderData ? '' : `${formatCount(answers, 'answer')}, ${formatPeriod(selection)}`}
        </p>
      </header>
      <CompareTable
        label={`${metric.name} by ${grouping.name.toLowerCase()}`}
        brands={shown}
        grouping={grouping}
        metric={metric}
        empty={<NoAnswers />}
        ungrouped={<NothingGrouped grouping={grouping} />}
        tools={
          <>
            <Segments
              label="Rows"
              segments={GROUPINGS.map(({ id, name }) => ({ value: id, label: name }))}
              value={grouping.id}
              onChange={(rows) => changeParams({ rows: rows === 'channel' ? null : rows, sort: null })}
            />
            <label className="inline-field">
              <span>Metric</span>
              <select value={metric.id} onChange={(event) => changeParams({ metric: event.target.value })}>
                {METRICS.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <Menu
              className="compare-brands"
              label={formatCount(shown.length, 'brand')}
              name={`${formatCount(shown.length, 'brand')} compared: ${shown.map(({ name }) => name).join(', ')}`}
            >
              {() => (
                <ChoiceList
                  label="Compared brands"
                  choices={all.map(({ id, name, color }) => ({ id, name, mark: <BrandMark color={color} /> }))}
                  chosen={selection.brands.length > 0 ? selection.brands : shown.map(({ id }) => id)}
                  onChange={(next) => changeParams({ brands: next.join(',') })}
                />
              )}
            </Menu>
            <p className="quiet table-note">
              {metric.description}
              {metric.divide ? ' Bars show the shares of positive, mixed and negative answers.' : ''}
              {leftOut > 0 ? ` The first ${formatWhole(MAX_COMPARED)} of the selected brands are shown.` : ''}
            </p>
          </>
        }
      />
    </div>
  );
}

/** Nothing has a topic or a tag yet. */
function NothingGrouped({ grouping: { plural } }: { grouping: Grouping }) {
  const location = useLocation();
  return (
    <Empty title={`No ${plural} in these answers`}>
      <p>Give your prompts {plural} to compare brands by them.</p>
      <p className="empty-actions">
        <Link className="button" href={toPage('/prompts', location)}>
          Go to prompts
        </Link>
      </p>
    </Empty>
  );
}
