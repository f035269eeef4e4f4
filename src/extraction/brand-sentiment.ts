import type { DetailedExtraction } from './extract.ts';
import { findBlock, type ReadableText } from './readable-text.ts';
import { type Sentence, splitBlock } from './sentences.ts';
import { isEnglish, scoreSentence } from './sentiment/score.ts';
import { combineScores, labelPolarity, scoreLabelledItem } from './sentiment/structure.ts';

/** A passage that says something about a brand. Offsets in the readable text. */
export interface Remark {
  /** Index of the finding, and of the mention that the passage belongs to. */
  finding: number;
  mention: number;
  start: number;
  end: number;
  thousandths: number;
}

/** Sentences that name no brand but speak of one, at most so many for each: more would only repeat the judgement. */
const MOST_FOLLOWING = 2;
/** So much of an answer tells its language. */
const TELLING_CHARACTERS = 300;
/** Stands before a sentence that does not name the brand it speaks of. */
const STAND_IN = 'It – ';
const PRONOUN = /^(?:It|They|This|These|Its|Their)\b/;
const LONGEST_LABEL = 40;

interface Place {
  finding: number;
  mention: number;
  start: number;
  end: number;
}

/** The sentiment towards each finding's brand in thousandths, or null where nothing is said; and where it was said. */
export function scoreFindings(extraction: DetailedExtraction): { sentiments: (number | null)[]; remarks: Remark[] } {
  // A line of a word or two says too little of its language; the whole answer says enough.
  const isReadable = extraction.brands.length > 0 && isEnglish(extraction.readable.text.slice(0, TELLING_CHARACTERS));
  const remarks = isReadable ? findRemarks(extraction) : [];
  const scores: number[][] = extraction.brands.map(() => []);
  for (const { finding, thousandths } of remarks) scores[finding]!.push(thousandths);
  return { sentiments: scores.map(combineScores), remarks };
}

function findRemarks({ readable, brands, spans }: DetailedExtraction): Remark[] {
  const places = toPlaces(spans);
  const owners = createOwners(readable, places);
  const polarityOf = createPolarities(readable);
  /** How many sentences were looked at for each brand that do not name it. */
  const followed = brands.map(() => 0);
  const remarks: Remark[] = [];
  let next = 0;
  readable.blocks.forEach(({ end }, block) => {
    const isSilent = next >= places.length || places[next]!.start >= end;
    // Most blocks name no brand and stand under none: they need not even be split.
    if (isSilent && !owners.find(block)) return;
    let before: Place | null = null;
    for (const sentence of splitBlock(readable, block)) {
      const named: Place[] = [];
      while (next < places.length && places[next]!.start < sentence.end) named.push(places[next++]!);
      if (named.length > 0) {
        // One judgement for each brand and sentence, however often the sentence names it.
        const once = named.length === 1 ? named : named.filter((place, at) => isFirstOf(named, { place, at }));
        for (const remark of scoreNamed(readable, { sentence, named: once, polarity: polarityOf(sentence) })) {
          if (!brands[remark.finding]!.mentions[remark.mention]!.unknown) remarks.push(remark);
        }
        before = isAboutOne(named) ? named.at(-1)! : null;
        continue;
      }
      // Once something else has been spoken of, "it" is no longer the brand.
      if (!isPronounLed(readable.text, sentence)) before = null;
      const owner: Place | null = before ?? owners.find(block);
      if (!owner || followed[owner.finding]! >= MOST_FOLLOWING || isLabel(readable.text, sentence)) continue;
      followed[owner.finding]! += 1;
      const remark = scoreFollowing(readable, { sentence, owner, polarity: polarityOf(sentence) });
      if (remark) remarks.push(remark);
    }
  });
  return remarks;
}

function toPlaces(spans: readonly number[][]): Place[] {
  const places: Place[] = [];
  spans.forEach((offsets, finding) => {
    for (let index = 0; index < offsets.length; index += 2) {
      places.push({ finding, mention: index / 2, start: offsets[index]!, end: offsets[index + 1]! });
    }
  });
  return places.sort((a, b) => a.start - b.start);
}

