import { describe, expect, it } from 'vitest';
import { answerDemo } from './assistant.ts';
import { DEMO_BRANDS, DEMO_PROMPTS, DEMO_SUGGESTIONS } from './demo-words.ts';
import { createRandom } from './random.ts';

function ask(prompt: string, { seed = 1, count = 1, country_code = 'US' } = {}) {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => answerDemo({ prompt, country_code, date: '2026-03-01', random }));
}
const namesBrand = ({ answer }: { answer: string }) => DEMO_BRANDS.some(({ name }) => answer.includes(name));
const toSentences = (answer: string) =>
  answer
    .replace(/ \(\[[^\]]*\]\([^)]*\)\)/g, '')
    .split(/(?<=[.!?:])\s+|\n+/)
    .map((sentence) => sentence.replace(/[*#|-]|^\d+\./g, '').trim())
    .filter(({ length }) => length > 25);

describe('the demo assistant', () => {
  it('says the same for the same numbers', () => {
    const { text } = DEMO_PROMPTS[0]!;
    expect(ask(text, { seed: 7, count: 5 })).toEqual(ask(text, { seed: 7, count: 5 }));
    expect(ask(text, { seed: 7 })).not.toEqual(ask(text, { seed: 8 }));
  });

  it.each(DEMO_PROMPTS.map(({ text }) => text))('hardly repeats a sentence in 30 answers to: %s', (text) => {
    const sentences = ask(text, { count: 30 }).flatMap(({ answer }) => toSentences(answer));
    expect(sentences.length).toBeGreaterThan(150);
    expect(1 - new Set(sentences).size / sentences.length).toBeLessThan(0.25);
  });

  it('writes lists, tables, headings, prose, steps, and links', () => {
    const answers = DEMO_PROMPTS.flatMap(({ text }) => ask(text, { count: 40 })).map(({ answer }) => answer);
    for (const mark of [
      /^1\. \*\*/m,
      /^- \*\*/m,
      /^\| --- \|/m,
      /^### /m,
      /^## .* vs\. /m,
      /^Pros:$/m,
      /^#### Around \$/m,
    ]) {
      expect(answers.filter((answer) => mark.test(answer)).length).toBeGreaterThan(5);
    }
    expect(answers.filter((answer) => !/^[#|\-\d*]/m.test(answer)).length).toBeGreaterThan(50);
    expect(answers.filter((answer) => /\]\(https:/.test(answer)).length).toBeGreaterThan(200);
    expect(answers.filter((answer) => /[{}]|undefined|null|NaN|\s\.|,,|\.\./.test(answer))).toEqual([]);
  });

  it('names the brands that are asked about', () => {
    for (const { answer } of ask('Is Tallgrass better than Mokkari?', { count: 30 })) {
      expect(answer).toMatch(/Tallgrass|Tall Grass|^I’m sorry/);
      expect(answer).toMatch(/Mokkari|^I’m sorry/);
    }
  });

  it.each([...DEMO_SUGGESTIONS.map(({ text }) => text), 'welche kaffeemühle?', 'Coffee', 'K&P warranty'])(
    'knows something about: %s',
    (text) => {
      expect(ask(text, { count: 20 }).filter(namesBrand).length).toBeGreaterThan(15);
    },
  );

  it('admits that it does not know other subjects', () => {
    const [reply] = ask('What are the **best** running shoes\nfor [beginners](https://a.com)?');
    expect(reply!.answer).toContain('What are the best running shoes for beginners');
    expect(namesBrand(reply!)).toBe(false);
    expect(reply).toMatchObject({ sources: [], queries: [] });
  });

  it('sometimes names nobody, and rarely refuses', () => {
    const answers = DEMO_PROMPTS.filter(({ text }) => !text.includes('Varrow')).flatMap(({ text }) =>
      ask(text, { count: 300 }),
    );
    const share = (count: number) => count / answers.length;
    const unnamed = share(answers.filter((answer) => !namesBrand(answer)).length);
    expect(unnamed).toBeGreaterThan(0.005);
    expect(unnamed).toBeLessThan(0.06);
    const refused = share(answers.filter(({ answer }) => answer.startsWith('I’m sorry')).length);
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(0.01);
  });

  it('writes prices in the money of the country', () => {
    const write = (country_code: string) =>
      ask(DEMO_PROMPTS[0]!.text, { count: 60, country_code })
        .map(({ answer }) => answer)
        .join();
    expect(write('GB')).toMatch(/£\d+9\b/);
    expect(write('DE')).toMatch(/€\d+9\b/);
    expect(write('DE')).not.toMatch(/[£$]\d/);
  });

  it('counts tokens', () => {
    const [reply] = ask(DEMO_PROMPTS[0]!.text);
    expect(reply!.output_tokens).toBe(Math.ceil(reply!.answer.length / 4));
    expect(reply!.input_tokens).toBeGreaterThan(10);
  });
});
