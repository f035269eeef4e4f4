import type { GivenSource } from '../domain/chat.ts';
import type { Amendments } from '../domain/correction.ts';
import { amendCandidates } from './amend-mentions.ts';
import { type AnswerStatus, toAnswerStatus } from './answer-status.ts';
import type { TrackedBrand } from './brand-patterns.ts';
import type { Candidate } from './candidates.ts';
import { createFurnitureFinder, DEFAULT_FURNITURE, type FurniturePattern } from './furniture.ts';
import type { ListEntry } from './lists.ts';
import { createBrandMatcher } from './match-brands.ts';
import { findRank, findRankings } from './rankings.ts';
import { readAnswer } from './read-answer.ts';
import type { ReadAnswer } from './read-markdown.ts';
import { type ReadableText, toRawEnd, toRawStart } from './readable-text.ts';
import { createSourceCollector, type Source } from './sources.ts';
import { isInside } from './unknown-mentions.ts';

export { BrandRegexError, compileBrandRegex } from './brand-regex.ts';
export type { FurniturePattern, Source, TrackedBrand };
export { DEFAULT_FURNITURE };

/** Increases with every change that can give different facts for the same answer and brands. */
export const EXTRACTION_VERSION = 9;

export interface Answer {
  text: string;
  channel: string | null;
  sources: readonly GivenSource[];
  /** Its language as ISO 639-1 has it; null or left out if nobody knows. Names are then looked for as in English. */
  language?: string | null;
  /** What people corrected in it. */
  amendments?: Amendments | undefined;
  /** Its text as these settings read it, where somebody has read it already. */
  read?: ReadAnswer | undefined;
}

export interface Mention {
  /** Offsets in the answer as stored, in UTF-16 code units. */
  start: number;
  end: number;
  /** `answer.slice(start, end)` */
  text: string;
  /** The name, alias or regular expression that matched, as the brand has it. */
  alias: string;
  /** Which rule found it and, for an ordinary word, the evidence that the brand is meant: see docs/matching.md. */
  rule: string;
  /** If it names an entry of a ranking, the place of that entry. Otherwise null. */
  list_rank: number | null;
  /** The sentence only says that the model knows nothing about it. */
  unknown: boolean;
}

export interface BrandFinding {
  brand: number;
  /** Order of first occurrence among the tracked brands, from 1. */
  position: number;
  count: number;
  /** All its mentions are `unknown`. */
  unknown: boolean;
  mentions: Mention[];
}

export interface Extraction {
  status: AnswerStatus;
  /** In order of position. Empty if the status is `empty` or `error`. */
  brands: BrandFinding[];
  sources: Source[];
}

/** An extraction with the text it was made from, for sentiment and evidence. */
export interface DetailedExtraction extends Extraction {
  readable: ReadableText;
  /** For each of `brands`, its mentions as offsets in `readable.text`: start, end, start, end, … */
  spans: number[][];
}

export interface Extractor {
  extract(answer: Answer): Extraction;
  /** Like `extract`, with the readable text and the offsets of the mentions in it. */
  extractDetailed(answer: Answer): DetailedExtraction;
}

/** Prepares the brands once; the extractor is pure. Throws `BrandRegexError` for a regular expression that is not valid. */
export function createExtractor(
  brands: readonly TrackedBrand[],
  furniture: readonly FurniturePattern[] = DEFAULT_FURNITURE,
): Extractor {
  const matcher = createBrandMatcher(brands);
  const collector = createSourceCollector();
  const finder = createFurnitureFinder(furniture);
  const indexes = new Map(brands.map(({ brand }, index) => [brand, index]));
  const toIndex = (brand: number) => indexes.get(brand);

  function extractDetailed(answer: Answer): DetailedExtraction {
    const { text, channel, sources, language = null, amendments } = answer;
    const read = answer.read ?? readAnswer(text, finder.find(text, channel));
    const { readable } = read;
    const status = toAnswerStatus(text, readable.text);
    if (status === 'empty' || status === 'error') {
      return {
        status,
        brands: [],
        spans: [],
        sources: collector.collect('', { readable, links: [] }, sources),
        readable,
      };
    }
    const { candidates: found, unknown } = matcher.match(readable, language);
    const candidates = amendments ? amendCandidates(found, { readable, amendments, toIndex }) : found;
    const rankings = candidates.length === 0 ? [] : findRankings(readable, candidates);
    const findings = new Map<number, BrandFinding>();
    const spans: number[][] = [];
    for (const candidate of candidates) {
      let finding = findings.get(candidate.brand);
      if (finding === undefined) {
        const brand = brands[candidate.brand]!.brand;
        finding = { brand, position: findings.size + 1, count: 0, unknown: true, mentions: [] };
        findings.set(candidate.brand, finding);
        spans.push([]);
      }
      const mention = toMention(text, { readable, rankings, unknown }, candidate);
      finding.mentions.push(mention);
      finding.count++;
      finding.unknown &&= mention.unknown;
      spans[finding.position - 1]!.push(candidate.start, candidate.end);
    }
    return { status, brands: [...findings.values()], spans, sources: collector.collect(text, read, sources), readable };
  }

  return {
    extractDetailed,
    extract(answer) {
      const { status, brands: findings, sources } = extractDetailed(answer);
      return { status, brands: findings, sources };
    },
  };
}

interface Context {
  readable: ReadableText;
  rankings: readonly Readonly<ListEntry>[];
  unknown: readonly number[];
}

function toMention(answer: string, { readable, rankings, unknown }: Context, candidate: Candidate): Mention {
  const start = toRawStart(readable, candidate.start);
  const end = toRawEnd(readable, candidate.end);
  return {
    start,
    end,
    text: answer.slice(start, end),
    alias: candidate.alias,
    rule: candidate.rule,
    list_rank: findRank(readable, rankings, candidate.start),
    unknown: isInside(unknown, candidate.start),
  };
}
