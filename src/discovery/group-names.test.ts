import { describe, expect, it } from 'vitest';
import { readAnswer } from '../extraction/read-answer.ts';
import { findNames } from './find-names.ts';
import { groupNames } from './group-names.ts';
import { addAnswer, type NameStatistics } from './name-statistics.ts';
import { createOrdinaryUse } from './ordinary-use.ts';

/** What these answers together name. */
function discover(answers: readonly string[], sites: readonly string[] = [], language: string | null = null) {
  const statistics = new Map<string, NameStatistics>();
  const ordinaryUse = createOrdinaryUse();
  for (const answer of answers) {
    const { readable } = readAnswer(answer, []);
    const names = findNames(readable);
    addAnswer(statistics, names);
    ordinaryUse.add(
      readable.text,
      names.map(({ text }) => text),
      language,
    );
  }
  return groupNames(
    [...statistics.values()],
    { sites: new Set(sites), media: new Set(['laptopmag']), ordinaryUse, answers: answers.length },
    async () => {},
  );
}

const names = async (answers: readonly string[], sites?: readonly string[]) =>
  (await discover(answers, sites)).map(({ name }) => name);

describe('a brand', () => {
  it('has its products and spellings', async () => {
    const [nike, ...others] = await discover([
      '1. **Nike Pegasus 41** – soft\n2. **Nike Vomero 17** – softer',
      'I would take the Nike Pegasus 41.',
      "Nike's shoes are fine.",
    ]);
    expect(nike).toMatchObject({ name: 'Nike', key: 'nike' });
    expect(nike!.members.sort()).toEqual(['Nike', 'Nike Pegasus 41', 'Nike Vomero 17']);
    expect(others).toEqual([]);
  });

  it.each([
    [
      'Capital One',
      ['**Capital One Venture**: miles', 'I prefer Capital One here.', 'With Capital One Savor you save.'],
    ],
    ['New Balance', ['**New Balance 1080**: soft', 'Some like New Balance.', 'The New Balance 990 is older.']],
    ["Paula's Choice", ["**Paula's Choice Skin Balancing**: mild", "I use Paula's Choice daily."]],
    ['Bank of America', ['**Bank of America Travel**: simple', 'Ask Bank of America.']],
    ["Lands' End", ["**Lands' End Tugless**: long", "**Lands' End**: warm", '**Lands’ End**: for all sizes']],
    ['Dr. Ostro', ['**Dr. Ostro 1460**: sturdy', 'I like Dr. Ostro.', 'The Dr. Ostro Jadon is higher.']],
    ['Carl Friedro', ['**Carl Friedro Carry-On**: light', 'Take the Carl Friedro Trunk.', 'Ask Carl Friedro.']],
    ['Infant Optics', ['**Infant Optics DXR-8**: clear', '**Infant Optics DXR-8**: older']],
    ['Ekrin Athletics', ['**Ekrin Athletics B37**: strong', 'The Ekrin Athletics Bantam is small.']],
  ])('can have several words: %s', async (name, answers) => {
    expect(await names(answers)).toContain(name);
  });

  it('is told from others that begin with the same word', async () => {
    const answers = [
      '**Royal Canino Mini**: dry\n**Royal Caribo Oasis**: large',
      'I like Royal Canino.',
      'Sail with Royal Caribo.',
    ];
    expect((await names(answers)).sort()).toEqual(['Royal Canino', 'Royal Caribo']);
  });

  it('has its Polish forms, where the name itself is known', async () => {
    const answers = ['**Zorbixu**: tanio', 'Najtaniej jest w Zorbixie.', 'Kupisz to w sklepie Zorbix.'];
    expect(await discover(answers, [], 'pl')).toMatchObject([{ name: 'Zorbix', key: 'zorbix' }]);
    expect(await discover(answers, [], 'en')).not.toMatchObject([{ name: 'Zorbix', key: 'zorbix' }]);
  });

  it('may begin with the same given name as others', async () => {
    const answers = ['**Tom Forda**: new', 'I like Tom Forda.', '**Tom Tailora**: cheap', 'And Tom Tailora, too.'];
    expect((await names(answers)).sort()).toEqual(['Tom Forda', 'Tom Tailora']);
  });

  it('may be a word that others only begin with, if its site is cited', async () => {
    const answers = ['**United**: on time', 'Fly with United.', '**United**: large'];
    expect(await names(answers, ['united'])).toEqual(['United']);
    expect(await names(answers)).toEqual([]);
  });

  it('has the titles of its lines of products', async () => {
    const list = '1. **Velaro**: from Quorno Velaro';
    expect(await names([list, list, '1. **Velaro**: fast'])).toEqual(['Quorno']);
  });

  it('has lines of products, even if its name is an ordinary word', async () => {
    const answers = ['**Blink Outdoor 4**: cheap', '**Blink Outdoor 4**: small', 'The Blink Mini 2 is smaller.'];
    expect(await names(answers)).toEqual(['Blink']);
    expect(await names(["**Brooks' Ghost 16**: soft", 'The Brooks Ghost 16 is soft.', 'I like Brooks.'])).toEqual([
      'Brooks',
    ]);
  });

  it('is no thing that answers speak about, with an ordinary word before it', async () => {
    const answers = ['Find the Right Card for you: a card with low fees.', '**Right Card**: the card you use most.'];
    const more = ['Choose the Right Card. Any card will do.', 'The Right Card is a card without fees.'];
    expect(await names([...answers, ...more])).toEqual([]);
  });

  it('has products of two words, and those that begin with an article', async () => {
    const answers = [
      '**Zorbix Barista Expresso**: good',
      'The Zorbix Barista Expresso is fine, and so is the Barista Expresso Pro.',
      '**Zorbix La Specialista Arte**: fine',
      'A Barista Expresso, or a Zorbix La Specialista.',
    ];
    expect(await names(answers)).toEqual(['Zorbix']);
  });

  it('is no feature that is named in passing, where answers list what they recommend', async () => {
    const list = '1. **Zorbix**: loud\n2. **Quilto**: quiet, with TalkThru\n3. **Dravelo**: small';
    const prose = 'Zorbix, Quilto and Dravelo are fine. I like Quilto, which has TalkThru.';
    expect((await names([list, list, list])).sort()).toEqual(['Dravelo', 'Quilto', 'Zorbix']);
    expect(await names([prose, prose, prose])).toContain('TalkThru');
    // Named so often, it is worth a look.
    expect(await names([list, list, list, list])).toContain('TalkThru');
  });

  it('is no unit of measurement', async () => {
    const answers = ['It has 500 Wh and makes 40 dB.', 'At 45 dB, 600 Wh last long.', 'Take 700 Wh, or 38 dB.'];
    expect(await names(answers)).toEqual([]);
    expect(await names(['**DB**: punctual', 'Go by DB Navigor.', 'I like DB.', 'Take DB Lounga.'])).toEqual(['DB']);
  });

  it('is told from its products by its domain, where one is cited', async () => {
    const answers = ['**Helly Hansen Alpha**: warm', '**Helly Hansen Alpha**: dry'];
    expect(await names(answers, ['hellyhansen'])).toEqual(['Helly Hansen']);
    expect(await names(['**Hyperice Hypervolt 2**: strong', '**Hyperice Hypervolt 2**: quiet'], ['hyperice'])).toEqual([
      'Hyperice',
    ]);
  });

  it('has the lines of products that are mostly named with it', async () => {
    const answers = [
      '**Zorbix Pixelon 9**: good',
      'The Zorbix Pixelon is new.',
      'A Pixelon is enough.',
      'I like Zorbix.',
    ];
    expect(await names(answers)).toEqual(['Zorbix']);
  });

  it('has all ways to write it', async () => {
    const answers = ["**De'Longhi Magnifica**: good", "Take a De'Longhi.", 'The DeLonghi Dedica is small.'];
    expect(await discover(answers)).toMatchObject([
      {
        key: 'delonghi',
        name: "De'Longhi",
        spellings: ['DeLonghi'],
        members: expect.arrayContaining(['DeLonghi Dedica']),
      },
    ]);
    expect(
      await discover(['**Volta-Pozar Mat**: mild', '**Volta Pozar Mat**: mild', 'Try Volta-Pozar.']),
    ).toMatchObject([{ key: 'voltapozar', name: 'Volta-Pozar', spellings: ['Volta Pozar'] }]);
  });

  it('has its genitive', async () => {
    const answers = ['**Ikea**: günstig', 'Ich mag Ikeas Kallax, und Ikea liefert.', 'Bei Ikea gibt es Ikeas Billy.'];
    expect((await discover(answers, [], 'de')).map(({ key }) => key)).toEqual(['ikea']);
  });

  it('may be an ordinary word, if it is written like a name', async () => {
    const answers = ['**Ring Video Doorbell 4**: clear', 'I like Ring more.', 'With Ring you pay monthly.'];
    expect(await names(answers)).toContain('Ring');
  });
});

