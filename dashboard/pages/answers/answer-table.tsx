import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { MAX_SEARCH_LENGTH } from '../../../src/domain/limits.ts';
import { useBrands, useChannelName } from '../../api/queries.ts';
import { BrandMark } from '../../controls/brand-mark.tsx';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { usePrinting } from '../../controls/use-printing.ts';
import { markWaiting } from '../../controls/waiting.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCount, formatWhole } from '../../format.ts';
import { changeParams, useLocation } from '../../routing/location.ts';
import { formatSorting } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { LoadMore } from '../../table/load-more.tsx';
import { SearchField } from '../../table/search-field.tsx';
import { NoAnswers } from '../empty-states.tsx';
import { toAnswerColumns } from './answer-columns.tsx';
import { ANSWER_ORDERS, type AnswerFilter, NEWEST_FIRST } from './answer-filter.ts';
import { answersQuery, loadAnswers, usePromptTexts } from './answer-queries.ts';

/** A name and two lines of an excerpt, or one, in rem. */
const ROW_HEIGHTS = { comfortable: 5, compact: 3.5 };

interface AnswerTableProps {
  filter: AnswerFilter;
  /** Whether all answers belong to the prompt that the page is about. */
  isOnePrompt?: boolean;
  heading: (count: string) => ReactNode;
}

/** Answers that can be searched and sorted, with one brand's metrics in each. A click on a row opens the answer. */
export function AnswerTable({ filter, isOnePrompt = false, heading }: AnswerTableProps) {
  const selection = useSelection();
  const location = useLocation();
  const { project } = selection;
  const brands = useBrands(project);
  const query = useInfiniteQuery({ ...answersQuery(selection, filter), enabled: filter.brand !== '' });
  const prompts = usePromptTexts(project);
  const channelName = useChannelName(project);
  const isPrinting = usePrinting();
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
  const brand = brands.find(({ id }) => id === filter.brand);
  const columns = useMemo(
    () => toAnswerColumns({ prompts, channelName, location, filter, brand, isOnePrompt }),
    [prompts, channelName, location, filter, brand, isOnePrompt],
  );
  if (query.isPending) return <Loading />;
  const total = query.data?.pages[0]?.total_count ?? rows.length;
  const count = formatCount(total, 'answer');
  // Paper has no button that loads the others.
  const isCut = isPrinting && rows.length < total;
  return (
    <>
      {heading(
        query.data && !query.isPlaceholderData ? (isCut ? `First ${formatWhole(rows.length)} of ${count}` : count) : '',
      )}
      {query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : null}
      <div {...markWaiting('answers', [query])}>
        <DataTable
          label="Answers"
          fileName={`answers-${selection.from}-${selection.to}`}
          columns={columns}
          rows={rows}
          toId={({ id }) => id}
          sorting={NEWEST_FIRST}
          isSorted
          rowHeights={ROW_HEIGHTS}
          loadRows={(options) => loadAnswers(selection, filter, options)}
          tools={
            <>
              <SearchField label="Search answers" param="q" maxLength={MAX_SEARCH_LENGTH} />
              <label className="inline-field">
                <span>Mentions</span>
                <select
                  value={filter.isMentioned ? filter.brand : ''}
                  onChange={(event) => changeParams({ mentions: event.target.value })}
                >
                  <option value="">Any brand</option>
                  {brands.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>
              <label className="inline-field">
                <span>Sort</span>
                <select
                  value={formatSorting(filter.sorting)}
                  onChange={(event) => changeParams({ sort: event.target.value }, { replace: true })}
                >
                  {ANSWER_ORDERS.map(({ label, sorting }) => (
                    <option key={label} value={formatSorting(sorting)}>
                      {label}
                    </option>
                  ))}
                </select>
              </label>
              {filter.prompt && !isOnePrompt ? (
                <button
                  type="button"
                  className="button is-chosen"
                  onClick={() => changeParams({ prompt: null })}
                  title="Show all prompts"
                >
                  <span className="one-line">{prompts.names.get(filter.prompt) ?? 'Selected prompt'}</span> ×
                </button>
              ) : null}
              <p className="quiet table-note">
                <BrandMark color={brand?.color} /> Metrics are for {brand?.name}.
              </p>
            </>
          }
          empty={query.error ? null : <NoneFound filter={filter} />}
          footer={
            <LoadMore
              shown={rows.length}
              total={total}
              isBusy={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          }
        />
      </div>
    </>
  );
}

/** Says whether the search found nothing, or whether there is nothing to search. */
function NoneFound({ filter: { search, isMentioned } }: { filter: AnswerFilter }) {
  if (search === '' && !isMentioned) return <NoAnswers />;
  return (
    <Empty title={search === '' ? 'No answer mentions this brand' : `No answer contains “${search}”`}>
      <p className="empty-actions">
        <button type="button" className="button" onClick={() => changeParams({ q: null, mentions: null })}>
          {search === '' ? 'Show all answers' : 'Clear search'}
        </button>
      </p>
    </Empty>
  );
}
