import { describe, expect, it } from 'vitest';
import { toTrackedBrand } from '../../test/extraction/find-mentions.ts';
import { createAnalyzer, createSettings } from './settings.ts';

/** The sentiment towards each brand that the answer names, in thousandths. */
function score(answer: string): Record<string, number | null> {
  const brands = ['Vanta', 'Varrow'].map((name, index) => toTrackedBrand({ name }, index + 1));
  const analysis = createAnalyzer(createSettings(brands, []))({ text: answer, channel: '', sources: [] });
  return Object.fromEntries(
    analysis.brands.map(({ brand }, index) => [brands[brand - 1]!.name, analysis.sentiments[index]!]),
  );
}

describe('a citation', () => {
  it.each([
    ['The Vanta is the best grinder of all and very reliable ([Varrow](https://varrow.com/a)).'],
    ['The Vanta is the best grinder of all and very reliable. [Varrow](https://varrow.com/a)'],
    ['The Vanta is the best grinder of all and very reliable. [Varrow](https://varrow.com/a)\nIt was tested twice.'],
  ])('takes no sentiment from what is said beside it: %j', (answer) => {
    const { Vanta, Varrow } = score(answer);
    expect(Vanta).toBeGreaterThan(0);
    expect(Varrow).toBeNull();
  });

  it('is another thing than a link that takes part in the sentence', () => {
    const { Varrow } = score('[Varrow](https://varrow.com/a) makes the best grinder of all, and it is very reliable.');
    expect(Varrow).toBeGreaterThan(0);
  });
});

/** A sign for each brand: + good, - bad, ~ mixed, 0 nothing. */
function judge(answer: string, names: readonly string[], language = 'en'): string {
  const brands = names.map((name, index) => toTrackedBrand({ name }, index));
  const analysis = createAnalyzer(createSettings(brands, []))({ text: answer, channel: '', sources: [], language });
  const signs = new Map(analysis.brands.map(({ brand }, at) => [brand, toSign(analysis.sentiments[at]!)]));
  return names.map((_, brand) => signs.get(brand) ?? ' ').join('');
}

function toSign(thousandths: number | null): string {
  if (thousandths === null) return '0';
  return thousandths > 100 ? '+' : thousandths < -100 ? '-' : '~';
}

const NAMES = ['Varrow', 'Ostro', 'Brumelle'];

describe('the structure of an answer', () => {
  it.each([
    [
      'a table',
      '| Brand | Verdict |\n|---|---|\n| Varrow | Excellent, our top pick |\n| Ostro | Flimsy and overpriced |',
      '+- ',
    ],
    ['a cell with a fact', '| Brand | Price |\n|---|---|\n| Varrow | $300 |\n| Ostro | $250 |', '00 '],
    ['the text under a heading', '### Varrow\n\nThe one I would buy.\n\n### Ostro\n\nSkip it.', '+- '],
    ['a list of cons', '**Ostro**\n\n**Cons**\n\n- Noisy\n- Breaks within a year', ' - '],
    ['a comparison', 'Varrow is quieter and cheaper than Ostro.', '+- '],
    ['names in passing', 'Varrow is an excellent grinder. It works with Brumelle.', '+ 0'],
    ['several brands at once', 'Varrow and Ostro are both excellent choices.', '++ '],
    ['praise after both names', 'Varrow and Ostro make good grinders.', '++ '],
    ['a warning before both names', 'Avoid Varrow and Ostro.', '-- '],
    ['names on both sides of a comma', 'Unlike Varrow, Ostro is excellent.', '-+ '],
    ['two opinions with "and" between them', 'I love Varrow and Ostro is terrible.', '0- '],
    ['a brand that is named twice', 'Varrow and Varrow Pro are excellent, but Ostro is flimsy and overpriced.', '+- '],
    ['the price of a part, whose name could be a verb', 'Varrow-branded filters are pricey.', '-  '],
  ])('counts: %s', (_what, answer, expected) => {
    expect(judge(answer, NAMES)).toBe(expected);
  });

  it.each([
    ['de', 'Varrow ist die beste Wahl. Von Ostro rate ich ab: laut und unzuverlässig.', '+- '],
    ['fr', 'Varrow est mon premier choix. Ostro est à éviter : bruyant et fragile.', '+- '],
    ['es', 'Varrow es la mejor opción. Evita Ostro: es ruidoso y poco fiable.', '+- '],
    ['it', 'Varrow è la scelta migliore. Ostro è da evitare: rumoroso e inaffidabile.', '+- '],
    ['nl', 'Varrow is de beste keuze. Ostro raad ik af: luid en onbetrouwbaar.', '+- '],
    ['pt', 'Varrow é a melhor escolha. Evite a Ostro: barulhenta e pouco confiável.', '+- '],
    ['pl', 'Varrow to najlepszy wybór. Ostro odradzam: głośny i zawodny.', '+- '],
    ['sv', 'Varrow är det bästa valet. Undvik Ostro.', '00 '],
  ])('in %s: %s', (language, answer, expected) => {
    expect(judge(answer, NAMES, language)).toBe(expected);
  });

  it('every score comes with a passage that points the same way', () => {
    const answer =
      '### Varrow\n\n- Cons: overpriced\n\n### Ostro\n\nQuiet, sturdy and cheap. The lid is loose.\n\nAvoid Brumelle.';
    const brands = NAMES.map((name, index) => toTrackedBrand({ name }, index));
    const {
      sentiments,
      remarks,
      brands: found,
    } = createAnalyzer(createSettings(brands, []))({
      text: answer,
      channel: '',
      sources: [],
      language: 'en',
    });
    expect(found).toHaveLength(3);
    sentiments.forEach((sentiment, finding) => {
      if (sentiment === null || sentiment === 0) return;
      const own = remarks.filter((remark) => remark.finding === finding);
      expect(own.some(({ thousandths }) => Math.sign(thousandths) === Math.sign(sentiment))).toBe(true);
    });
  });
});
