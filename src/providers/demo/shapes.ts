import {
  DIGEST_LEADS,
  LEAD_INS,
  LIST_LEADS,
  OPENINGS,
  RATINGS,
  RECOMMENDATIONS,
  SHORT_ANSWERS,
  TABLE_LEADS,
  TIP_ENDS,
  TIP_LEADS,
  WARNINGS,
} from './assistant-words.ts';
import type { DemoBrand } from './demo-words.ts';
import {
  capitalize,
  cite,
  citeIn,
  complete,
  type Draft,
  explain,
  follow,
  type Mood,
  remark,
  score,
  tell,
  tellMore,
  toMood,
  toName,
  toProduct,
  toProfile,
} from './draft.ts';
import { draw, pick } from './random.ts';
import type { Topic } from './topics.ts';

/** Writes the paragraphs of an answer that names brands. */
export type Shape = (draft: Draft) => string[];

const open = (draft: Draft) => complete(draft, pick(OPENINGS, draft.random));
const bold = ({ name }: DemoBrand) => `**${name}**`;
const tips = ({ topic, random }: Draft, count: number) =>
  draw(topic.tips, count, random).map((tip) => `${tip}${pick(TIP_ENDS, random)}.`);

function lead(draft: Draft): string {
  const start = pick(LEAD_INS, draft.random);
  const sentence = pick(draft.topic.leads, draft.random);
  return citeIn(draft, start === '' ? sentence : start + sentence.charAt(0).toLowerCase() + sentence.slice(1), 0.25);
}

/** A mood that the conclusion takes into account. */
function judge(draft: Draft, brand: DemoBrand): Mood {
  const mood = toMood(draft, brand);
  score(draft, brand, mood);
  return mood;
}

function begin(draft: Draft): string {
  const draw = draft.random();
  if (draw < 0.35) return lead(draft);
  return draw < 0.7 ? `${open(draft)} ${lead(draft)}` : open(draft);
}

/** What the answer comes to, in line with what it said; or nothing. */
function conclude(draft: Draft): string[] {
  const { random, brands, scores } = draft;
  const toScore = (brand: DemoBrand) => scores.get(brand) ?? 0;
  const [best, ...others] = [...brands].sort((a, b) => toScore(b) - toScore(a) || b.favor - a.favor);
  const worst = others.at(-1);
  const parts: string[] = [];
  if (best !== undefined && toScore(best) > 0 && random() < 0.5) {
    parts.push(complete(draft, pick(RECOMMENDATIONS, random), { name: toName(draft, best) }));
  }
  if (worst !== undefined && toScore(worst) < -1 && random() < 0.35) {
    parts.push(complete(draft, pick(WARNINGS, random), { name: worst.name }));
  }
  return parts.length === 0 ? [] : [parts.map(capitalize).join(' ')];
}

function writeNumbered(draft: Draft): string[] {
  const { brands, random } = draft;
  const items = brands.map((brand, index) => {
    const mood = toMood(draft, brand);
    const separator = pick([': it ', ' ', '. It '], random);
    const first = `${index + 1}. ${bold(brand)}${separator}${explain(draft, brand, mood)}${cite(draft, 0.2, brand)}.`;
    return random() < 0.8 ? `${first} ${follow(draft, brand, mood)}` : first;
  });
  return [begin(draft), `${pick(LIST_LEADS, random)}\n\n${items.join('\n')}`, ...conclude(draft)];
}

function writeBullets(draft: Draft): string[] {
  const items = draft.brands.map((brand) => `- ${bold(brand)}: ${tellMore(draft, brand)}`);
  return [begin(draft), items.join('\n'), ...conclude(draft)];
}

function writeProsAndCons(draft: Draft): string[] {
  const sections = draft.brands.slice(0, 4).map((brand) => {
    const { favor } = brand;
    const pros = favor > 0.2 ? 2 : 1;
    const cons = favor < 0 ? 2 : draft.random() < 0.6 ? 1 : 0;
    const toItems = (mood: 'praise' | 'blame', count: number) =>
      Array.from({ length: count }, () => `- ${capitalize(remark(draft, brand, mood))}`).join('\n');
    const parts = [`### ${brand.name}`, tell(draft, brand), `Pros:\n\n${toItems('praise', pros)}`];
    if (cons > 0) parts.push(`Cons:\n\n${toItems('blame', cons)}`);
    return parts.join('\n\n');
  });
  return [begin(draft), ...sections, ...conclude(draft)];
}

