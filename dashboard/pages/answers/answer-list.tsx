import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { brandsQuery, useChannelName } from '../../api/queries.ts';
import type { BrandRow } from '../../api/types.ts';
import { BrandMark } from '../../controls/brand-mark.tsx';
import { Failure, Loading } from '../../controls/notices.tsx';
import { findFocusBrand } from '../../filters/focus-brand.ts';
import { toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCount, formatCountry, formatDay, formatSentiment, formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { changeParams, type Location, useLocation } from '../../routing/location.ts';
import type { Column } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { LoadMore } from '../../table/load-more.tsx';
import { NoAnswers, NoBrands } from '../empty-states.tsx';
import { answersQuery, loadAnswers, type PromptTexts, usePromptTexts } from './answer-queries.ts';

const NEWEST_FIRST = { column: 'date', isDescending: true };

/** Reads which answers to list, in addition to the filters of the bar. */
export function readAnswerFilter({ params }: Location, focus: string) {
  const mentions = params.get('mentions');
  return { brand: mentions ?? focus, isMentioned: mentions !== null, prompt: params.get('prompt') };
}

/** All answers of the selection, with one brand's metrics in each. */
export function AnswerList() {
  const selection = useSelection();
  const location = useLocation();
  const { project } = selection;
  const brands = useQuery(brandsQuery(project));
  const focus = findFocusBrand(brands.data ?? [], selection.brands);
  const filter = readAnswerFilter(location, focus?.id ?? '');
  const query = useInfiniteQuery({ ...answersQuery(selection, filter), enabled: focus !== undefined });
  const prompts = usePromptTexts(project);
  const channelName = useChannelName(project);
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
  const brand = brands.data?.find(({ id }) => id === filter.brand);
  const columns = useMemo(
    () => toColumns({ prompts, channelName, location, brandName: brand?.name ?? 'the brand' }),
    [prompts, channelName, location, brand],
  );
  if (brands.error) return <Failure error={brands.error} onRetry={() => void brands.refetch()} />;
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (brands.data?.length === 0) return <NoBrands title="Answers" />;
  if (!query.data) return <Loading />;
  const total = query.data.pages[0]?.total_count ?? rows.length;
  return (
    <div className="page">
      <header className="page-head">
        <h1>Answers</h1>
        <p className="quiet">{formatCount(total, 'answer')}</p>
      </header>
      <DataTable
        label="Answers"
        fileName={`answers-${selection.from}-${selection.to}`}
        columns={columns}
        rows={rows}
        toId={({ chat }) => chat!.id}
        sorting={NEWEST_FIRST}
        sortParam={null}
        loadRows={(options) => loadAnswers(selection, filter, options)}
        tools={
          <>
            <label className="inline-field">
              <span>Mentions</span>
              <select
                value={filter.isMentioned ? filter.brand : ''}
                onChange={(event) => changeParams({ mentions: event.target.value })}
              >
                <option value="">Any brand</option>
                {brands.data?.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            {filter.prompt ? (
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
        empty={<NoAnswers />}
        footer={
          query.hasNextPage ? (
            <LoadMore
              shown={rows.length}
              total={total}
              isBusy={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          ) : null
        }
      />
    </div>
  );
}

interface ColumnContext {
  prompts: PromptTexts;
  channelName(id: string): string;
  location: Location;
  brandName: string;
}

function toColumns({ prompts, channelName, location, brandName }: ColumnContext): Column<BrandRow>[] {
  const nameOf = ({ prompt }: BrandRow) => prompts.names.get(prompt!.id) ?? 'Unknown prompt';
  const keptParams = { prompt: location.params.get('prompt'), mentions: location.params.get('mentions') };
  return [
    {
      id: 'prompt',
      name: 'Prompt',
      width: 12,
      grow: 3,
      cell: (row) => (
        <Link className="row-link one-line" href={toPage(`/answers/${row.chat!.id}`, location, keptParams)}>
          {nameOf(row)}
        </Link>
      ),
      file: (row) => prompts.texts.get(row.prompt!.id) ?? nameOf(row),
    },
    {
      id: 'date',
      name: 'Date',
      width: 7,
      cell: ({ date }) => formatDay(date!),
      file: ({ date }) => date,
    },
    {
      id: 'channel',
      name: 'Channel',
      width: 7,
      grow: 1,
      cell: ({ model_channel }) => <span className="one-line">{channelName(model_channel!.id)}</span>,
      file: ({ model_channel }) => model_channel!.id,
    },
    {
      id: 'country',
      name: 'Country',
      width: 4.5,
      hideOrder: 2,
      cell: ({ country_code }) => <abbr title={formatCountry(country_code!)}>{country_code}</abbr>,
      file: ({ country_code }) => country_code,
    },
    {
      id: 'mentions',
      name: 'Mentions',
      description: `How often the answer mentions ${brandName}.`,
      width: 5.5,
      isNumber: true,
      cell: ({ mention_count }) =>
        mention_count === 0 ? <span className="quiet">none</span> : formatWhole(mention_count),
      file: ({ mention_count }) => mention_count,
    },
    {
      id: 'position',
      name: 'Position',
      width: 5,
      isNumber: true,
      cell: ({ position }) => (position === undefined ? <span className="quiet">–</span> : formatWhole(position)),
      file: ({ position }) => position,
    },
    {
      id: 'sentiment',
      name: 'Sentiment',
      width: 5.5,
      isNumber: true,
      cell: ({ sentiment }) =>
        sentiment === undefined ? <span className="quiet">–</span> : formatSentiment(sentiment),
      file: ({ sentiment }) => sentiment,
    },
    {
      id: 'id',
      name: 'ID',
      width: 0,
      isFileOnly: true,
      cell: () => null,
      file: ({ chat }) => chat!.id,
    },
  ];
}
