import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureGrowth } from '../../../test/harness/cpu-time.ts';
import { scoreSentence, type Target } from './score.ts';

/** A text of four times the length takes about four times as long; where time grew with the square, 16 times. */
const MAX_GROWTH = 8;

/** Brands are in brackets with the expected sentiment: [+positive], [-negative], [0none]. */
const sentences = `
  [+Zentra] is widely praised for its battery life.
  [+Zentra] is better than [-Molto].
  [-Zentra] is worse than [+Molto].
  Unlike [-Zentra], [+Molto] is fast and reliable.
  Unlike [+Zentra], [-Molto] is slow.
  Compared to [-Molto], [+Zentra] feels much smoother.
  [-Zentra] is not the most reliable brand.
  [-Zentra] is not worth the money.
  [+Zentra] is not bad at all.
  [+Zentra] never disappoints.
  [-Zentra] has never been comfortable.
  [+Zentra] offers excellent noise cancellation.
  [-Zentra] suffers from poor battery life and frequent disconnects.
  [0Zentra] was founded in 1998 and is headquartered in Oslo.
  [0Zentra] sells laptops and phones.
  You can buy it at [0Zentra] or [0Molto].
  [+Zentra] is very affordable, but [-Molto] is overpriced.
  [-Zentra] is sluggish, but [+Molto] is snappy.
  While [-Zentra] struggles with large files, [+Molto] handles them with ease.
  Best overall: [+Zentra]
  Best for beginners: [+Zentra]
  [+Zentra]: Lightweight, comfortable and durable.
  [-Zentra]: Flimsy build and terrible customer support.
  I would recommend [+Zentra] to anyone.
  I wouldn't recommend [-Zentra].
  I'd avoid [-Zentra] at all costs.
  According to [0Wirecutter], [+Zentra] is the best vacuum for most people.
  [+Zentra] outperforms [-Molto] in every test.
  [-Zentra] lags behind [+Molto] in picture quality.
  [-Zentra] isn't as durable as [+Molto].
  Neither [-Zentra] nor [-Molto] is reliable.
  Both [+Zentra] and [+Molto] are excellent choices.
  I prefer [+Zentra] over [-Molto].
  [-Zentra] has been criticized for its privacy practices.
  [-Zentra] faced backlash after a massive data breach.
  Reviewers love the [+Zentra] for its sharp display.
  [+Zentra] extremely comfortable, great sound, long battery life.
  The [+Zentra] strikes a good balance between price and performance.
  [+Zentra] is ideal for small teams thanks to its intuitive interface.
  [-Zentra] lacks advanced features.
  [-Zentra] is overly complicated and buggy.
  [0Zentra] costs $399 and weighs 250 grams.
  [0Zentra] and [0Molto] both make running shoes.
  [0Zentra] is available in black, white and blue.
  Let me know if you want more details about [0Zentra].
  [+Zentra] is a solid, budget-friendly option for students.
  [+Zentra] is hard to beat for the price.
  There are better options than [-Zentra].
  If [-Zentra] is too expensive, [+Molto] is a great alternative.
  [+Zentra] has no major flaws.
  [-Zentra] fails to deliver on its promises.
  [+Zentra] is known for reliability and excellent customer service.
  [-Zentra] is known for frequent crashes and slow updates.
  Many hikers trust [+Zentra] because it lasts for years.
  [-Zentra] is a waste of money.
  The main drawback of [-Zentra] is its steep learning curve.
  [+Zentra] easily beats [-Molto] on comfort.
  [0Zentra] released version 5 in 2021.
  In terms of speed, [+Zentra] is superior to [-Molto].
  [+Zentra] is faster and cheaper than [-Molto].
  [-Zentra] is slower than [+Molto] but [0Dorvo] costs $20.
  How does [0Zentra] compare to [0Molto]?
  [+Zentra] stands out with its stunning OLED screen.
  [+Zentra] gives you the best value for your money.
  [-Zentra] doesn't offer good support.
  [-Zentra] is no longer recommended by experts.
  [+Zentra] remains the gold standard for espresso machines.
  [+Zentra] is a popular choice known for gentle yet effective cleaning.
  [-Zentra] tends to overheat and drains its battery quickly.
  [0Zentra] is owned by [0Molto].
  [+Zentra] works seamlessly with [0Molto].
  The app from [-Zentra] crashes constantly.
  [+Zentra] makes great headphones, whereas [-Molto] makes cheap plastic ones that break.
  Travelers consistently rate [+Norwick] highly for on-time flights.
  [-Norwick] has a reputation for losing luggage.
  For those on a tight budget, [+Norwick] is a smart pick.
  The [-Norwick] feels cheap in the hand.
  [+Norwick]'s customer service is responsive and helpful.
  [-Norwick]'s app is clunky.
  [+Norwick] is more intuitive than [-Helmo], which can overwhelm new users.
  [+Helmo] is ahead of [-Norwick] when it comes to privacy.
  Most experts agree that [+Norwick] makes the most comfortable mattress.
  [0Norwick] is a Swedish furniture retailer.
  [0Norwick] offers monthly and annual subscriptions.
  [0Norwick] uses lithium-ion batteries.
  Some users have reported issues with [-Norwick] after recent updates.
  [-Norwick] received a lot of complaints about billing.
  [+Norwick] is a great pick, but [+Helmo] is even better.
  Don't waste your money on [-Norwick].
  [+Norwick] won't break the bank.
  It's difficult to find fault with the [+Norwick].
  [-Norwick] could do with a longer battery life.
  If you need speed, [+Norwick] delivers.
  The [+Norwick] is a good all-rounder with a bright display and a sturdy build.
  [+Norwick]: Affordable, easy to clean, dishwasher safe
  [-Norwick]: Noisy, hard to clean
  [+Norwick] has excellent suction, while [-Helmo] struggles on carpets.
  Although [+Norwick] is pricey, its performance is outstanding.
  [0Norwick] has stores in 12 countries and employs 3,000 people.
  [0Norwick] was bought by [0Helmo] in 2019.
  Both [0Norwick] and [0Helmo] offer free trials.
  Customers are frustrated with [-Norwick] because refunds take months.
  [+Norwick] is trusted by millions of users worldwide.
  Instead of [-Norwick], consider [+Helmo].
  [-Norwick] is fine for basic tasks but falls apart under heavy load.
  Nothing comes close to [+Norwick] in sound quality.
  [-Norwick] isn't known for durability.
  I was disappointed with my [-Norwick].
  I love my [+Norwick].
  The [0Norwick] has a 6.1-inch display and 128 GB of storage.
  You can pair it with [0Norwick] or [0Helmo] speakers.
  [+Norwick] has received numerous awards for design.
  [+Norwick] has better reviews than [-Helmo].
  [-Norwick] was sued for false advertising.
  [-Norwick] is the least reliable brand in the survey.
  [+Norwick] is the most reliable brand in the survey.
  [0Norwick] published its annual report on Tuesday.
  [-Norwick] is behind [+Helmo] in almost every category.
  [+Tavora] comes out on top for families with pets.
  Owners say the [-Tavora] stops charging after a month.
  [+Tavora] is the brand I would trust with my data.
  With [-Tavora] you pay a lot and get little in return.
  [-Tavora] has slipped in recent years, and quality control is poor.
  [+Orlune] is gentler on sensitive skin than [-Tavora].
  [-Tavora] is no match for [+Orlune].
  [+Tavora] charges quickly and holds its charge for days.
  [0Tavora] introduced the first version in 2016.
  [0Tavora] ships from warehouses in Ohio.
  [0Tavora] and [0Orlune] are the two largest carriers in the region.
  Prices for [0Tavora] start at $49.
  [+Tavora] is worth a look if you want something simple and cheap.
  [+Tavora] is a favorite among professional chefs.
  The [-Tavora] is bulky, loud and drips everywhere.
  [-Tavora] does not support multiple users, which is a dealbreaker.
  Unlike [-Orlune], [+Tavora] does not charge hidden fees.
  [+Tavora] handled our stress test without a single crash.
  [-Tavora] was hacked twice last year.
  [+Tavora] blends comfort and durability at a fair price.
  [-Tavora] looks nice, but the seams come apart quickly.
  [+Tavora] may be expensive, but it lasts a lifetime.
  I switched from [-Orlune] to [+Tavora] and never looked back.
  Skip [-Tavora] and buy [+Orlune].
  [+Tavora] consistently scores well in independent tests.
  [0Tavora] is compatible with iPhone and Android.
  Which one is right for you, [0Tavora] or [0Orlune]?
  [+Tavora] (Best for large rooms)
  [-Tavora] offers fewer features and worse support than [+Orlune].
  [-Tavora] is mediocre at best.
  [+Quenta] is a hit with parents because it folds in seconds.
  Testers were impressed by how quiet the [+Quenta] is.
  [-Quenta] overcharged thousands of customers.
  [0Quenta] operates 40 data centers.
  [0Quenta] accepts returns within 30 days.
  [+Quenta] is simpler to learn than [-Brivo].
  [+Quenta] remains the top choice for photographers.
  The build of the [-Quenta] leaves much to be desired.
  [-Quenta] rarely gets updates and feels abandoned.
  [+Quenta] excels in low light, whereas [-Brivo] produces grainy images.
  [0Quenta], [0Brivo] and [0Solmar] are the main suppliers.
  You'll find [0Quenta] in most supermarkets.
  [+Quenta] hits the sweet spot between cost and quality.
  [-Quenta] is not suitable for beginners.
  [+Quenta] is highly customizable and scales well.
  [-Quenta] has an outdated interface.
  As of 2024, [0Quenta] has 12 million subscribers.
`
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '');