function isAboutOne(places: readonly Place[]): boolean {
  return places.every(({ finding }) => finding === places[0]!.finding);
}

function isFirstOf(places: readonly Place[], { place, at }: { place: Place; at: number }): boolean {
  return places.findIndex(({ finding }) => finding === place.finding) === at;
}

function isPronounLed(text: string, { start }: Sentence): boolean {
  return PRONOUN.test(text.slice(start, start + 6));
}

/** A label alone says nothing yet. */
function isLabel(text: string, { start, end }: Sentence): boolean {
  return end - start <= LONGEST_LABEL && labelPolarity(text.slice(start, end)) !== 0;
}

interface Named {
  sentence: Sentence;
  named: readonly Place[];
  polarity: 1 | -1 | 0;
}

function scoreNamed({ text }: ReadableText, { sentence, named, polarity }: Named): Remark[] {
  const offset = sentence.start;
  const targets = named.map(({ start, end }) => ({ start: start - offset, end: Math.min(end, sentence.end) - offset }));
  const scores = scoreSentence(text.slice(offset, sentence.end), targets);
  return scores.flatMap((score, index) => {
    const { finding, mention } = named[index]!;
    const labelled = polarity !== 0 && isAboutOne(named);
    if (!score && !labelled) return [];
    const clause = score?.clause ?? { start: 0, end: sentence.end - offset };
    const thousandths = labelled ? scoreLabelledItem(polarity, score?.thousandths ?? null) : score!.thousandths;
    return [{ finding, mention, start: offset + clause.start, end: offset + clause.end, thousandths }];
  });
}

function scoreFollowing(
  { text }: ReadableText,
  { sentence: { start, end }, owner, polarity }: { sentence: Sentence; owner: Place; polarity: 1 | -1 | 0 },
): Remark | null {
  const [score] = scoreSentence(STAND_IN + text.slice(start, end), [{ start: 0, end: 2 }]);
  if (!score && polarity === 0) return null;
  const thousandths = polarity === 0 ? score!.thousandths : scoreLabelledItem(polarity, score?.thousandths ?? null);
  return { finding: owner.finding, mention: owner.mention, start, end, thousandths };
}

/** Whether a passage stands under, or begins with, a label such as "Pros:". */
function createPolarities({ text, blocks }: ReadableText) {
  const known = new Map<number, 1 | -1 | 0>();

  /** The polarity of what stands under a block. */
  function ofBlock(block: number, steps = 0): 1 | -1 | 0 {
    const cached = known.get(block);
    if (cached !== undefined) return cached;
    const { start, end, item, heading } = blocks[block]!;
    const own = end - start <= 2 * LONGEST_LABEL ? labelPolarity(text.slice(start, end)) : 0;
    const above = item ?? heading;
    const polarity = own !== 0 || above === null || steps > 3 ? own : ofBlock(above, steps + 1);
    known.set(block, polarity);
    return polarity;
  }

  return ({ start, end, block }: Sentence): 1 | -1 | 0 => {
    const beginning = text.slice(start, Math.min(end - 1, start + LONGEST_LABEL));
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

/** Which brand a block belongs to that names none: the one of the list item or heading that it stands under. */
function createOwners(readable: ReadableText, places: readonly Place[]) {
  const { blocks } = readable;
  const leads = new Map<number, Place | null>();
  for (const place of places) {
    const block = findBlock(readable, place.start);
    if (place.start >= blocks[block]!.leadEnd) continue;
    const known = leads.get(block);
    leads.set(block, known === undefined || known?.finding === place.finding ? place : null);
  }

  function find(block: number, steps = 0): Place | null {
    const lead = leads.get(block);
    if (lead !== undefined) return lead;
    const { item, heading } = blocks[block]!;
    const above = item ?? heading;
    return above === null || steps > 8 ? null : find(above, steps + 1);
  }

  return { find };
}
