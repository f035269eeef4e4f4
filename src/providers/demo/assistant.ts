import { CLOSINGS, OPENINGS, OTHER_ADVICE, OTHER_SUBJECTS, REFUSALS, TIP_LEADS, TIPS } from './assistant-words.ts';
import { DEMO_BRANDS, type DemoBrand, PAGES, PAGES_WITHOUT_US } from './demo-words.ts';
import { complete, type Draft, type Page } from './draft.ts';
import { draw, pick, pickSome, type Random } from './random.ts';
import { SHAPES } from './shapes.ts';
import { TOPICS, type Topic } from './topics.ts';

export interface DemoQuestion {
  prompt: string;
  country_code: string;
  date: string;
  random: Random;
  /** From 0 at the beginning of the demo's time to 1 at its end, which is today. */
  progress?: number;
}

export interface DemoAnswer {
  answer: string;
  sources: Page[];
  queries: string[];
  input_tokens: number;
  output_tokens: number;
}

const COFFEE =
  /coffee|espresso|grind|burr|\bbeans?\b|brew|barista|descal|cappuccino|latte|caf[eé]|kaffee|mühle|roast|steam milk/i;
/** What a question about a brand is about if it does not say. */
const ANYTHING = TOPICS.at(-2)!;
const MOST_REMEMBERED = 200;
const REFUSAL_CHANCE = 0.003;
/** What search results add to a prompt. */
const CONTEXT_TOKENS = 640;
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'];
MONTHS.push('October', 'November', 'December');
const EURO = new Set(['AT', 'BE', 'DE', 'ES', 'FI', 'FR', 'GR', 'IE', 'IT', 'NL', 'PT']);

/** The answer of an invented assistant that knows an invented market. Pure: the same numbers give the same answer. */
export function answerDemo({ prompt, country_code, date, random, progress = 1 }: DemoQuestion): DemoAnswer {
  const subject = toSubject(prompt);
  const { topic, named } = subject;
  const brands = topic === null ? [] : chooseBrands({ named, progress, random });
  const sources = topic === null ? [] : chooseSources(brands, random);
  const answer = write({ prompt, topic, brands, sources, country_code, date, random });
  return {
    answer,
    sources,
    queries: topic === null ? [] : toQueries(topic, { plain: subject.plain, year: date.slice(0, 4), random }),
    input_tokens: Math.ceil(prompt.length / 4) + (sources.length > 0 ? CONTEXT_TOKENS + sources.length * 90 : 12),
    output_tokens: Math.ceil(answer.length / 4),
  };
}

interface Subject {
  /** Null for a prompt that has nothing to do with coffee. */
  topic: Topic | null;
  /** The brands in the prompt. */
  named: readonly DemoBrand[];
  /** The prompt as one types it into a search field. */
  plain: string;
}

let remembered = new Map<string, Subject>();

/** Prompts are asked again and again, and looking for words takes longer than writing an answer. */
function toSubject(prompt: string): Subject {
  const known = remembered.get(prompt);
  if (known !== undefined) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered = new Map();
  const subject = readPrompt(prompt);
  remembered.set(prompt, subject);
  return subject;
}

