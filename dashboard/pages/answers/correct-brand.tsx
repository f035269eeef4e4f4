import type { ChatContent } from '../../api/types.ts';
import { Menu } from '../../controls/menu.tsx';
import { Failure } from '../../controls/notices.tsx';
import { type NewCorrection, useCorrections } from './use-corrections.ts';

type MentionedBrand = ChatContent['brands_mentioned'][number];

/** What a person may say about a brand in an answer, and the score that stands for it. */
const SENTIMENTS = [
  { sentiment: 0.9, name: 'Recommended' },
  { sentiment: 0.6, name: 'Praised' },
  { sentiment: 0, name: 'Mixed' },
  { sentiment: -0.6, name: 'Criticized' },
  { sentiment: -0.9, name: 'Warned against' },
  { sentiment: null, name: 'Nothing said' },
] as const;

/** Corrects what was found about one brand in an answer. */
export function CorrectBrand({ chat, brand }: { chat: string; brand: MentionedBrand }) {
  return (
    <Menu label="Correct…" name={`Correct ${brand.name}`} align="end" hasCaret={false} className="correct-menu">
      {(close) => <BrandCorrections chat={chat} brand={brand} onDone={close} />}
    </Menu>
  );
}

function BrandCorrections({ chat, brand, onDone }: { chat: string; brand: MentionedBrand; onDone(): void }) {
  const correcting = useCorrections(chat, onDone);
  const correct = (correction: NewCorrection) => correcting.mutate([{ ...correction, brand_id: brand.id }]);
  const isChosen = (sentiment: number | null) =>
    brand.sentiment_source === 'correction' && brand.sentiment === sentiment;
  return (
    <>
      <p className="menu-question quiet">What does this answer say about {brand.name}?</p>
      <ul className="menu-items">
        {SENTIMENTS.map(({ sentiment, name }) => (
          <li key={name}>
            <button
              type="button"
              disabled={correcting.isPending}
              aria-current={isChosen(sentiment)}
              onClick={() => correct({ kind: 'sentiment', sentiment })}
            >
              {name}
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            className="menu-separate"
            disabled={correcting.isPending}
            onClick={() => correct({ kind: 'not_brand' })}
          >
            {brand.count > 1 ? 'None of these mentions is this brand' : 'This is not the brand'}
          </button>
        </li>
      </ul>
      {correcting.error ? <Failure error={correcting.error} title="The correction was not saved." /> : null}
    </>
  );
}
