import { ALSO, FACT_FRAMES, FRAMES, HOWEVER, REASONS, STILL } from './assistant-words.ts';
import { type BrandProfile, PROFILES, type Product, type Remarks } from './brand-remarks.ts';
import type { DemoBrand } from './demo-words.ts';
import { pick, type Random } from './random.ts';
import type { Topic } from './topics.ts';

export interface Page {
  url: string;
  title: string;
}

/** An answer in the making. */
export interface Draft {
  topic: Topic;
  /** In the order of their rank. */
  brands: readonly DemoBrand[];
  /** Pages that are not cited yet. */
  pages: Page[];
  /** Remarks that were made already. */
  said: Set<string>;
  /** Whether this answer likes a brand more or less than others do. */
  leanings: Map<DemoBrand, number>;
  /** How each brand came off so far. */
  scores: Map<DemoBrand, number>;
  random: Random;
  /** Words for the placeholders of phrases. */
  words: { thing: string; year: string; month: string };
  /** Writes US dollars in the country's money. */
  toPrice(dollars: number): string;
}

export type Mood = keyof Remarks;

/** Remarks that fit every subject. */
const GENERAL: Remarks = {
  praise: [
    'does very well on {criterion}',
    'gets top marks for {criterion}',
    'is one of the strongest when it comes to {criterion}',
    'wins comfortably on {criterion}',
    'scores an impressive {high} out of 100 for {criterion}',
    'is easy to recommend for its {criterion}',
  ],
  neutral: [
    'is about average on {criterion}',
    'sits in the middle of the field for {criterion}',
    'costs around {price}',
    'scores {middle} out of 100 for {criterion}',
    'is usually sold for about {price}',
  ],
  blame: [
    'falls behind on {criterion}',
    'does poorly on {criterion}',
    'disappoints on {criterion}',
    'scores a weak {low} out of 100 for {criterion}',
    'loses points for its poor {criterion}',
  ],
};
/** Remarks that speak of reviews, of time or of money need nothing before them. */
const ATTRIBUTED = /owner|tester|review|test|survey|price|value|money|cost|expensive|year|after/;
const SCORES = { praise: 1, neutral: 0, blame: -1.5 };

export function toProfile(brand: DemoBrand): BrandProfile {
  return PROFILES[brand.name]!;
}

export function toProduct({ topic }: Draft, brand: DemoBrand): Product {
  return toProfile(brand)[topic.product];
}

/** How a brand is spoken of: mostly as it deserves, and much the same throughout one answer. */
export function toMood({ leanings, random }: Draft, brand: DemoBrand): Mood {
  const leaning = leanings.get(brand) ?? random() * 2 - 1;
  leanings.set(brand, leaning);
  const mood = brand.favor + 0.6 * leaning + 0.5 * (random() * 2 - 1);
  return mood > 0.35 ? 'praise' : mood < -0.35 ? 'blame' : 'neutral';
}

/** Remembers how a brand came off, so that the conclusion agrees with the rest. */
export function score({ scores }: Draft, brand: DemoBrand, mood: Mood): void {
  scores.set(brand, (scores.get(brand) ?? 0) + SCORES[mood]);
}

interface Remark {
  text: string;
  /** Speaks of the company, not of one of its products. */
  is_company: boolean;
}

/** A predicate about a brand that this answer has not used. */
function chooseRemark(draft: Draft, brand: DemoBrand, mood: Mood): Remark {
  const { topic, random, said } = draft;
  const profile = toProfile(brand);
  // What goes against a brand's reputation must be something that it is known for.
  const isKnown = (mood === 'praise' && brand.favor < 0) || (mood === 'blame' && brand.favor > 0.4);
  let from: Remarks = topic;
  let phrase = '';
  for (let attempt = 0; attempt < 6; attempt++) {
    const draw = random();
    from =
      draw < (isKnown ? 0 : 0.36)
        ? topic
        : draw < 0.64
          ? profile[topic.product]
          : draw < 0.74
            ? profile.company
            : GENERAL;
    phrase = pick(from[mood], random);
    if (!said.has(phrase)) break;
  }
  said.add(phrase);
  score(draft, brand, mood);
  return { text: complete(draft, phrase, { brand }), is_company: from === profile.company };
}

/** A predicate about a brand. */
export function remark(draft: Draft, brand: DemoBrand, mood: Mood): string {
  return chooseRemark(draft, brand, mood).text;
}

/** A predicate with a reason why it matters, sometimes. */
export function explain(draft: Draft, brand: DemoBrand, mood: Mood): string {
  return addReason(draft, chooseRemark(draft, brand, mood), mood);
}