function parseSentence(marked: string): { text: string; targets: Target[]; expected: string[] } {
  const targets: Target[] = [];
  const expected: string[] = [];
  let text = '';
  let done = 0;
  for (const found of marked.matchAll(/\[([-+0])([^\]]+)\]/g)) {
    const [whole, sign = '', name = ''] = found;
    text += marked.slice(done, found.index);
    targets.push({ start: text.length, end: text.length + name.length });
    expected.push(sign);
    text += name;
    done = found.index + whole.length;
  }
  return { text: text + marked.slice(done), targets, expected };
}

function toSign(thousandths: number | undefined): string {
  if (thousandths === undefined || thousandths === 0) return '0';
  return thousandths > 0 ? '+' : '-';
}

describe('a sentence about brands', () => {
  // The model is not perfect, and which sentences it gets wrong changes with its training.
  it('is judged rightly for 94 of 100 brands', () => {
    let all = 0;
    const mistakes: string[] = [];
    for (const marked of sentences) {
      const { text, targets, expected } = parseSentence(marked);
      const signs = scoreSentence(text, targets).map((score) => toSign(score?.thousandths));
      all += expected.length;
      expected.forEach((sign, at) => {
        if (sign !== signs[at]) mistakes.push(`${marked}: ${signs[at]}`);
      });
    }
    expect(1 - mistakes.length / all, mistakes.join('\n')).toBeGreaterThanOrEqual(0.94);
  });

  it('gives a brand that is praised and criticized a weaker score than one that is only praised', () => {
    const score = (text: string) => scoreSentence(text, [{ start: 0, end: 6 }])[0]?.thousandths ?? 0;
    const mixed = score('Zentra offers great battery life but is expensive.');
    expect(Math.abs(mixed)).toBeLessThan(score('Zentra offers great battery life.'));
  });

  it('gives no score to a heading that is only a name', () => {
    for (const text of [
      'Zentra',
      'Zentra V7 Advanced Cordless Stick Vacuum Cleaner',
      'Zentra Travel Rewards Credit Card',
      'Zentra – $399',
      'Zentra (2024)',
    ]) {
      expect(scoreSentence(text, [{ start: 0, end: 6 }])).toEqual([null]);
    }
  });

  it.each([
    ['de', '[+Zentra] ist sehr zuverlässig und nicht teuer.'],
    ['de', 'Von [-Zentra] rate ich ab.'],
    ['de', '[0Zentra] gehört zu Molto und sitzt in Oslo.'],
    ['fr', '[+Zentra] est une excellente marque.'],
    ['fr', '[-Zentra] est bruyant et fragile.'],
    ['es', '[+Zentra] ofrece una batería excelente.'],
    ['it', '[+Zentra] è affidabile e silenzioso.'],
    ['nl', '[-Zentra] is traag en veel te duur.'],
    ['pt', '[+Zentra] é muito confiável.'],
    ['pl', '[-Zentra] jest głośny i zawodny.'],
  ])('in another language (%s): %s', (language, marked) => {
    const { text, targets, expected } = parseSentence(marked);
    expect(scoreSentence(text, targets, language).map((score) => toSign(score?.thousandths))).toEqual(expected);
  });

  it('gives no score in a language without a lexicon', () => {
    expect(scoreSentence('Zentra は素晴らしい製品です。', [{ start: 0, end: 6 }], 'ja')).toEqual([null]);
  });

  it('returns the clause that is about the brand', () => {
    const text = 'Zentra is very affordable, but Molto is overpriced.';
    const clauses = scoreSentence(text, [
      { start: 0, end: 6 },
      { start: 31, end: 36 },
    ]).map((score) => score && text.slice(score.clause.start, score.clause.end));
    expect(clauses).toEqual(['Zentra is very affordable', 'but Molto is overpriced']);
  });
});