const VERDICTS = {
  praise: ['Very good', 'Excellent', 'Strong'],
  neutral: ['Fine', 'Average'],
  blame: ['Weak', 'Poor'],
};

function writeTable(draft: Draft): string[] {
  const { brands, random, topic } = draft;
  if (brands.length < 2) return writeProse(draft);
  const criteria = draw(topic.criteria, 2, random);
  const rows = brands.map((brand) => {
    const verdicts = criteria.map(() => pick(VERDICTS[judge(draft, brand)], random));
    return `| ${brand.name} | ${verdicts.join(' | ')} | ${draft.toPrice(toProduct(draft, brand).price)} |`;
  });
  const head = `| Brand | ${criteria.map(capitalize).join(' | ')} | Price |`;
  const table = [head, `| --- | ${criteria.map(() => '---').join(' | ')} | --- |`, ...rows].join('\n');
  const comments = brands.slice(0, 3).map((brand) => tell(draft, brand));
  return [begin(draft), `${pick(TABLE_LEADS, random)}\n\n${table}`, comments.join(' '), ...conclude(draft)];
}

function writeProse(draft: Draft): string[] {
  const [first, ...others] = draft.brands;
  const half = Math.ceil(others.length / 2);
  const toParagraph = (brands: readonly DemoBrand[]) => brands.map((brand) => tellMore(draft, brand)).join(' ');
  const paragraphs = [`${lead(draft)} ${tellMore(draft, first!)}`, toParagraph(others.slice(0, half))];
  if (others.length > half) paragraphs.push(toParagraph(others.slice(half)));
  return [...paragraphs.filter((paragraph) => paragraph !== ''), ...conclude(draft)];
}

function writeDirect(draft: Draft): string[] {
  const { random } = draft;
  const best = draft.brands.find(({ favor }) => favor > 0.2) ?? draft.brands[0]!;
  const others = draft.brands.filter((brand) => brand !== best);
  const answer = complete(draft, pick(SHORT_ANSWERS, random), { name: best.name });
  const reasons = [tell(draft, best, best.favor > 0 ? 'praise' : toMood(draft, best)), lead(draft)];
  const rest = others.map((brand) => tell(draft, brand)).join(' ');
  return [
    answer,
    reasons.join(' '),
    ...(rest === ''
      ? []
      : [`${pick(['**Alternatives.**', '**Others to consider.**', 'There are alternatives.'], random)} ${rest}`]),
  ];
}

const CATEGORIES = [
  'Best overall',
  'Runner-up',
  'For small kitchens',
  'Best value',
  'Also worth knowing',
  'With reservations',
];

function writeCategories(draft: Draft): string[] {
  const { random, brands } = draft;
  if (brands.length < 2) return writeProse(draft);
  const lines = brands.map((brand, index) => {
    const isDoubtful = brand.favor < 0;
    const label = isDoubtful ? 'With reservations' : (CATEGORIES[index] ?? 'Also worth knowing');
    return `**${label}: ${brand.name}.** ${tellMore(draft, brand)} ${random() < 0.4 ? `Best suited for ${toProfile(brand).audience}.` : ''}`.trim();
  });
  return [begin(draft), ...lines, ...conclude(draft)];
}

