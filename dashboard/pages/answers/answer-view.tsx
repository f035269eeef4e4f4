import { type FocusEvent, type MouseEvent, type SyntheticEvent, useMemo, useRef, useState } from 'react';
import { MIXED_THOUSANDTHS } from '../../../src/domain/sentiment.ts';
import { useBrands } from '../../api/queries.ts';
import type { ChatContent } from '../../api/types.ts';
import { BrandMark } from '../../controls/brand-mark.tsx';
import { Failure } from '../../controls/notices.tsx';
import { useSelection } from '../../filters/view.tsx';
import { formatSentimentScore } from '../../format.ts';
import { AnswerText } from '../../markdown/answer-text.tsx';
import { type Highlight, toHighlights } from '../../markdown/highlights.ts';
import { stripMarks } from '../../markdown/strip-marks.ts';
import { useCorrections } from './use-corrections.ts';

interface ActiveMention {
  highlight: number;
  left: number;
  top: number;
  /** It was clicked, so its evidence stays until the next click. */
  isPinned?: boolean;
  /** Where the link around it leads. */
  url?: string | undefined;
}

/** The colors of the project's brands by ID. */
export function useBrandColors(): ReadonlyMap<string, string> {
  const brands = useBrands(useSelection().project);
  return useMemo(() => new Map(brands.map(({ id, color }) => [id, color])), [brands]);
}

/** An answer and the brands that were found in it. */
export type MarkedAnswer = Pick<ChatContent, 'messages' | 'brands_mentioned'>;

interface AnswerViewProps {
  content: MarkedAnswer;
  isPlain?: boolean;
  headingLevel?: number;
  /** The stored answer whose mentions can be corrected. */
  chat?: string;
}

/** An answer with its mentions highlighted. Hover, focus or a click shows how a mention was matched, and its sentiment. */
export function AnswerView({ content, isPlain = false, headingLevel = 2, chat }: AnswerViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<ActiveMention | null>(null);
  const colors = useBrandColors();
  const highlights = useMemo(() => toHighlights(content), [content]);
  const answer = content.messages.find(({ role }) => role === 'assistant')?.content;

  const show = (mark: HTMLElement | null, pinned: Pick<ActiveMention, 'isPinned' | 'url'> = {}) => {
    if (!mark || !box.current) return setActive(null);
    const outer = box.current.getBoundingClientRect();
    const inner = mark.getClientRects()[0]!;
    setActive({
      highlight: Number(mark.dataset.mention),
      left: Math.max(0, Math.min(inner.left - outer.left, outer.width - 300)),
      top: inner.bottom - outer.top + 6,
      ...pinned,
    });
  };
  const isPinned = active?.isPinned === true;
  const point = ({ target }: SyntheticEvent) => {
    if (!isPinned) show(findMark(target));
  };
  const focus = ({ target }: FocusEvent) => {
    if (!target.closest('.evidence')) show(findMark(target) ?? target.querySelector<HTMLElement>('[data-mention]'));
  };
  /** A mention in a link: the page can be opened from its evidence, with the keyboard, or as in any link with Ctrl or ⌘. */
  const click = (event: MouseEvent) => {
    const mark = findMark(event.target);
    const link = mark?.closest('a');
    const isOrdinary = event.detail > 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (link && isOrdinary) {
      event.preventDefault();
      // Not every browser does it on a click, and the evidence goes with the focus.
      link.focus();
      show(mark, { isPinned: true, url: link.href });
    } else if (mark && !link && chat !== undefined) show(mark, { isPinned: true });
    else if (isPinned && !(event.target as Element).closest('.evidence')) setActive(null);
  };
  if (answer === undefined) return <p className="quiet">This answer was imported without its text.</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles events of the mentions inside it.
    <div
      className="answer"
      ref={box}
      dir="auto"
      onPointerOver={point}
      onPointerLeave={() => !isPinned && setActive(null)}
      onFocus={focus}
      onBlur={({ relatedTarget }) => !box.current?.contains(relatedTarget) && setActive(null)}
      onClick={click}
      onKeyDown={(event) => event.key === 'Escape' && setActive(null)}
    >
      {answer.trim() === '' ? <p className="quiet">The answer is empty.</p> : null}
      <AnswerText
        text={answer}
        highlights={highlights}
        active={active?.highlight ?? null}
        colors={colors}
        isPlain={isPlain}
        headingLevel={headingLevel}
      />
      <div className="visually-hidden" role="status">
        {active ? describe(highlights[active.highlight]!) : ''}
      </div>
      {active ? (
        <Evidence
          {...active}
          highlight={highlights[active.highlight]!}
          colors={colors}
          chat={chat}
          onDone={() => setActive(null)}
        />
      ) : null}
    </div>
  );
}

