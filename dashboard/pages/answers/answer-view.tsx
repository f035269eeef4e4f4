import { type FocusEvent, type PointerEvent, type SyntheticEvent, useMemo, useRef, useState } from 'react';
import { useBrands } from '../../api/queries.ts';
import type { ChatContent } from '../../api/types.ts';
import { BrandMark } from '../../controls/brand-mark.tsx';
import { useSelection } from '../../filters/view.tsx';
import { formatTenths } from '../../format.ts';
import { AnswerText } from '../../markdown/answer-text.tsx';
import { type Highlight, toHighlights } from '../../markdown/highlights.ts';

interface Spot {
  highlight: number;
  left: number;
  top: number;
}

/** The colours of the project's brands, by their ids. */
export function useBrandColors(): ReadonlyMap<string, string> {
  const brands = useBrands(useSelection().project);
  return useMemo(() => new Map(brands.map(({ id, color }) => [id, color])), [brands]);
}

interface AnswerViewProps {
  content: ChatContent;
  isPlain?: boolean;
  headingLevel?: number;
}

/** An answer with its mentions; pointing at one says what found it and what was said. */
export function AnswerView({ content, isPlain = false, headingLevel = 2 }: AnswerViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  const colors = useBrandColors();
  const highlights = useMemo(() => toHighlights(content), [content]);
  const answer = content.messages.find(({ role }) => role === 'assistant')?.content;

  const point = (event: SyntheticEvent) => {
    const target = event.target as HTMLElement;
    const mark =
      target.closest<HTMLElement>('[data-mention]') ??
      (event.type === 'focus' ? target.querySelector<HTMLElement>('[data-mention]') : null);
    if (!mark || !box.current) return setSpot(null);
    const outer = box.current.getBoundingClientRect();
    const inner = mark.getClientRects()[0]!;
    setSpot({
      highlight: Number(mark.dataset.mention),
      left: Math.max(0, Math.min(inner.left - outer.left, outer.width - 300)),
      top: inner.bottom - outer.top + 6,
    });
  };
  if (answer === undefined) return <p className="quiet">This chat came already analysed, without its text.</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what happens to the mentions inside it.
    <div
      className="answer"
      ref={box}
      dir="auto"
      onPointerOver={(event: PointerEvent) => point(event)}
      onPointerLeave={() => setSpot(null)}
      onFocus={(event: FocusEvent) => point(event)}
      onBlur={() => setSpot(null)}
      onKeyDown={(event) => event.key === 'Escape' && setSpot(null)}
    >
      {answer.trim() === '' ? <p className="quiet">The answer is empty.</p> : null}
      <AnswerText
        text={answer}
        highlights={highlights}
        active={spot?.highlight ?? null}
        colors={colors}
        isPlain={isPlain}
        headingLevel={headingLevel}
      />
      <div className="visually-hidden" role="status">
        {spot ? describe(highlights[spot.highlight]!) : ''}
      </div>
      {spot ? (
        <Evidence highlight={highlights[spot.highlight]!} colors={colors} left={spot.left} top={spot.top} />
      ) : null}
    </div>
  );
}

/** How the rules are called that find mentions. */
function describeRule(rule: string): string {
  const names: Record<string, string> = { name: 'its name', alias: 'an alias', regex: 'its pattern' };
  const [first = '', ...rest] = rule.split('+');
  return [names[first] ?? first, ...rest].join(' + ');
}

interface EvidenceProps extends Omit<Spot, 'highlight'> {
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
        Found by {describeRule(mention.rule)}: <q>{mention.alias}</q>
        {mention.list_rank === null ? '' : `, place ${mention.list_rank} of a list`}
      </p>
      {mention.clauses.length === 0 ? <p className="quiet">Nothing in it tells a tone.</p> : null}
      {mention.clauses.map(({ start, text, sentiment }) => (
        <p key={start} className="evidence-clause">
          <q>{withoutMarks(text)}</q> <b className={toneOf(sentiment)}>{formatTone(sentiment)}</b>
        </p>
      ))}
    </div>
  );
}

/** A clause may cut through emphasis: of the marks, half would be left. */
function withoutMarks(text: string): string {
  return text.replace(/[*_`]+/g, '');
}

function describe({ brand, mention }: Highlight): string {
  const tone = mention.clauses
    .map(({ text, sentiment }) => `${withoutMarks(text)}: ${formatTone(sentiment)}`)
    .join('; ');
  return `${brand.name}, found by ${describeRule(mention.rule)}, ${mention.alias}. ${tone}`;
}

/** A score from −1 to 1 on the scale of the reports. */
export function formatTone(sentiment: number): string {
  return formatTenths((sentiment / 2 + 0.5) * 100);
}

export function toneOf(sentiment: number): string {
  if (sentiment > 0.1) return 'tone is-better';
  return sentiment < -0.1 ? 'tone is-worse' : 'tone';
}