describe('no brand', () => {
  it('is a German noun', async () => {
    const answers = [
      '1. **Bosch**: Mit Akku, vor Ort.\n2. **Miele**: Nichts für Leute mit Hund.',
      'Wer Bosch kauft, hat Ruhe. **Miele**: Der Schaum ist fein, der Akku groß.',
      'Die Marke ist egal, ob **Bosch** oder Miele. Leute mit Hund brauchen Schaum. Vor Ort ist er gut.',
    ];
    const found = (await discover(answers, [], 'de')).map(({ name }) => name);
    expect(found.sort()).toEqual(['Bosch', 'Miele']);
  });

  it('is what only one of many answers names', async () => {
    const answers = ['**Zorbix Mini**: good', ...Array.from({ length: 4 }, () => 'Nothing.')];
    expect(await names(answers.slice(0, 4))).toEqual(['Zorbix']);
    expect(await names(answers)).toEqual([]);
  });

  it.each([
    ['an attribute', ['**Battery Life:** good battery life', '**Battery Life:** the battery life is long']],
    ['an attribute that ends like one', ['**Repairability:** good', '**Repairability:** bad']],
    ['a heading in another language', ['**Preis:** hoch', '**Preis:** niedrig']],
    ['a country in another language', ['In Deutschland kaum.', 'Aus Deutschland.']],
    ['a heading', ['## Final Recommendations\nNone.', '## Final Recommendations\nSome.']],
    ['a country', ['It is sold in Germany.', 'I bought it in Germany.']],
    ['a term', ['It has USB-C and OLED.', 'It has USB-C, too.']],
    ['an ingredient', ['**Niacinamide:** more niacinamide', '**Niacinamide:** less niacinamide']],
    [
      'a cited site',
      ['It is quiet ([TechRadar](https://techradar.com)).', 'So says [TechRadar](https://techradar.com/x).'],
    ],
    ['a magazine', ['**Laptop Mag**: says so', 'I read Laptop Mag.']],
    ['a compound', ['**Zorbix-free**: good', '**Zorbix-free**: healthy']],
    ['a month', ['They came in November.', 'In November there are more.']],
    ['a model', ['I like the XM5 a lot.', 'The XM5 is better.']],
  ])('is %s', async (_, answers) => {
    expect(await names(answers)).toEqual([]);
  });
});
