import { describe, expect, it } from 'vitest';
import { toTrackedBrand } from '../../test/extraction/find-mentions.ts';
import { createExtractor } from './extract.ts';

/** The ranks of the mentions of each brand, in order: `Sony 1, Bose null`. */
function findRanks(names: readonly string[], text: string, language: string | null = 'en'): string {
  const { brands } = createExtractor(names.map((name, index) => toTrackedBrand({ name }, index))).extract({
    text,
    channel: null,
    sources: [],
    language,
  });
  return brands
    .flatMap(({ brand, mentions }) =>
      mentions.map(({ start, list_rank }) => ({ start, line: `${names[brand]} ${list_rank}` })),
    )
    .sort((a, b) => a.start - b.start)
    .map(({ line }) => line)
    .join(', ');
}

const PAIR = ['Sony', 'Bose'];

describe('lists without Markdown are ranked', () => {
  it.each([
    ['numbers in brackets', 'Two more:\n\n(1) Sony. Quiet.\n\n(2) Bose. Soft.'],
    ['bold numbers above a text', '**1. Sony**\nQuiet and light.\n\n**2. Bose**\nSoft.'],
    ['bold numbers before a text', '**1. Sony.** Quiet and light.\n\n**2. Bose.** Soft.'],
    ['letters', 'I would shortlist:\n\nA. Sony – quiet\nB. Bose – soft'],
    ['medals', '🥇 **Sony.** Quiet.\n\n🥈 **Bose.** Soft.'],
    ['keycaps', '1️⃣ Sony: quiet\n2️⃣ Bose: soft'],
    ['dashes', 'Worth a look:\n\n— Sony: quiet\n— Bose: soft'],
    ['the same emoji', '🎧 **Sony** – quiet\n🎧 **Bose** – soft'],
  ])('%s', (_name, text) => {
    expect(findRanks(PAIR, text)).toBe('Sony 1, Bose 2');
  });

  it('numbers in one line', () => {
    expect(findRanks(PAIR, 'My picks: 1. Sony: quiet. 2. JBL: loud. 3. Bose: soft.')).toBe('Sony 1, Bose 3');
  });

  it('names with a price below', () => {
    const cards =
      '### [Sony WH-1000XM5](https://a.b/c)\n*$349.00*\n\n### JBL Live\n#### Best for travel\n*$99.00*\n\n### Bose QC\n*$299.00*';
    expect(findRanks(PAIR, cards)).toBe('Sony 1, Bose 3');
    expect(findRanks(PAIR, 'Sony WH-1000XM5\n$349.00\n4.7\n(35)\nJBL Live\n$99.00\n4.1\nBose QC\n$299.00')).toBe(
      'Sony 1, Bose 3',
    );
  });

  it('an answer that lost its line breaks', () => {
    const text =
      'Here are some of the best: Top Picks: Sony WH-1000XM5: Very quiet. It is light.JBL Live: Loud and cheap.Bose QC45: Soft.' +
      'Pros: Light.Budget Options: Anker Q20: Cheap.Things to consider: Battery Life: Sony lasts longest.Noise: Bose is quiet.';
    expect(findRanks([...PAIR, 'Anker'], text)).toBe('Sony 1, Bose 3, Anker 4, Sony null, Bose null');
  });

  it('product cards that lost their line breaks', () => {
    const cards =
      'Sony WH-1000XM5 Wireless$349.00$399.004.7(9k+)JBL Live$99.004.1(63)Bose QC45 Headphones$279.004.6(3k+)';
    expect(
      findRanks(
        PAIR,
        `These are popular right now, and the prices are those of today. ${cards}See more. ${'It depends on you. '.repeat(5)}`,
      ),
    ).toBe('Sony 1, Bose 3');
  });

  it.each([
    ['bold paragraphs', '**Sony** – quiet\n\n**JBL** – loud\n\n**Bose** – soft'],
    ['headings', '## Sony\n\nQuiet\n\n## JBL\n\nLoud\n\n## Bose\n\nSoft'],
    ['check marks', '✅ **Sony**: quiet\n✅ **Bose**: soft'],
  ])('%s have no rank', (_name, text) => {
    expect(findRanks(PAIR, text)).toBe('Sony null, Bose null');
  });
});

describe('one ranking counts over headings', () => {
  it('bullets under categories', () => {
    const text =
      '### Best Overall\n* **Sony** – quiet\n* **JBL** – loud\n\n### Trendy\n* **Marshall** – loud\n\n### Budget\n* **Bose** – soft';
    expect(findRanks(PAIR, text)).toBe('Sony 1, Bose 4');
  });

  it('numbers that begin again', () => {
    const text = '### Best\n**1. Sony**\n\n**2. JBL**\n\n### For gaming\n**1. Razer**\n\n### For travel\n**1. Bose**';
    expect(findRanks(PAIR, text)).toBe('Sony 1, Bose 4');
  });

  it('two kinds of a thing are two rankings', () => {
    expect(findRanks(PAIR, '**With Wi-Fi**\n- Sony: x\n- JBL: y\n\n**Without**\n- Bose: z\n- Anker: z')).toBe(
      'Sony 1, Bose 1',
    );
  });
});

