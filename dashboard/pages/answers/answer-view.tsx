import { type FocusEvent, type PointerEvent, type SyntheticEvent, useMemo, useRef, useState } from 'react';
import { useBrands } from '../../api/queries.ts';
import type { ChatContent } from '../../api/types.ts';
import { BrandMark } from '../../controls/brand-mark.tsx';
import { useSelection } from '../../filters/view.tsx';
import { formatSentimentScore } from '../../format.ts';
import { AnswerText } from '../../markdown/answer-text.tsx';
import { type Highlight, toHighlights } from '../../markdown/highlights.ts';

interface ActiveMention {
  highlight: number;
  left: number;
  top: number;
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
}

/** An answer with its mentions highlighted. Hover or focus shows how a mention was matched, and its sentiment. */
export function AnswerView({ content, isPlain = false, headingLevel = 2 }: AnswerViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<ActiveMention | null>(null);
  const colors = useBrandColors();
  const highlights = useMemo(() => toHighlights(content), [content]);
  const answer = content.messages.find(({ role }) => role === 'assistant')?.content;

  const showEvidence = (event: SyntheticEvent) => {
    const target = event.target as HTMLElement;
    const mark =
      target.closest<HTMLElement>('[data-mention]') ??
      (event.type === 'focus' ? target.querySelector<HTMLElement>('[data-mention]') : null);
    if (!mark || !box.current) return setActive(null);
    const outer = box.current.getBoundingClientRect();
    const inner = mark.getClientRects()[0]!;
    setActive({
      highlight: Number(mark.dataset.mention),
      left: Math.max(0, Math.min(inner.left - outer.left, outer.width - 300)),
      top: inner.bottom - outer.top + 6,
    });
  };
  if (answer === undefined) return <p className="quiet">This answer was imported without its text.</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles events of the mentions inside it.
    <div
      className="answer"
      ref={box}
      dir="auto"
      onPointerOver={(event: PointerEvent) => showEvidence(event)}
      onPointerLeave={() => setActive(null)}
      onFocus={(event: FocusEvent) => showEvidence(event)}
      onBlur={() => setActive(null)}
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
        <Evidence highlight={highlights[active.highlight]!} colors={colors} left={active.left} top={active.top} />
      ) : null}
    </div>
  );
}

/** Writes `alias+capital` as `alias + capital`. */
function describeRule(rule: string): string {
  return rule.replace(/^regex/, 'regular expression').replaceAll('+', ' + ');
}

interface EvidenceProps extends Omit<ActiveMention, 'highlight'> {
  highlight: Highlight;
  colors: ReadonlyMap<string, string>;
}

function Evidence({ highlight: { brand, mention }, colors, left, top }: EvidenceProps) {
  return (
    <div className="evidence" style={{ left, top }} aria-hidden="true">
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
          <q>{stripMarkdown(text)}</q> <b className={toSentimentClass(sentiment)}>{formatSentimentScore(sentiment)}</b>
        </p>
      ))}
    </div>
  );
}

/** A clause may start or end inside emphasis, which would leave half of its marks. */
function stripMarkdown(text: string): string {
  return text.replace(/[*_`]+/g, '');
}

function describe({ brand, mention }: Highlight): string {
  const sentiments = mention.clauses
    .map(({ text, sentiment }) => `${stripMarkdown(text)}: ${formatSentimentScore(sentiment)}`)
    .join('; ');
  return `${brand.name}, matched by ${describeRule(mention.rule)}, ${mention.alias}. ${sentiments}`;
}

export function toSentimentClass(sentiment: number): string {
  if (sentiment > 0.1) return 'sentiment is-better';
  return sentiment < -0.1 ? 'sentiment is-worse' : 'sentiment';
}