function addReason(draft: Draft, { text, is_company }: Remark, mood: Mood): string {
  const reasons = REASONS[mood];
  if (is_company || reasons.length === 0 || text.includes(',') || draft.random() > 0.35) return text;
  return complete(draft, text + pick(reasons, draft.random));
}

/** Fills the placeholders of a phrase. */
export function complete(draft: Draft, phrase: string, subject: { brand?: DemoBrand; name?: string } = {}): string {
  if (!phrase.includes('{')) return phrase;
  return phrase.replace(/\{(\w+)\}/g, (_, word: string) =>
    word === 'name' ? (subject.name ?? '') : toWord(draft, word, subject.brand),
  );
}

function toWord(draft: Draft, name: string, brand: DemoBrand | undefined): string {
  const { random, topic, words } = draft;
  switch (name) {
    case 'criterion':
      return toCriterion(draft, brand);
    case 'situation':
      return pick(topic.situations, random);
    case 'price':
      return draft.toPrice(brand === undefined ? 200 : toProduct(draft, brand).price * (0.9 + 0.2 * random()));
    case 'high':
      return String(82 + Math.floor(random() * 14));
    case 'middle':
      return String(62 + Math.floor(random() * 14));
    case 'low':
      return String(31 + Math.floor(random() * 18));
    default:
      return words[name as keyof typeof words] ?? '';
  }
}

/** Something to judge by, not twice for one brand. */
function toCriterion({ topic, random, said }: Draft, brand: DemoBrand | undefined): string {
  let criterion = pick(topic.criteria, random);
  if (brand === undefined) return criterion;
  for (let attempt = 0; attempt < 4 && said.has(brand.name + criterion); attempt++) {
    criterion = pick(topic.criteria, random);
  }
  said.add(brand.name + criterion);
  return criterion;
}

/** A name as a writer would vary it. */
export function toName(draft: Draft, brand: DemoBrand): string {
  const draw = draft.random();
  if (draw < 0.62) return brand.name;
  if (draw < 0.72 && brand.aliases.length > 0) return pick(brand.aliases, draft.random);
  return `the ${brand.name} ${toProduct(draft, brand).name}`;
}

/** One sentence about a brand. */
export function tell(draft: Draft, brand: DemoBrand, mood: Mood = toMood(draft, brand)): string {
  const chosen = chooseRemark(draft, brand, mood);
  const name = chosen.is_company ? brand.name : toName(draft, brand);
  const sentence = `${toFrame(draft, chosen, mood)}${name} ${addReason(draft, chosen, mood)}`;
  return `${capitalize(sentence)}${cite(draft, 0.16, brand)}.`;
}

/** What comes before an opinion or a fact, unless the remark says itself where it comes from. */
function toFrame({ random }: Draft, { text, is_company }: Remark, mood: Mood): string {
  if (is_company || ATTRIBUTED.test(text)) return '';
  return pick(mood === 'neutral' ? FACT_FRAMES : FRAMES, random);
}

/** One or two sentences about a brand; the second one agrees or does not. */
export function tellMore(draft: Draft, brand: DemoBrand): string {
  const { random } = draft;
  const first = toMood(draft, brand);
  const sentence = tell(draft, brand, first);
  return random() < 0.75 ? `${sentence} ${follow(draft, brand, first)}` : sentence;
}

/** A second sentence about a brand that was named just before. */
export function follow(draft: Draft, brand: DemoBrand, first: Mood): string {
  const { random } = draft;
  const second = toMood(draft, brand);
  const isTurn = second !== first && second !== 'neutral';
  const joint = isTurn && second === 'blame' ? HOWEVER : isTurn && first === 'blame' ? STILL : ALSO;
  return `${pick(joint, random)}${explain(draft, brand, second)}${cite(draft, 0.16, brand)}.`;
}

/** A link to a page that was not cited yet, in brackets, or nothing. A brand's own page is cited for that brand only. */
export function cite({ pages, random }: Draft, chance: number, brand?: DemoBrand): string {
  if (pages.length === 0 || random() >= chance) return '';
  const index = pages.findIndex(({ url }) => !url.includes('/products/') || (brand && url.includes(brand.domain)));
  if (index === -1) return '';
  const [page] = pages.splice(index, 1);
  return ` ([${page!.title}](${page!.url}))`;
}

/** A sentence with a link before its period. */
export function citeIn(draft: Draft, sentence: string, chance: number): string {
  const link = cite(draft, chance);
  return link === '' ? sentence : `${sentence.slice(0, -1)}${link}${sentence.slice(-1)}`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
