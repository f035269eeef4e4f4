import type { DetailedExtraction } from './extract.ts';
import { type Block, findBlock, type ReadableText } from './readable-text.ts';
import { type Sentence, splitSentences } from './sentences.ts';
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
const MOST_FOLLOWING = 4;
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
  const isReadable = extraction.brands.length > 0 && isEnglish(extraction.readable.text);
  const remarks = isReadable ? findRemarks(extraction) : [];
  const scores: number[][] = extraction.brands.map(() => []);
  for (const { finding, thousandths } of remarks) scores[finding]!.push(thousandths);
  return { sentiments: scores.map(combineScores), remarks };
}

function findRemarks({ readable, brands, spans }: DetailedExtraction): Remark[] {
  const places = toPlaces(spans);
  const owners = createOwners(readable, places);
  const following = brands.map(() => 0);
  const remarks: Remark[] = [];
  let next = 0;
  let before: Place | null = null;
  let beforeBlock = -1;
  for (const sentence of splitSentences(readable)) {
    const named: Place[] = [];
    while (next < places.length && places[next]!.start < sentence.end) named.push(places[next++]!);
    const polarity = findPolarity(readable, sentence);
    if (named.length > 0) {
      for (const remark of scoreNamed(readable, { sentence, named, polarity })) {
        if (!brands[remark.finding]!.mentions[remark.mention]!.unknown) remarks.push(remark);
      }
      before = isAboutOne(named) ? named.at(-1)! : null;
      beforeBlock = sentence.block;
      continue;
    }
    // Once something else has been spoken of, "it" is no longer the brand.
    if (beforeBlock !== sentence.block || !isPronounLed(readable.text, sentence)) before = null;
    if (isLabel(readable.text, sentence)) continue;
    const owner = before ?? owners.find(sentence.block);
    if (!owner || following[owner.finding]! >= MOST_FOLLOWING) continue;
    const remark = scoreFollowing(readable, { sentence, owner, polarity });
    if (!remark) continue;
    following[owner.finding]! += 1;
    remarks.push(remark);
  }
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
function findPolarity({ text, blocks }: ReadableText, { start, end, block }: Sentence): 1 | -1 | 0 {
  const colon = text.indexOf(':', start);
  if (colon !== -1 && colon < end - 1 && colon - start <= LONGEST_LABEL) {
    const own = labelPolarity(text.slice(start, colon));
    if (own !== 0) return own;
  }
  for (let at: number | null = block, steps = 0; at !== null && steps < 4; steps += 1) {
    const { item, heading }: Block = blocks[at]!;
    const above: number | null = item ?? heading;
    if (above === null) return 0;
    const { start: from, end: to } = blocks[above]!;
    if (to - from <= 2 * LONGEST_LABEL) {
      const polarity = labelPolarity(text.slice(from, to));
      if (polarity !== 0) return polarity;
    }
    at = above;
  }
  return 0;
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