function readPrompt(prompt: string): Subject {
  const text = prompt.toLowerCase();
  const named = DEMO_BRANDS.filter(({ name, aliases }) =>
    [name, ...aliases].some((written) => text.includes(written.toLowerCase())),
  );
  const topic = TOPICS.find(({ words }) => words.test(prompt)) ?? ANYTHING;
  const isCoffee = named.length > 0 || COFFEE.test(prompt);
  return {
    topic: isCoffee ? { ...topic, kind: named.length > 1 ? 'comparison' : topic.kind } : null,
    named,
    plain: text
      .replace(/[^\p{L}\p{N}\s&'-]+/gu, '')
      .trim()
      .slice(0, 200),
  };
}

interface Choice {
  named: readonly DemoBrand[];
  progress: number;
  random: Random;
}

/** Whom the answer names, best first, though not always. A brand in the question is always in the answer. */
function chooseBrands({ named, progress, random }: Choice): DemoBrand[] {
  return DEMO_BRANDS.filter((brand) => {
    const [first, last] = brand.chance;
    const isDrawn = random() < first + (last - first) * progress;
    return isDrawn || named.includes(brand);
  })
    .map((brand) => ({ brand, rank: random() - brand.favor * 0.4 - (named.includes(brand) ? 1.5 : 0) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ brand }) => brand);
}

function chooseSources(brands: readonly DemoBrand[], random: Random): Page[] {
  const pages = brands.some(({ is_own }) => is_own) ? PAGES : [...PAGES, ...PAGES_WITHOUT_US];
  const own = pickSome(brands, { random, chance: 0.3 }).map(({ name, domain }) => ({
    url: `https://www.${domain}/products/?utm_source=assistant`,
    title: `${name}: products`,
  }));
  return [...pickSome(pages, { random, chance: 0.5 }), ...own];
}

interface Writing extends Pick<DemoQuestion, 'prompt' | 'country_code' | 'date' | 'random'> {
  topic: Topic | null;
  brands: readonly DemoBrand[];
  sources: readonly Page[];
}

function write({ prompt, topic, brands, sources, country_code, date, random }: Writing): string {
  if (topic === null) {
    const subject = pick(OTHER_SUBJECTS, random).replace('{prompt}', () => toQuote(prompt));
    return `${subject} ${pick(OTHER_ADVICE, random)}`;
  }
  if (random() < REFUSAL_CHANCE) return pick(REFUSALS, random);
  const draft: Draft = {
    topic,
    brands,
    pages: draw(sources, sources.length, random),
    said: new Set(),
    leanings: new Map(),
    scores: new Map(),
    random,
    words: { thing: topic.thing, year: date.slice(0, 4), month: MONTHS[Number(date.slice(5, 7)) - 1]! },
    toPrice: (dollars) => toPrice(dollars, country_code),
  };
  const paragraphs = brands.length === 0 ? writeWithoutBrands(draft) : pick(SHAPES[topic.kind], random)(draft);
  if (topic.kind !== 'problem' && random() < 0.28) paragraphs.push(`${pick(TIPS, random)} ${toAdvice(topic, random)}.`);
  if (random() < 0.32) paragraphs.push(complete(draft, pick(CLOSINGS, random)));
  const cited = draft.pages.filter(() => random() < 0.35).map(({ url, title }) => `[${title}](${url})`);
  if (cited.length > 0)
    paragraphs.push(`${pick(['More on this:', 'See also', 'Based on'], random)} ${cited.join(', ')}.`);
  return paragraphs.join('\n\n');
}

function toAdvice({ tips }: Topic, random: Random): string {
  const tip = pick(tips, random);
  return tip.charAt(0).toLowerCase() + tip.slice(1);
}

/** General advice, as assistants give it when nothing speaks for a brand. */
function writeWithoutBrands(draft: Draft): string[] {
  const { topic, random } = draft;
  const tips = draw(topic.tips, 3, random).map((tip) => `- ${tip}.`);
  const criteria = draw(topic.criteria, 2, random).join(' and ');
  return [
    `${complete(draft, pick(OPENINGS, random))} ${pick(topic.leads, random)}`,
    `Pay attention to ${criteria} first.`,
    `${pick(TIP_LEADS, random)}\n\n${tips.join('\n')}`,
  ];
}

interface Searching {
  plain: string;
  year: string;
  random: Random;
}

function toQueries({ thing, criteria }: Topic, { plain, year, random }: Searching): string[] {
  const others = [
    `${thing} reviews ${year}`,
    `best ${thing} ${year}`,
    `${thing} ${pick(criteria, random)}`,
    `${thing} owner complaints`,
  ];
  return [plain, ...draw(others, 1 + Math.floor(random() * 2), random)].filter((query) => query !== '');
}

function toPrice(dollars: number, country_code: string): string {
  if (country_code === 'GB') return `£${round(dollars * 0.8)}`;
  return EURO.has(country_code) ? `€${round(dollars * 0.95)}` : `$${round(dollars)}`;
}

/** Prices end in 9. */
function round(amount: number): number {
  return Math.round(amount / 10) * 10 - 1;
}

/** A prompt inside of an answer: one short line without marks. */
function toQuote(prompt: string): string {
  const line = prompt.replace(/[\s*_`[\]<>#|“”]+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 117).trim()}…` : line;
}
