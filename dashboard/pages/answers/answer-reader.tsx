import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isNotFound } from '../../api/problems.ts';
import { brandsQuery, useChannelName } from '../../api/queries.ts';
import type { ChatContent } from '../../api/types.ts';
import { Icon } from '../../controls/icon.tsx';
import { Failure, Loading } from '../../controls/notices.tsx';
import { Segments } from '../../controls/segments.tsx';
import { toPage } from '../../filters/selection.ts';
import { useSelection, useView } from '../../filters/view.tsx';
import { formatCountry, formatDay } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { changeParams, useLocation } from '../../routing/location.ts';
import { Unknown } from '../unknown.tsx';
import { Comparison } from './answer-comparison.tsx';
import { AnswerCorrections } from './answer-corrections.tsx';
import { isSameOrder, keepListParams, NEWEST_FIRST, readAnswerFilter } from './answer-filter.ts';
import { answersQuery, contentQuery } from './answer-queries.ts';
import { SourceList } from './answer-sources.tsx';
import { describeUsage } from './answer-usage.ts';
import { AnswerView } from './answer-view.tsx';
import { goToMention, MentionedBrands } from './mentioned-brands.tsx';

const VIEWS = [
  { value: 'one', label: 'This answer' },
  { value: 'channels', label: 'All channels' },
  { value: 'days', label: 'Other days' },
] as const;

/** One answer with its mentions and sources, or next to other answers to the same prompt. */
export function AnswerReader({ id }: { id: string }) {
  const { project } = useSelection();
  const location = useLocation();
  const { params } = location;
  const query = useQuery(contentQuery(project, id));
  const channelName = useChannelName(project);
  const view = VIEWS.find(({ value }) => value === params.get('compare'))?.value ?? 'one';
  if (isNotFound(query.error)) return <Unknown noun="answer" path="/answers" />;
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const content = query.data;
  return (
    <article className="page reader">
      <AnswerNavigation id={id} />
      <header className="reader-head">
        <h1 dir="auto">
          <Link className="row-link" href={toPage(`/prompts/${content.prompt.id}`, location)} title="Show this prompt">
            {content.messages[0]?.content}
          </Link>
        </h1>
        <p className="quiet">
          {channelName(content.model_channel.id)} · {formatCountry(content.country_code)} · {formatDay(content.date)}
          {content.status === 'answered' ? '' : ` · ${content.status}`}
        </p>
        <Usage content={content} />
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

/** How a collected answer was made; answers that were sent in may not say. */
function Usage({ content }: { content: ChatContent }) {
  const parts = describeUsage(content);
  return parts.length === 0 ? null : <p className="quiet">{parts.join(' · ')}</p>;
}

function OneAnswer({ content }: { content: ChatContent }) {
  const [isPlain, setPlain] = useState(false);
  const text = useRef<HTMLDivElement>(null);
  const { canWrite } = useView();
  // What was sent with its answer is corrected by sending it again.
  const isAnalyzed = content.brands_mentioned.every(({ sentiment_source }) => sentiment_source !== 'given');
  const canCorrect = canWrite && isAnalyzed;
  return (
    <div className="reader-columns">
      <section aria-label="Answer" ref={text}>
        <AnswerView content={content} isPlain={isPlain} {...(canCorrect ? { chat: content.id } : {})} />
        <p className="reader-actions">
          <button type="button" className="button is-plain" aria-pressed={isPlain} onClick={() => setPlain(!isPlain)}>
            Show raw text
          </button>
        </p>
      </section>
      <aside className="reader-side">
        <MentionedBrands
          content={content}
          onPick={(brand) => goToMention(text.current, { content, brand })}
          {...(canCorrect ? { chat: content.id } : {})}
        />
        {isAnalyzed ? <AnswerCorrections content={content} /> : null}
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

/** Links back to the list, and to the next answers in it. */
function AnswerNavigation({ id }: { id: string }) {
  const selection = useSelection();
  const location = useLocation();
  const brands = useQuery(brandsQuery(selection.project)).data;
  const filter = readAnswerFilter(location, { brands: brands ?? [], chosen: selection.brands });
  const list = useInfiniteQuery({ ...answersQuery(selection, filter), enabled: filter.brand !== '' });
  const ids = list.data?.pages.flatMap(({ data }) => data.map((chat) => chat.id)) ?? [];
  const index = ids.indexOf(id);
  const keptParams = { ...keepListParams(location), compare: location.params.get('compare') };
  const isByDate = isSameOrder(filter.sorting, NEWEST_FIRST);
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
            {isByDate ? 'Newer' : 'Previous'}
          </Link>
        ) : null}
        {older ? (
          <Link href={older} className="button is-plain">
            {isByDate ? 'Older' : 'Next'} <Icon name="right" />
          </Link>
        ) : null}
      </span>
    </nav>
  );
}
