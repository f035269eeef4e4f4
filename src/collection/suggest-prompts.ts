import { hasTemplates } from '../domain/template-languages.ts';
import { createNearDuplicates } from './near-duplicates.ts';
import { PROMPT_TEMPLATES } from './prompt-templates.ts';

/** What is known about a market, to think of questions that its customers ask. */
export interface Market {
  own_brands: string[];
  competitors: string[];
  products: string[];
  industry: string;
  topics: string[];
  country_name: string;
  /** The language of the questions, as a code and by its English name; null: whatever people in the country use. */
  language: string | null;
  language_name: string | null;
}

/** Questions from templates, the most useful ones first: in the language of the market, if there are any, or in English. */
export function* listTemplateQuestions(market: Market): Generator<string> {
  const { products, topics, industry, own_brands, competitors, country_name: country, language } = market;
  const templates = PROMPT_TEMPLATES[language !== null && hasTemplates(language) ? language : 'en'];
  const things = [...topics, ...products, ...(industry === '' ? [] : [industry])];
  const rounds = Math.max(templates.things.length, templates.brands.length * Math.max(1, competitors.length));
  for (let round = 0; round < rounds; round += 1) {
    const aboutThing = templates.things[round];
    if (aboutThing !== undefined) for (const thing of things) yield fill(aboutThing, { thing, country });
    const aboutBrand = templates.brands[round % templates.brands.length]!;
    const competitor = competitors[Math.floor(round / templates.brands.length)];
    if (competitor === undefined && aboutBrand.includes('{competitor}')) continue;
    for (const own of own_brands) yield fill(aboutBrand, { own, competitor: competitor ?? '' });
  }
}

function fill(template: string, { thing = '', ...values }: Record<string, string>): string {
  const all: Record<string, string> = {
    ...values,
    thing: template.startsWith('{thing}') ? toBeginning(thing) : toThing(thing),
  };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => all[name]!);
}

function toBeginning(name: string): string {
  // `iPhone` keeps its own way.
  return /^\p{Ll}(?!\p{Lu})/u.test(name) ? name[0]!.toUpperCase() + name.slice(1) : name;
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