function findMark(target: EventTarget): HTMLElement | null {
  return (target as Element).closest<HTMLElement>('[data-mention]');
}

/** Writes `alias+capital` as `alias + capital`. */
function describeRule(rule: string): string {
  return rule.replace(/^regex/, 'regular expression').replaceAll('+', ' + ');
}

interface EvidenceProps extends Omit<ActiveMention, 'highlight'> {
  highlight: Highlight;
  colors: ReadonlyMap<string, string>;
  chat: string | undefined;
  onDone(): void;
}

function Evidence({ highlight: { brand, mention }, colors, left, top, isPinned, url, chat, onDone }: EvidenceProps) {
  return (
    <div className={`evidence${isPinned ? ' is-pinned' : ''}`} style={{ left, top }} aria-hidden={!isPinned}>
      <p className="evidence-brand">
        <BrandMark color={colors.get(brand.id)} /> {brand.name}
      </p>
      <p>
        Matched by {describeRule(mention.rule)}: <q>{mention.alias}</q>
        {mention.list_rank === null ? '' : `, list item ${mention.list_rank}`}
      </p>
      {mention.clauses.length === 0 ? <p className="quiet">No sentiment in this mention.</p> : null}
      {mention.clauses.map(({ start, text, sentiment }) => (
        <p key={start} className="evidence-clause">
          <q>{stripMarks(text)}</q> <b className={toSentimentClass(sentiment)}>{formatSentimentScore(sentiment)}</b>
        </p>
      ))}
      {url ? (
        <p>
          <a href={url} target="_blank" rel="noopener noreferrer nofollow">
            Open {URL.canParse(url) ? new URL(url).hostname : 'the page'}
          </a>
        </p>
      ) : null}
      {isPinned && chat !== undefined ? (
        <RejectMention chat={chat} brand={brand} mention={mention} onDone={onDone} />
      ) : null}
    </div>
  );
}

interface RejectMentionProps extends Pick<Highlight, 'brand' | 'mention'> {
  chat: string;
  onDone(): void;
}

function RejectMention({ chat, brand, mention: { start, end }, onDone }: RejectMentionProps) {
  const correcting = useCorrections(chat, onDone);
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={correcting.isPending}
        onClick={() => correcting.mutate([{ kind: 'not_brand', brand_id: brand.id, start, end }])}
      >
        Not {brand.name}
      </button>
      {correcting.error ? <Failure error={correcting.error} title="The correction was not saved." /> : null}
    </>
  );
}

function describe({ brand, mention }: Highlight): string {
  const sentiments = mention.clauses
    .map(({ text, sentiment }) => `${stripMarks(text)}: ${formatSentimentScore(sentiment)}`)
    .join('; ');
  return `${brand.name}, matched by ${describeRule(mention.rule)}, ${mention.alias}. ${sentiments}`;
}

const MIXED = MIXED_THOUSANDTHS / 1000;

export function toSentimentClass(sentiment: number): string {
  if (sentiment > MIXED) return 'sentiment is-better';
  return sentiment < -MIXED ? 'sentiment is-worse' : 'sentiment';
}
