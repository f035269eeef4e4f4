import { createNearDuplicates } from './near-duplicates.ts';

/** What is known about a market, to think of questions that its customers ask. */
export interface Market {
  own_brands: string[];
  competitors: string[];
  products: string[];
  industry: string;
  topics: string[];
  country_name: string;
  /** The language of the questions in English; null: whatever people in the country use. */
  language_name: string | null;
}

type Template = (thing: string, market: Market) => string | null;

/** Questions about a kind of product, a service or a topic. */
const ABOUT_THING: readonly Template[] = [
  (thing) => `What are the best ${thing} right now?`,
  (thing, { country_name }) => `Which ${thing} would you recommend in ${country_name}?`,
  (thing) => `What should I look for when choosing ${thing}?`,
  (thing) => `Which brands of ${thing} are the most reliable?`,
  (thing) => `Which ${thing} offer the best value for money?`,
  (thing) => `What are common problems with ${thing}, and which brands avoid them?`,
  (thing) => `Best ${thing} for beginners`,
  (thing) => `Which ${thing} do experts recommend?`,
  (thing) => `Are expensive ${thing} worth it?`,
  (thing) => `Which companies for ${thing} have the best customer service?`,
  (thing) => `Affordable alternatives to premium ${thing}`,
  (thing) => `Which ${thing} last the longest?`,
  (thing) => `What do people regret after buying ${thing}?`,
  (thing) => `Which ${thing} are best for small companies?`,
  (thing) => `Compare the leading ${thing} and their drawbacks`,
];

/** Questions about brands. */
const ABOUT_BRANDS: readonly ((own: string, competitor: string | null) => string | null)[] = [
  (own, competitor) => (competitor === null ? null : `${own} or ${competitor}: which one is better?`),
  (own) => `What are good alternatives to ${own}?`,
  (_own, competitor) => (competitor === null ? null : `What are good alternatives to ${competitor}?`),
  (own) => `Is ${own} any good?`,
  (own) => `What do customers complain about with ${own}?`,
  (own, competitor) => (competitor === null ? null : `Why would somebody choose ${competitor} over ${own}?`),
];

/** Questions from templates, the most useful ones first. They are in English. */
export function* listTemplateQuestions(market: Market): Generator<string> {
  const { products, topics, industry, own_brands, competitors } = market;
  const things = [...topics, ...products, ...(industry === '' ? [] : [industry])].map(toThing);
  const rounds = Math.max(ABOUT_THING.length, ABOUT_BRANDS.length * Math.max(1, competitors.length));
  for (let round = 0; round < rounds; round += 1) {
    for (const thing of things) {
      const text = ABOUT_THING[round]?.(thing, market);
      if (text) yield text;
    }
    const template = ABOUT_BRANDS[round % ABOUT_BRANDS.length]!;
    const competitor = competitors[Math.floor(round / ABOUT_BRANDS.length)] ?? null;
    for (const own of own_brands) {
      const text = template(own, competitor);
      if (text !== null) yield text;
    }
  }
}

/** A name of a topic as it stands inside a sentence; abbreviations and brands keep their capitals. */
function toThing(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) && !/\p{Lu}/u.test(name.slice(1)) ? name[0]!.toLowerCase() + name.slice(1) : name;
}

/** Asks an assistant for questions. */
export function toRequest(market: Market, count: number): string {
  const { own_brands, competitors, products, industry, topics, country_name, language_name } = market;
  const language = language_name === null ? 'Use the language that people there use.' : `Write in ${language_name}.`;
  const facts = [
    industry === '' ? '' : `Industry: ${industry}.`,
    products.length === 0 ? '' : `Products and services: ${products.slice(0, 20).join('; ')}.`,
    topics.length === 0 ? '' : `Topics: ${topics.slice(0, 20).join('; ')}.`,
    own_brands.length === 0 ? '' : `Our brand: ${own_brands.join(', ')}.`,
    competitors.length === 0 ? '' : `Competitors: ${competitors.slice(0, 20).join(', ')}.`,
  ].filter((fact) => fact !== '');
  return [
    `Write ${count} different questions that customers in ${country_name} ask an AI assistant before they buy. ${language}`,
    ...facts,
    'Most questions must name no brand. Answer with the questions only, one per line, without numbers.',
  ].join('\n');
}

const MAX_QUESTION_LENGTH = 300;

/** The questions in an assistant's answer. */
export function parseQuestions(answer: string): string[] {
  return answer
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*(?:[-*•]|\d+[.)])\s*/u, '')
        .replace(/\*\*|__|^["“„«]|["”“»]$/gu, '')
        .trim(),
    )
    .filter((line) => line.length >= 10 && line.length <= MAX_QUESTION_LENGTH && !line.endsWith(':'));
}

/** The first of the questions that are unlike everything known and unlike each other. */
export function chooseNew(
  questions: Iterable<string>,
  { known, count }: { known: readonly string[]; count: number },
): string[] {
  const seen = createNearDuplicates();
  for (const text of known) seen.add(text);
  const chosen: string[] = [];
  for (const question of questions) {
    if (chosen.length >= count) break;
    if (seen.has(question)) continue;
    seen.add(question);
    chosen.push(question);
  }
  return chosen;
}