function writeHeadToHead(draft: Draft): string[] {
  const { random, topic } = draft;
  const [one, two, ...others] = draft.brands;
  if (one === undefined || two === undefined) return writeProse(draft);
  const rate = (brand: DemoBrand) => pick(RATINGS[judge(draft, brand)], random);
  const sections = draw(topic.criteria, 3, random).map((criterion) => {
    const [a, b] = random() < 0.5 ? [one, two] : [two, one];
    const link = pick(['', 'By comparison, ', 'In contrast, ', 'Meanwhile, '], random);
    return `**${capitalize(criterion)}.** ${a.name} ${rate(a)}${cite(draft, 0.2, a)}. ${capitalize(`${link}${b.name}`)} ${rate(b)}.`;
  });
  const details = [one, two].map((brand) => tellMore(draft, brand)).join(' ');
  const rest = others.length === 0 ? [] : [others.map((brand) => tell(draft, brand)).join(' ')];
  return [`## ${one.name} vs. ${two.name}`, lead(draft), ...sections, details, ...rest, ...conclude(draft)];
}

function writeSteps(draft: Draft): string[] {
  const { random, brands } = draft;
  const steps = tips(draft, 3 + Math.floor(random() * 2)).map((tip, index) => `${index + 1}. ${tip}`);
  const said = brands.slice(0, 3).map((brand) => tellMore(draft, brand));
  return [lead(draft), `${pick(TIP_LEADS, random)}\n\n${steps.join('\n')}`, said.join(' '), ...conclude(draft)];
}

function writeCriteria(draft: Draft): string[] {
  const { random, brands, topic } = draft;
  const criteria = topic.criteria.map((criterion) => `- ${capitalize(criterion)}`).join('\n');
  const [advice] = tips(draft, 1);
  return [
    begin(draft),
    `### What to look for\n\n${criteria}\n\n${advice}`,
    `### What that means for your choice\n\n${brands.map((brand) => tell(draft, brand)).join(' ')}`,
    ...(random() < 0.7 ? conclude(draft) : []),
  ];
}

function writeShort(draft: Draft): string[] {
  return [
    `${lead(draft)} ${draft.brands
      .slice(0, 2)
      .map((brand) => tell(draft, brand))
      .join(' ')}`,
  ];
}

function writeDigest(draft: Draft): string[] {
  const { random, brands } = draft;
  const first = Math.floor(random() * 4);
  const voices = ['One owner writes that', 'A tester notes that', 'A common remark is that', 'Several buyers say that'];
  const items = brands.map((brand, index) => {
    const mood = toMood(draft, brand);
    // Nobody writes a review about a color.
    if (mood === 'neutral') return `- ${tell(draft, brand, mood)}`;
    const voice = voices[(index + first) % voices.length];
    return `- ${voice} ${toName(draft, brand)} ${explain(draft, brand, mood)}${cite(draft, 0.3, brand)}.`;
  });
  return [begin(draft), `${pick(DIGEST_LEADS, random)}\n\n${items.join('\n')}`, ...conclude(draft)];
}

function writeTiers(draft: Draft): string[] {
  if (draft.brands.length < 2) return writeProse(draft);
  const toPrice = (brand: DemoBrand) => toProduct(draft, brand).price;
  const byPrice = [...draft.brands].sort((a, b) => toPrice(a) - toPrice(b));
  const sections = byPrice.map(
    (brand) => `#### Around ${draft.toPrice(toPrice(brand))}: ${brand.name}\n\n${tellMore(draft, brand)}`,
  );
  return [begin(draft), ...sections, ...conclude(draft)];
}

/** More likely the more often it is listed. */
export const SHAPES: Record<Topic['kind'], readonly Shape[]> = {
  buying: [
    ...[writeNumbered, writeNumbered, writeNumbered, writeBullets, writeBullets, writeProse, writeProse],
    ...[writeProsAndCons, writeTable, writeDirect, writeDirect, writeCategories, writeCategories],
    ...[writeCriteria, writeShort, writeDigest, writeTiers],
  ],
  comparison: [
    ...[writeHeadToHead, writeHeadToHead, writeHeadToHead, writeTable, writeTable, writeProse, writeProse],
    ...[writeDirect, writeDirect, writeProsAndCons, writeNumbered, writeBullets, writeShort, writeDigest],
  ],
  problem: [
    ...[writeSteps, writeSteps, writeSteps, writeSteps, writeProse, writeProse, writeDigest],
    ...[writeBullets, writeShort, writeCriteria, writeNumbered],
  ],
};
