import { findCitationLabels } from './citation-labels.ts';
import type { DetailedExtraction } from './extract.ts';
import { findSpan } from './lead-ins.ts';
import { findBlock, type ReadableText } from './readable-text.ts';
import { type Sentence, splitBlock } from './sentences.ts';
import { isEnglish, scoreSentence } from './sentiment/score.ts';
import { combineScores, labelPolarity, scoreLabeledItem } from './sentiment/structure.ts';

/** A passage with an opinion about a brand. Offsets in the readable text. */
export interface Remark {
  /** Index of the brand's finding, and of the mention that the passage belongs to. */
  finding: number;
  mention: number;
  start: number;
  end: number;
  thousandths: number;
}

/** How many sentences count for a brand that are about it without naming it. More would only repeat the opinion. */
const MAX_FOLLOWING_SENTENCES = 2;
/** How many characters of an answer are enough to recognize its language. */
const LANGUAGE_SAMPLE_LENGTH = 300;
/** The subject that is put before a sentence which does not name the brand. */
const SUBJECT = 'It – ';
const PRONOUN = /^(?:It|They|This|These|Its|Their)\b/;
const MAX_LABEL_LENGTH = 40;

interface MentionPlace {
  finding: number;
  mention: number;
  start: number;
  end: number;
}

/** The sentiment towards the brand of each finding in thousandths, or null without any; and the passages it comes from. */
export function scoreFindings(extraction: DetailedExtraction): { sentiments: (number | null)[]; remarks: Remark[] } {
  // A short line is not enough to recognize a language, so the start of the answer decides.
  const isScored = extraction.brands.length > 0 && isEnglish(extraction.readable.text.slice(0, LANGUAGE_SAMPLE_LENGTH));
  const remarks = isScored ? findRemarks(extraction) : [];
  const scores: number[][] = extraction.brands.map(() => []);
  for (const { finding, thousandths } of remarks) scores[finding]!.push(thousandths);
  return { sentiments: scores.map(combineScores), remarks };
}

function findRemarks({ readable, brands, spans }: DetailedExtraction): Remark[] {
  // What is said beside a citation is not about the page that it was read on.
  const citations = findCitationLabels(readable);
  const places = toPlaces(spans).filter(({ start }) => citations.length === 0 || findSpan(citations, start) === -1);
  const owners = createOwnerFinder(readable, places);
  const polarityOf = createPolarityFinder(readable);
  /** For each brand: how many sentences counted that do not name it. */
  const followed = brands.map(() => 0);
  const remarks: Remark[] = [];
  let next = 0;
  readable.blocks.forEach(({ end }, block) => {
    const namesNoBrand = next >= places.length || places[next]!.start >= end;
    // Most blocks name no brand and are under none: they need not be split into sentences.
    if (namesNoBrand && !owners.find(block)) return;
    let before: MentionPlace | null = null;
    for (const sentence of splitBlock(readable, block)) {
      const named: MentionPlace[] = [];
      while (next < places.length && places[next]!.start < sentence.end) named.push(places[next++]!);
      if (named.length > 0) {
        // One score for each brand and sentence, even if the sentence names the brand several times.
        const once = named.length === 1 ? named : named.filter((place, at) => isFirstOf(named, { place, at }));
        for (const remark of scoreNamed(readable, { sentence, named: once, polarity: polarityOf(sentence) })) {
          if (!brands[remark.finding]!.mentions[remark.mention]!.unknown) remarks.push(remark);
        }
        before = isOneBrand(named) ? named.at(-1)! : null;
        continue;
      }
      // After a sentence about something else, "it" is no longer the brand.
      if (!isPronounLed(readable.text, sentence)) before = null;
      const owner: MentionPlace | null = before ?? owners.find(block);
      if (!owner || followed[owner.finding]! >= MAX_FOLLOWING_SENTENCES || isLabel(readable.text, sentence)) continue;
      followed[owner.finding]! += 1;
      const remark = scoreFollowing(readable, { sentence, owner, polarity: polarityOf(sentence) });
      if (remark) remarks.push(remark);
    }
  });
  return remarks;
}

function toPlaces(spans: readonly number[][]): MentionPlace[] {
  const places: MentionPlace[] = [];
  spans.forEach((offsets, finding) => {
    for (let index = 0; index < offsets.length; index += 2) {
      places.push({ finding, mention: index / 2, start: offsets[index]!, end: offsets[index + 1]! });
    }
  });
  return places.sort((a, b) => a.start - b.start);
}

