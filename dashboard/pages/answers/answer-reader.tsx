import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { brandsQuery, useChannelName } from '../../api/queries.ts';
import type { ChatContent } from '../../api/types.ts';
import { BrandMark } from '../../controls/brand-mark.tsx';
import { Icon } from '../../controls/icon.tsx';
import { Failure, Loading } from '../../controls/notices.tsx';
import { Segments } from '../../controls/segments.tsx';
import { findFocusBrand } from '../../filters/focus-brand.ts';
import { toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCountry, formatDay, formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { changeParams, useLocation } from '../../routing/location.ts';
import { Comparison } from './answer-comparison.tsx';
import { readAnswerFilter } from './answer-list.tsx';
import { answersQuery, contentQuery } from './answer-queries.ts';
import { SourceList } from './answer-sources.tsx';
import { AnswerView, formatSentiment, toSentimentClass, useBrandColors } from './answer-view.tsx';

const VIEWS = [
  { value: 'one', label: 'This answer' },
  { value: 'channels', label: 'All channels' },
  { value: 'days', label: 'Other days' },
] as const;

/** One answer with its mentions and sources, or next to other answers to the same prompt. */
export function AnswerReader({ id }: { id: string }) {
  const { project } = useSelection();
  const { params } = useLocation();
  const query = useQuery(contentQuery(project, id));
  const channelName = useChannelName(project);
  const view = VIEWS.find(({ value }) => value === params.get('compare'))?.value ?? 'one';
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const content = query.data;
  return (
    <article className="page reader">
      <AnswerNavigation id={id} />
      <header className="reader-head">
        <h1 dir="auto">{content.messages[0]?.content}</h1>
        <p className="quiet">
          {channelName(content.model_channel.id)} · {formatCountry(content.country_code)} · {formatDay(content.date)}
          {content.status === 'answered' ? '' : ` · ${content.status}`}
        </p>
        <Segments
          label="Compare"
          segments={VIEWS}
          value={view}
          onChange={(compare) => changeParams({ compare: compare === 'one' ? null : compare })}
        />
      </header>
      {view === 'one' ? <OneAnswer content={content} /> : <Comparison content={content} by={view} />}
    </article>
  );
}

function OneAnswer({ content }: { content: ChatContent }) {
  const [isPlain, setPlain] = useState(false);
  const text = useRef<HTMLDivElement>(null);
  return (
    <div className="reader-columns">
      <section aria-label="Answer" ref={text}>
        <AnswerView content={content} isPlain={isPlain} />
        <p className="reader-actions">
          <button type="button" className="button is-plain" aria-pressed={isPlain} onClick={() => setPlain(!isPlain)}>
            Show raw text
          </button>
        </p>
      </section>
      <aside className="reader-side">
        <MentionedBrands content={content} onPick={(brand) => goToMention(text.current, { content, brand })} />
        <section aria-label="Sources">
          <h2>Sources</h2>
          <SourceList sources={content.sources} />
        </section>
        {content.queries.length > 0 ? (
          <section aria-label="Search queries">
            <h2>Search queries</h2>
            <ul className="plain-list">
              {content.queries.map((query) => (
                <li key={query}>{query}</li>
              ))}
            </ul>
          </section>
        ) : null}
      </aside>
    </div>
  );
}

/** Scrolls to the first mention of a brand and shows its evidence. */
function goToMention(box: HTMLElement | null, { content, brand }: { content: ChatContent; brand: string }): void {
  const start = content.brands_mentioned.find(({ id }) => id === brand)?.mentions[0]?.start;
  const order = content.brands_mentioned
    .flatMap(({ mentions }) => mentions.map((mention) => mention.start))
    .sort((a, b) => a - b);
  const mark = start === undefined ? null : box?.querySelector<HTMLElement>(`[data-mention="${order.indexOf(start)}"]`);
  mark?.scrollIntoView({ block: 'center' });
  (mark?.closest<HTMLElement>('a') ?? mark)?.focus();
}

function MentionedBrands({ content, onPick }: { content: ChatContent; onPick(brand: string): void }) {
  const colors = useBrandColors();
  return (
    <section aria-label="Brands">
      <h2>Brands</h2>
      {content.brands_mentioned.length === 0 ? <p className="quiet">No tracked brands in this answer.</p> : null}
      <ol className="mentioned">
        {content.brands_mentioned.map(({ id, name, position, count, sentiment }) => (
          <li key={id}>
            <button type="button" onClick={() => onPick(id)} title="Go to the first mention">
              <span className="quiet">{position}</span>
              <span className="brand-name">
                <BrandMark color={colors.get(id)} />
                <span>{name}</span>
              </span>
              <span className="quiet">{count > 1 ? `${formatWhole(count)}×` : ''}</span>
              {sentiment === null ? (
                <span className="quiet" title="No sentiment">
                  –
                </span>
              ) : (
                <b className={toSentimentClass(sentiment)} title="Sentiment, 0 to 100">
                  {formatSentiment(sentiment)}
                </b>
              )}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Links back to the list, and to the next answers in it. */
function AnswerNavigation({ id }: { id: string }) {
  const selection = useSelection();
  const location = useLocation();
  const brands = useQuery(brandsQuery(selection.project)).data;
  const focus = findFocusBrand(brands ?? [], selection.brands);
  const filter = readAnswerFilter(location, focus?.id ?? '');
  const list = useInfiniteQuery({ ...answersQuery(selection, filter), enabled: focus !== undefined });
  const ids = list.data?.pages.flatMap(({ data }) => data.map(({ chat }) => chat!.id)) ?? [];
  const index = ids.indexOf(id);
  const keptParams = {
    prompt: location.params.get('prompt'),
    mentions: location.params.get('mentions'),
    compare: location.params.get('compare'),
  };
  const toAnswer = (other: string | undefined) =>
    other === undefined ? undefined : toPage(`/answers/${other}`, location, keptParams);
  const newer = toAnswer(index > 0 ? ids[index - 1] : undefined);
  const older = toAnswer(index >= 0 ? ids[index + 1] : undefined);
  return (
    <nav className="answer-navigation" aria-label="Answers">
      <Link href={toPage('/answers', location, { ...keptParams, compare: null })} className="button is-plain">
        <Icon name="left" /> All answers
      </Link>
      <span className="answer-navigation-links">
        {newer ? (
          <Link href={newer} className="button is-plain">
            Newer
          </Link>
        ) : null}
        {older ? (
          <Link href={older} className="button is-plain">
            Older <Icon name="right" />
          </Link>
        ) : null}
      </span>
    </nav>
  );
}
