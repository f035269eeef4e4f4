import { useQueries, useQuery } from '@tanstack/react-query';
import { brandsQuery, useChannelName } from '../../api/queries.ts';
import type { BrandRow, ChatContent } from '../../api/types.ts';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { brandReportQuery } from '../../filters/brand-report-query.ts';
import { toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCountry, formatDay } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { contentQuery } from './answer-queries.ts';
import { SourceList } from './answer-sources.tsx';
import { AnswerView } from './answer-view.tsx';

const MAX_DAYS = 8;

/** Answers to the same prompt: from other channels on the same day, or from the same channel on other days. */
export function Comparison({ content, by }: { content: ChatContent; by: 'channels' | 'days' }) {
  const selection = useSelection();
  const location = useLocation();
  const { project, from, to } = selection;
  const channelName = useChannelName(project);
  const brand = useQuery(brandsQuery(project)).data?.[0]?.id ?? '';
  const unfiltered = { ...selection, channels: [], countries: [], topics: [], tags: [] };
  const channelFilter =
    by === 'channels'
      ? []
      : [{ field: 'model_channel_id', operator: 'in' as const, values: [content.model_channel.id] }];
  const rows = useQuery({
    ...brandReportQuery(
      unfiltered,
      {
        dimensions: ['chat_id', 'date', 'model_channel_id', 'country_code'],
        filters: [
          { field: 'prompt_id', operator: 'in', values: [content.prompt.id] },
          // Any single brand gives one row for each answer.
          { field: 'brand_id', operator: 'in', values: [brand] },
          ...channelFilter,
        ],
        order_by: by === 'channels' ? [{ field: 'model_channel_id', direction: 'asc' }] : [{ field: 'date' }],
        limit: by === 'channels' ? 50 : MAX_DAYS,
      },
      by === 'channels' ? { from: content.date, to: content.date } : { from, to },
    ),
    enabled: brand !== '',
  });
  const chats = toChats(rows.data?.data ?? [], content);
  const contents = useQueries({ queries: chats.map(({ id }) => contentQuery(project, id)) });
  if (rows.error) return <Failure error={rows.error} onRetry={() => void rows.refetch()} />;
  if (rows.isPending) return <Loading />;
  return (
    <>
      {chats.length === 1 ? (
        <Empty
          title={
            by === 'channels' ? 'No answers from other channels on this day' : 'No answers on other days in this period'
          }
        />
      ) : null}
      <section
        className="comparison"
        tabIndex={0}
        aria-label={by === 'channels' ? 'Channels side by side' : 'Days side by side'}
      >
        {chats.map((chat, index) => {
          const other = contents[index];
          return (
            <article key={chat.id} className={`comparison-column${chat.id === content.id ? ' is-current' : ''}`}>
              <h2>
                <Link href={toPage(`/answers/${chat.id}`, location)}>
                  {by === 'channels' ? channelName(chat.channel) : formatDay(chat.date)}
                </Link>
              </h2>
              <p className="quiet">
                {formatCountry(chat.country)}
                {chat.id === content.id ? ' · this answer' : ''}
              </p>
              {other?.error ? <Failure error={other.error} onRetry={() => void other.refetch()} /> : null}
              {other?.data ? (
                <>
                  <AnswerView content={other.data} headingLevel={3} />
                  <h3>Sources</h3>
                  <SourceList sources={other.data.sources} />
                </>
              ) : (
                <Loading />
              )}
            </article>
          );
        })}
      </section>
    </>
  );
}

/** The chats of the rows, and the current one if it is outside the dates or the limit. */
function toChats(rows: readonly BrandRow[], { id, model_channel, date, country_code }: ChatContent) {
  const chats = rows.map((row) => ({
    id: row.chat!.id,
    channel: row.model_channel!.id,
    date: row.date!,
    country: row.country_code!,
  }));
  if (chats.some((chat) => chat.id === id)) return chats;
  return [{ id, channel: model_channel.id, date, country: country_code }, ...chats];
}