function isOneBrand(places: readonly MentionPlace[]): boolean {
  return places.every(({ finding }) => finding === places[0]!.finding);
}

function isFirstOf(places: readonly MentionPlace[], { place, at }: { place: MentionPlace; at: number }): boolean {
  return places.findIndex(({ finding }) => finding === place.finding) === at;
}

function isPronounLed(text: string, { start }: Sentence): boolean {
  return PRONOUN.test(text.slice(start, start + 6));
}

/** Whether a sentence is only a label such as "Pros:". */
function isLabel(text: string, { start, end }: Sentence): boolean {
  return end - start <= MAX_LABEL_LENGTH && labelPolarity(text.slice(start, end)) !== 0;
}

interface Named {
  sentence: Sentence;
  named: readonly MentionPlace[];
  polarity: 1 | -1 | 0;
}

function scoreNamed({ text }: ReadableText, { sentence, named, polarity }: Named): Remark[] {
  const offset = sentence.start;
  const targets = named.map(({ start, end }) => ({ start: start - offset, end: Math.min(end, sentence.end) - offset }));
  const scores = scoreSentence(text.slice(offset, sentence.end), targets);
  return scores.flatMap((score, index) => {
    const { finding, mention } = named[index]!;
    const isLabeled = polarity !== 0 && isOneBrand(named);
    if (!score && !isLabeled) return [];
    const clause = score?.clause ?? { start: 0, end: sentence.end - offset };
    const thousandths = isLabeled ? scoreLabeledItem(polarity, score?.thousandths ?? null) : score!.thousandths;
    return [{ finding, mention, start: offset + clause.start, end: offset + clause.end, thousandths }];
  });
}

function scoreFollowing(
  { text }: ReadableText,
  { sentence: { start, end }, owner, polarity }: { sentence: Sentence; owner: MentionPlace; polarity: 1 | -1 | 0 },
): Remark | null {
  const [score] = scoreSentence(SUBJECT + text.slice(start, end), [{ start: 0, end: 2 }]);
  if (!score && polarity === 0) return null;
  const thousandths = polarity === 0 ? score!.thousandths : scoreLabeledItem(polarity, score?.thousandths ?? null);
  return { finding: owner.finding, mention: owner.mention, start, end, thousandths };
}

/** Finds out whether a sentence starts with, or is under, a label such as "Pros:". */
function createPolarityFinder({ text, blocks }: ReadableText) {
  const known = new Map<number, 1 | -1 | 0>();

  /** The polarity of the text under a block. */
  function ofBlock(block: number, steps = 0): 1 | -1 | 0 {
    const cached = known.get(block);
    if (cached !== undefined) return cached;
    const { start, end, item, heading } = blocks[block]!;
    const own = end - start <= 2 * MAX_LABEL_LENGTH ? labelPolarity(text.slice(start, end)) : 0;
    const above = item ?? heading;
    const polarity = own !== 0 || above === null || steps > 3 ? own : ofBlock(above, steps + 1);
    known.set(block, polarity);
    return polarity;
  }

  return ({ start, end, block }: Sentence): 1 | -1 | 0 => {
    const beginning = text.slice(start, Math.min(end - 1, start + MAX_LABEL_LENGTH));
    const colon = beginning.indexOf(':');
    if (colon !== -1) {
      const own = labelPolarity(beginning.slice(0, colon));
      if (own !== 0) return own;
    }
    const { item, heading } = blocks[block]!;
    const above = item ?? heading;
    return above === null ? 0 : ofBlock(above);
  };
}

/** Finds the brand of a block that names none: the brand of the list item or heading above it. */
function createOwnerFinder(readable: ReadableText, places: readonly MentionPlace[]) {
  const { blocks } = readable;
  const leads = new Map<number, MentionPlace | null>();
  for (const place of places) {
    const block = findBlock(readable, place.start);
    if (place.start >= blocks[block]!.leadEnd) continue;
    const known = leads.get(block);
    leads.set(block, known === undefined || known?.finding === place.finding ? place : null);
  }

  function find(block: number, steps = 0): MentionPlace | null {
    const lead = leads.get(block);
    if (lead !== undefined) return lead;
    const { item, heading } = blocks[block]!;
    const above = item ?? heading;
    return above === null || steps > 8 ? null : find(above, steps + 1);
  }

  return { find };
}
