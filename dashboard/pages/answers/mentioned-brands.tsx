import { BrandMark } from '../../controls/brand-mark.tsx';
import { formatSentimentScore, formatWhole } from '../../format.ts';
import { type MarkedAnswer, toSentimentClass, useBrandColors } from './answer-view.tsx';
import { CorrectBrand } from './correct-brand.tsx';

const SENTIMENT_TITLES = {
  built_in: 'Sentiment, 0 to 100',
  given: 'Sentiment, 0 to 100, as imported',
  judge: 'Sentiment, 0 to 100, by the judge',
  correction: 'Sentiment, 0 to 100, corrected by hand',
};

/** Scrolls to the first mention of a brand and shows its evidence. */
export function goToMention(
  box: HTMLElement | null,
  { content, brand }: { content: MarkedAnswer; brand: string },
): void {
  const start = content.brands_mentioned.find(({ id }) => id === brand)?.mentions[0]?.start;
  const order = content.brands_mentioned
    .flatMap(({ mentions }) => mentions.map((mention) => mention.start))
    .sort((a, b) => a - b);
  const mark = start === undefined ? null : box?.querySelector<HTMLElement>(`[data-mention="${order.indexOf(start)}"]`);
  mark?.scrollIntoView({ block: 'center' });
  (mark?.closest<HTMLElement>('a') ?? mark)?.focus();
}

interface MentionedBrandsProps {
  content: MarkedAnswer;
  onPick(brand: string): void;
  /** The stored answer that they can be corrected in. */
  chat?: string;
}

/** The brands of an answer in the order of their first mentions. */
export function MentionedBrands({ content, onPick, chat }: MentionedBrandsProps) {
  const colors = useBrandColors();
  return (
    <section aria-label="Brands">
      <h2>Brands</h2>
      {content.brands_mentioned.length === 0 ? <p className="quiet">No tracked brands in this answer.</p> : null}
      <ol className="mentioned">
        {content.brands_mentioned.map((brand) => {
          const { id, name, position, count, sentiment, sentiment_source } = brand;
          return (
            <li key={id}>
              <button
                type="button"
                className="mentioned-brand"
                onClick={() => onPick(id)}
                title="Go to the first mention"
              >
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
                  <b className={toSentimentClass(sentiment)} title={SENTIMENT_TITLES[sentiment_source]}>
                    {formatSentimentScore(sentiment)}
                  </b>
                )}
              </button>
              {chat === undefined ? null : <CorrectBrand chat={chat} brand={brand} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
