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
    [
      'The Vanta is the best grinder of all and very reliable. [Varrow](https://varrow.com/a)\nIt is a terrible choice for nobody.',
    ],
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
