import { findCitationLabels } from '../citation-labels.ts';
import type { DetailedExtraction } from '../extract.ts';
import { findSpan } from '../lead-ins.ts';
import { type Block, findBlock, type ReadableText } from '../readable-text.ts';
import { splitBlock } from '../sentences.ts';
import { createLabelReader, type Label } from './labels.ts';
import { type CompiledLexicon, isJoining } from './lexicon.ts';

/** A mention of a brand. Offsets in the readable text. */
export interface MentionPlace {
  /** Index of the brand's finding, and of the mention. */
  finding: number;
  mention: number;
  start: number;
  end: number;
}

/** A sentence that is about brands. Offsets in the readable text. */
export interface Passage {
  start: number;
  end: number;
  block: Block;
  /** What a label before or above it says: "Pros:", "Best for …". */
  label: Label | null;
  /** Whether it names the brands; otherwise a sentence before it, or the heading or list item around it, does. */
  namesThem: boolean;
  /** The mentions in it in order; or one for each brand that it is about without naming it. */
  about: MentionPlace[];
}

/** More brands in one sentence are a list that the next sentence hardly speaks of one by one. */
const MAX_CARRIED = 4;
const MAX_STEPS = 8;

/** The sentences of an answer that are about a brand, each with all the brands that it is about. */
export function listPassages({ readable, spans }: DetailedExtraction, lexicon: CompiledLexicon): Passage[] {
  // What is said beside a citation is not about the page that it was read on.
  const citations = findCitationLabels(readable);
  const places = toPlaces(spans).filter(({ start }) => citations.length === 0 || findSpan(citations, start) === -1);
  const labels = createLabelReader(readable, lexicon);
  const findOwner = createOwnerFinder(readable, places, labels.isLabel);
  const passages: Passage[] = [];
  let next = 0;
  readable.blocks.forEach((block, index) => {
    const first = next;
    let last = first;
    while (last < places.length && places[last]!.start < block.end) last++;
    const owner = findOwner(index);
    // Most blocks name no brand and are under none: they need not be split into sentences.
    if (first === last && owner === null) return;
    const only = first < last && isOneBrand(places, first, last) ? places[first]! : null;
    let before: MentionPlace[] = [];
    for (const sentence of splitBlock(readable, index)) {
      const named: MentionPlace[] = [];
      while (next < last && places[next]!.start < sentence.end) named.push(places[next++]!);
      const { start, end } = sentence;
      if (named.length > 0) {
        passages.push({ start, end, block, label: labels.read(sentence), namesThem: true, about: named });
        before = toCarried(readable.text, named, lexicon);
        continue;
      }
      const inherited = owner ?? only;
      const about = before.length > 0 ? before : inherited === null ? [] : [inherited];
      if (about.length > 0 && !labels.isLabel(sentence)) {
        passages.push({ start, end, block, label: labels.read(sentence), namesThem: false, about });
      }
    }
  });
  return passages;
}

/** The subject that is put before a sentence which does not name the brand. */
const SUBJECT = 'It – ';
const SUBJECT_TARGET = { start: 0, end: 2 };

/**
 * A passage as the model reads it: with a subject, if it names none. One target for each brand, even if the sentence names
 * it several times.
 */
export function toSentence(text: string, { start, end, about, namesThem }: Passage) {
  const findings = about.length === 1 ? about : toFirstOfEach(about);
  if (!namesThem) {
    const offset = start - SUBJECT.length;
    return { sentence: SUBJECT + text.slice(start, end), targets: [SUBJECT_TARGET], offset, findings };
  }
  const targets = findings.map((place) => ({ start: place.start - start, end: Math.min(place.end, end) - start }));
  return { sentence: text.slice(start, end), targets, offset: start, findings };
}

/** The first mention of each brand. */
function toFirstOfEach(about: readonly MentionPlace[]): MentionPlace[] {
  const known = new Set<number>();
  return about.filter(({ finding }) => !known.has(finding) && known.add(finding));
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

function isOneBrand(places: readonly MentionPlace[], from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if (places[at]!.finding !== places[from]!.finding) return false;
  return true;
}

/** The brands that the next sentence goes on about: the only one, or those that are named together ("A and B are …"). */
function toCarried(text: string, named: readonly MentionPlace[], lexicon: CompiledLexicon): MentionPlace[] {
  if (isOneBrand(named, 0, named.length)) return [named[0]!];
  if (named.length > MAX_CARRIED) return [];
  const group = findGroup(text, named, 0, lexicon);
  return group.length > 1 ? group : [];
}

const JOINING = /^(?:['’]s)?[\s,&/*()]*(\p{L}+)?[\s,&/*(]*$/u;
const MAX_JOINING = 14;
const MAX_GROUP = 12;

/** The mentions that are named together with the one at `at`: "A, B and C". */
export function findGroup(
  text: string,
  named: readonly MentionPlace[],
  at: number,
  lexicon: CompiledLexicon,
): MentionPlace[] {
  const areJoined = (one: MentionPlace, other: MentionPlace): boolean => {
    if (other.start - one.end > MAX_JOINING) return false;
    const match = JOINING.exec(text.slice(one.end, other.start));
    return match !== null && (match[1] === undefined || isJoining(lexicon, match[1]));
  };
  let first = at;
  let last = at;
  while (first > 0 && at - first < MAX_GROUP && areJoined(named[first - 1]!, named[first]!)) first--;
  while (last < named.length - 1 && last - at < MAX_GROUP && areJoined(named[last]!, named[last + 1]!)) last++;
  return named.slice(first, last + 1);
}

/** Whether mentions that are named together end with "and" or the like: a comma alone may stand between two clauses. */
export function isList(text: string, group: readonly MentionPlace[]): boolean {
  const [one, other] = group.slice(-2);
  return other !== undefined && JOINING.exec(text.slice(one!.end, other.start))?.[1] !== undefined;
}

/** Finds the brand of a block: the one it begins with, or that of the list item, row, column or heading above it. */
function createOwnerFinder(
  readable: ReadableText,
  places: readonly MentionPlace[],
  isLabel: (span: { start: number; end: number }) => boolean,
) {
  const { blocks } = readable;
  const leads = new Map<number, MentionPlace | null>();
  for (const place of places) {
    const block = findBlock(readable, place.start);
    if (place.start >= blocks[block]!.leadEnd) continue;
    const known = leads.get(block);
    leads.set(block, known === undefined || known?.finding === place.finding ? place : null);
  }
  // "Cons" on a line of its own is about the brand of the line above it, even if both are written alike.
  let above: { depth: number; lead: MentionPlace | null } | null = null;
  for (const [index, block] of blocks.entries()) {
    if (block.kind !== 'heading') continue;
    const lead = leads.get(index);
    if (lead !== undefined) above = { depth: block.depth, lead };
    else if (above !== null && above.depth === block.depth && isLabel(block)) leads.set(index, above.lead);
    else if (above !== null && above.depth >= block.depth) above = null;
  }

  return function find(block: number, steps = 0): MentionPlace | null {
    const lead = leads.get(block);
    if (lead !== undefined) return lead;
    const { item, heading, kind } = blocks[block]!;
    if (steps > MAX_STEPS) return null;
    if (item !== null) {
      const owner = find(item, steps + 1);
      if (owner !== null || kind !== 'table_cell') return owner;
    }
    return heading === null ? null : find(heading, steps + 1);
  };
}