describe('any input', () => {
  const words = fc.constantFrom(
    'Zentra',
    'Molto',
    'is',
    'not',
    'great',
    'awful',
    ',',
    'but',
    'than',
    '😀',
    '"',
    '.',
    '',
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.array(words, { maxLength: 60 }).map((list) => list.join(' ')),
  );
  const ends = fc.array(fc.tuple(fc.nat(220), fc.nat(220)), { maxLength: 6 });

  it('gives the same scores again, within range, with clauses inside the text', () => {
    fc.assert(
      fc.property(text, ends, (sentence, pairs) => {
        const targets = pairs.map(([one, other]) => ({ start: Math.min(one, other), end: Math.max(one, other) }));
        const scores = scoreSentence(sentence, targets);
        scoreSentence('Something else, about Another brand, is awful.', [{ start: 22, end: 29 }]);
        expect(scoreSentence(sentence, targets)).toEqual(scores);
        expect(scores).toHaveLength(targets.length);
        for (const score of scores) {
          if (score === null) continue;
          expect(Number.isInteger(score.thousandths)).toBe(true);
          expect(Math.abs(score.thousandths)).toBeLessThanOrEqual(1000);
          expect(score.clause.start).toBeGreaterThanOrEqual(0);
          expect(score.clause.end).toBeGreaterThan(score.clause.start);
          expect(score.clause.end).toBeLessThanOrEqual(sentence.length);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('takes linear time', () => {
    const toWork = (unit: string, times: number) => {
      const long = unit.repeat(times);
      const targets: Target[] = [];
      for (let start = 0; start < long.length; start += unit.length) targets.push({ start, end: start + 1 });
      return () => void scoreSentence(long, targets);
    };
    for (const unit of ['A ', 'A is not great, ', 'A but ', 'Aaaa-', "A'", 'A (', 'A. ', '1,']) {
      const growth = measureGrowth({ small: toWork(unit, 2000), large: toWork(unit, 8000) }, MAX_GROWTH);
      expect(growth, unit).toBeLessThan(MAX_GROWTH);
    }
  });

  it('ignores targets outside the text', () => {
    expect(scoreSentence('Zentra is great.', [{ start: 90, end: 99 }])).toEqual([null]);
    expect(scoreSentence('', [{ start: 0, end: 0 }])).toEqual([null]);
  });
});

const folder = new URL('../../../../shared/data/sentiment/', import.meta.url);

describe.skipIf(!existsSync(folder))('labeled sentences (skipped without ../shared/data/sentiment)', () => {
  interface Row {
    text: string;
    targets: { from: number; to: number; polarity: 'positive' | 'neutral' | 'negative' }[];
  }
  const signs = { positive: '+', neutral: '0', negative: '-' };

  it.each([
    ['reviews-multi-aspect.jsonl', 0.74],
    ['news-multi-target.jsonl', 0.67],
  ])('%s: accuracy at least %d', (name, floor) => {
    let right = 0;
    let all = 0;
    for (const line of readFileSync(new URL(name, folder), 'utf8').trim().split('\n')) {
      const { text, targets } = JSON.parse(line) as Row;
      const scores = scoreSentence(
        text,
        targets.map(({ from, to }) => ({ start: from, end: to })),
      );
      targets.forEach(({ polarity }, index) => {
        all++;
        if (toSign(scores[index]?.thousandths) === signs[polarity]) right++;
      });
    }
    expect(right / all).toBeGreaterThanOrEqual(floor);
  });
});
