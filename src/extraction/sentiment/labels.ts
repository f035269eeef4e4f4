import type { ReadableText } from '../readable-text.ts';
import type { Sentence } from '../sentences.ts';
import { type CompiledLexicon, findTerms, readWords, role } from './lexicon.ts';

/** What a heading, a lead-in or the head of a column says about the text under or after it. */
export const LABELS = ['advantages', 'drawbacks', 'best', 'warning', 'runnerUp'] as const;
export type Label = (typeof LABELS)[number];

/** Longer texts are sentences rather than labels. */
const MAX_LABEL_LENGTH = 90;
const MAX_LEAD_LENGTH = 60;
const MAX_LABEL_WORDS = 10;
const MAX_STEPS = 3;

/** Reads the labels above and before the sentences of an answer: "Pros", "✅ Best overall:", "Brands to avoid". */
export function createLabelReader({ text, blocks }: ReadableText, lexicon: CompiledLexicon) {
  /** What the blocks say about those under them. */
  const known = new Map<number, Label | null>();

  function ofBlock(block: number, steps: number): Label | null {
    const cached = known.get(block);
    if (cached !== undefined) return cached;
    const { start, end } = blocks[block]!;
    const own = end - start < MAX_LABEL_LENGTH ? judge(lexicon, text, start, end) : null;
    const label = own ?? (steps > MAX_STEPS ? null : above(block, steps));
    known.set(block, label);
    return label;
  }

  function above(block: number, steps: number): Label | null {
    const { item, heading, kind } = blocks[block]!;
    if (kind === 'table_cell' && heading !== null) {
      const ofColumn = ofBlock(heading, steps + 1);
      if (ofColumn !== null) return ofColumn;
    }
    const outer = item ?? heading;
    return outer === null ? null : ofBlock(outer, steps + 1);
  }

  return {
    read({ start, end, block }: Sentence): Label | null {
      const colon = text.slice(start, Math.min(end, start + MAX_LEAD_LENGTH)).indexOf(':');
      return (colon > 0 ? judge(lexicon, text, start, start + colon) : null) ?? above(block, 0);
    },

    /** Whether a sentence is only a label such as "Pros:". */
    isLabel({ start, end }: Pick<Sentence, 'start' | 'end'>): boolean {
      if (end - start > MAX_LEAD_LENGTH) return false;
      // "Cons: overpriced" says something.
      const colon = text.slice(start, end).indexOf(':');
      if (colon !== -1 && colon < end - start - 1) return false;
      const label = judge(lexicon, text, start, end);
      return label === 'advantages' || label === 'drawbacks';
    },
  };
}

function judge(lexicon: CompiledLexicon, text: string, start: number, end: number): Label | null {
  const words = readWords(text, start, end);
  if (words.count > MAX_LABEL_WORDS) return null;
  for (const { category, count } of findTerms(lexicon, text)) {
    if (count >= words.count - 2 && words.count <= 6 && (category === 'drawbacks' || category === 'advantages'))
      return category;
    if (category === 'warning' || category === 'runnerUp') return category;
    if (category === 'recommendation') return 'best';
  }
  for (let at = 0; at < words.count; at++) {
    if ((lexicon.roles.get(words.hash[at]!) & role.best) !== 0) return 'best';
  }
  return null;
}