describe('lists that rank nothing', () => {
  const first = '1. **Sony** – quiet\n2. **JBL** – loud\n\n';
  it.each([
    `${first}## Also considered\n\n- **Bose** – soft`,
    `${first}- **Bose**: soft`,
    '**1. Sony**\n\n- Works with Bose\n\n**2. JBL**\n\n- Bose is softer',
  ])('beside numbers: %j', (text) => {
    expect(findRanks(PAIR, text)).toMatch(/^Sony 1(?:, Bose null)+$/);
  });

  it.each([
    ['en', 'Brands to avoid'],
    ['en', "The ones I wouldn't"],
    ['en', 'Not on my list:'],
    ['en', 'It depends'],
    ['en', 'Going by warranty data, I’d be wary of these:'],
    ['en', 'How to choose'],
    ['en', 'Before you buy'],
    ['de', 'Eher nicht'],
    ['de', 'Was ich nicht kaufen würde'],
    ['fr', 'Ce que je laisserais de côté :'],
    ['es', 'Marcas que evitaría'],
    ['it', 'Da non comprare'],
    ['pt', 'O que evitar:'],
    ['nl', 'Minder geschikt'],
    ['pl', 'Odradzam'],
    ['zh', '不推荐的品牌'],
    ['ja', 'おすすめしないブランド'],
    ['ko', '피해야 할 브랜드'],
    ['ar', 'علامات تجنبها'],
  ])('%s: %s', (language, title) => {
    expect(findRanks(PAIR, `**${title}**\n\n- Sony: x\n- Bose: y`, language)).toBe('Sony null, Bose null');
    expect(findRanks(PAIR, `${title}\n\n- Sony: x\n- Bose: y`, language)).toBe('Sony null, Bose null');
  });

  it.each([
    'Top picks',
    'The best one depends on your budget, but here are the ones I like:',
    'Roughly from best to worst:',
    'Alternatives to quote before you decide',
    'Non-Wi-Fi',
    'Other options worth a look:',
  ])('but %s does', (title) => {
    expect(findRanks(PAIR, `${title}\n\n- Sony: x\n- Bose: y`)).toBe('Sony 1, Bose 2');
  });

  it('others after paragraphs that begin with a bold name', () => {
    const text =
      '**Sony** is quiet.\n\n**JBL** is loud.\n\nTwo more you might come across:\n\n- **Bose**: soft\n- **Anker**: cheap';
    expect(findRanks(PAIR, text)).toBe('Sony null, Bose null');
  });

  it('pros and cons', () => {
    expect(findRanks(PAIR, 'JBL\n\n+ Sony batteries fit\n+ Bose pads fit')).toBe('Sony null, Bose null');
  });

  it('features below an item', () => {
    expect(findRanks(PAIR, '- **JBL**\n  - Bose pads fit\n- **Sony**\n  - Bose pads fit')).toBe(
      'Bose null, Sony 2, Bose null',
    );
    expect(findRanks(PAIR, '- Cheap:\n  - Sony\n  - Bose')).toBe('Sony 1, Bose 2');
  });
});

describe('an entry has one name', () => {
  it.each([
    ['en', '- Sony (Bose)', 'Sony 1, Bose null'],
    ['en', '- Sony pads made by Bose', 'Sony 1, Bose null'],
    ['pl', '- **Sony z Bose**', 'Sony 1, Bose null'],
    ['en', '- Sony, sold at every shop that has Bose', 'Sony 1, Bose null'],
    ['en', '- Sony and Bose share a factory.', 'Sony 1, Bose 1'],
    ['en', '- The Bose is softer.', 'Bose 1'],
    ['en', '- If you want less weight, Bose is softer.', 'Bose null'],
    ['en', '- Everyday use and long flights call for a Bose.', 'Bose null'],
    ['en', '- **Best overall:** Sony. Quieter than Bose.', 'Sony 1, Bose null'],
    ['en', '## 1. Best Overall – Sony', 'Sony 1'],
    ['en', '- Best value – Sony: good', 'Sony 1'],
    ['en', '- JBL – Sony batteries fit', 'Sony null'],
    ['en', '- **Pros:** Sony batteries fit', 'Sony null'],
  ])('%s: %s', (language, text, expected) => {
    expect(findRanks(PAIR, text, language)).toBe(expected);
  });
});
