import type { DetailedExtraction } from './extract.ts';
import { isEnglish } from './is-english.ts';
import { findScoredLanguage, type ScoredLanguage } from './sentiment/languages.ts';
import { findGroup, isList, listPassages, type MentionPlace, type Passage, toSentence } from './sentiment/passages.ts';
import { addFinding, addPassage, createPortrait, type Portrait } from './sentiment/portrait.ts';
import { judgeTargets, type Opinion, readSentence } from './sentiment/score.ts';
import { judgePortrait } from './sentiment/verdict.ts';

/** A passage with an opinion about a brand. Offsets in the readable text. */
export interface Remark {
  /** Index of the brand's finding, and of the mention that the passage belongs to. */
  finding: number;
  mention: number;
  start: number;
  end: number;
  thousandths: number;
}

/**
 * How many sentences that do not name a brand are judged for it, and in how many words of opinion count.
 *
 * @public scripts/train-verdict.mjs imports it from the build.
 */
export const MAX_JUDGED_AFTER = 4;
const MAX_READ_AFTER = 12;

/** The sentiment towards the brand of each finding in thousandths, or null without any; and the passages it comes from. */
export function scoreFindings(
  extraction: DetailedExtraction,
  code: string | null,
): { sentiments: (number | null)[]; remarks: Remark[] } {
  const { brands, readable } = extraction;
  if (brands.length === 0) return { sentiments: [], remarks: [] };
  // Where it does not show what language a few words are, they may still be English.
  const language = findScoredLanguage(code ?? (isEnglish(readable.text) ? 'en' : ''));
  if (language === null) return { sentiments: brands.map(() => null), remarks: [] };
  const { portraits, opinions } = readPortraits(extraction, language);
  const sentiments = portraits.map((portrait) => judgePortrait(portrait));
  return { sentiments, remarks: chooseRemarks(opinions, sentiments) };
}

/** A sentence's opinion of a brand, with its place. */
interface PlacedOpinion extends Omit<Remark, 'thousandths'> {
  good: number;
  bad: number;
  label: Passage['label'];
}

/**
 * What an answer says about each of its brands.
 *
 * @public scripts/train-verdict.mjs imports it from the build.
 */
export function readPortraits(
  extraction: DetailedExtraction,
  language: ScoredLanguage,
): { portraits: Portrait[]; opinions: PlacedOpinion[] } {
  const { brands, readable } = extraction;
  const portraits = brands.map(createPortrait);
  const opinions: PlacedOpinion[] = [];
  /** For each brand: how many sentences followed that do not name it. */
  const followed = brands.map(() => 0);
  const isWithin = ({ namesThem, about }: Passage, limit: number) =>
    namesThem || about.some(({ finding }) => followed[finding]! <= limit);
  for (const passage of listPassages(extraction, language.lexicon)) {
    const { namesThem, label } = passage;
    const { sentence, targets, offset, findings } = toSentence(readable.text, passage);
    if (!namesThem) for (const { finding } of findings) followed[finding]!++;
    if (!isWithin(passage, MAX_READ_AFTER)) continue;
    const tokens = readSentence(language, sentence, targets);
    const judged = isWithin(passage, MAX_JUDGED_AFTER) ? judgeTargets(language, tokens, targets) : [];
    const found = namesThem ? shareOpinions(readable.text, findings, judged, language) : judged;
    addPassage({ portraits, lexicon: language.lexicon, text: readable.text, offset, passage, tokens });
    for (let at = 0; at < findings.length; at++) {
      const { finding, mention } = findings[at]!;
      const opinion = found[namesThem ? at : 0];
      if (!opinion || brands[finding]!.mentions[mention]!.unknown) continue;
      const { good, bad, clause } = opinion;
      portraits[finding]!.opinions.push({ good, bad, isNamed: namesThem });
      const start = namesThem ? offset + clause.start : passage.start;
      const end = namesThem ? offset + clause.end : passage.end;
      opinions.push({ finding, mention, start, end, good, bad, label });
    }
  }
  brands.forEach((finding, at) => {
    addFinding(portraits[at]!, finding);
  });
  return { portraits, opinions };
}

/** More than one brand of a list is not praised and criticized at once: then the words are about one of them each. */
const CLEAR = 0.4;

/** What a sentence says of a list of brands ("Avoid A and B.") holds for each of them: the most that was found. */
function shareOpinions(
  text: string,
  findings: readonly MentionPlace[],
  judged: readonly (Opinion | null)[],
  { lexicon }: ScoredLanguage,
): readonly (Opinion | null)[] {
  if (judged.length < 2) return judged;
  return judged.map((opinion, at) => {
    const group = findGroup(text, findings, at, lexicon);
    if (opinion === null || !isList(text, group)) return opinion;
    const first = at - group.indexOf(findings[at]!);
    let [good, bad] = [0, 0];
    for (const other of judged.slice(first, first + group.length)) {
      good = Math.max(good, other?.good ?? 0);
      bad = Math.max(bad, other?.bad ?? 0);
    }
    const total = Math.max(1, good + bad);
    return Math.min(good, bad) > CLEAR ? opinion : { ...opinion, good: good / total, bad: bad / total };
  });
}

/** The least that a passage under "Pros" or "Cons" shows. */
const LABELED = 300;

/** How a passage is shown: as it was judged, but never against the label that it stands under. */
function toThousandths({ good, bad, label }: PlacedOpinion): number {
  const own = Math.round(1000 * (good - bad));
  if (label === 'advantages') return Math.max(LABELED, own);
  return label === 'drawbacks' ? Math.min(-LABELED, own) : own;
}

/** The passages to show for the scores: those with an opinion, and at least one that points where the score does. */
function chooseRemarks(opinions: readonly PlacedOpinion[], sentiments: readonly (number | null)[]): Remark[] {
  const values = opinions.map(toThousandths);
  /** For each brand, the opinion that points most where its score does. */
  const most: (number | undefined)[] = sentiments.map(() => undefined);
  const toward = (at: number) => (sentiments[opinions[at]!.finding]! < 0 ? -values[at]! : values[at]!);
  for (const [at, { finding }] of opinions.entries()) {
    const known = most[finding];
    if (known === undefined || toward(at) > toward(known)) most[finding] = at;
  }
  const remarks: Remark[] = [];
  for (const [at, { finding, mention, start, end, good, bad, label }] of opinions.entries()) {
    const sentiment = sentiments[finding]!;
    if (sentiment === null) continue;
    const isMost = at === most[finding];
    const hasOpinion = Math.max(good, bad) > 1 - good - bad || label === 'advantages' || label === 'drawbacks';
    if (!isMost && !hasOpinion) continue;
    // What speaks for the score beside its words, such as a heading, is in the score.
    const thousandths = isMost && toward(at) <= 0 ? sentiment : values[at]!;
    remarks.push({ finding, mention, start, end, thousandths });
  }
  return remarks;
}
