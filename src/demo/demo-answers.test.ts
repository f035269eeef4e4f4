import { beforeAll, describe, expect, it } from 'vitest';
import { createAnalyzer, createSettings } from '../extraction/settings.ts';
import { DEMO_BRANDS } from '../providers/demo/demo-words.ts';
import { createDemoChats } from './demo-answers.ts';

const chats = [...createDemoChats('2026-11-15')];

interface Shown {
  /** Shares of answers in the first and the last third. */
  visibility: [number, number];
  /** From -100 to 100. */
  sentiment: number;
  position: number;
}
const shown: Record<string, Shown> = {};
let withoutBrand = 0;

beforeAll(() => {
  const brands = DEMO_BRANDS.map(({ name, aliases, domain, is_own }, brand) => ({
    ...{ brand, name, aliases, domains: [domain], is_own },
    ...{ exclude: [], regex: null, case: 'smart' as const },
  }));
  const analyze = createAnalyzer(createSettings(brands, []));
  const sums = DEMO_BRANDS.map(() => ({ thirds: [0, 0, 0], count: 0, position: 0, scored: 0, sentiment: 0 }));
  // Every third answer is enough to see what is going on.
  const read = chats.filter((_, index) => index % 3 === 0);
  for (const [index, { answer = '', sources = [] }] of read.entries()) {
    const { brands: found, sentiments } = analyze({ text: answer, channel: 'famA-0', sources });
    if (found.length === 0) withoutBrand += 1 / read.length;
    for (const [place, { brand, position }] of found.entries()) {
      const sum = sums[brand]!;
      sum.thirds[Math.floor((index * 3) / read.length)]! += 3 / read.length;
      sum.count++;
      sum.position += position;
      const sentiment = sentiments[place];
      if (sentiment === null || sentiment === undefined) continue;
      sum.scored++;
      sum.sentiment += sentiment / 10;
    }
  }
  for (const [brand, { name }] of DEMO_BRANDS.entries()) {
    const { thirds, count, position, scored, sentiment } = sums[brand]!;
    shown[name] = {
      visibility: [thirds[0]!, thirds[2]!],
      sentiment: sentiment / scored,
      position: position / count,
    };
  }
});

describe('the answers of the demo', () => {
  it('are the same for the same day of start', () => {
    expect(createDemoChats('2026-11-15').next().value).toEqual(chats[0]);
    expect([...createDemoChats('2026-11-15')].at(-1)).toEqual(chats.at(-1));
    expect(chats).toHaveLength(4392);
  });

  it('show the own brand rising, and Ostro falling', () => {
    const toRise = (name: string) => shown[name]!.visibility[1] - shown[name]!.visibility[0];
    expect(toRise('Varrow')).toBeGreaterThan(0.06);
    expect(toRise('Ostro')).toBeLessThan(0);
    expect(shown.Brumelle!.visibility[0]).toBeGreaterThan(shown.Varrow!.visibility[0]);
  });

  it('praise Varrow and Mokkari, and criticize Ostro', () => {
    expect(shown.Varrow!.sentiment).toBeGreaterThan(25);
    expect(shown.Mokkari!.sentiment).toBeGreaterThan(20);
    expect(shown.Ostro!.sentiment).toBeLessThan(-10);
    const order = ['Varrow', 'Brumelle', 'Kestrel & Pine', 'Tallgrass', 'Ostro'];
    const bySentiment = [...order].sort((a, b) => shown[b]!.sentiment - shown[a]!.sentiment);
    expect(bySentiment).toEqual(order);
  });

  it('name better brands earlier', () => {
    expect(shown.Varrow!.position).toBeLessThan(shown['Kestrel & Pine']!.position);
    expect(shown['Kestrel & Pine']!.position).toBeLessThan(shown.Ostro!.position);
  });

  it('name some brand nearly always', () => {
    expect(withoutBrand).toBeGreaterThan(0);
    expect(withoutBrand).toBeLessThan(0.06);
  });
});
