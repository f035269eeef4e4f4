import { isInsideAddress } from './addresses.ts';
import { type BrandPattern, type TrackedBrand, toBrandPatterns, toCasedLetters, toInitials } from './brand-patterns.ts';
import { type BrandRegex, compileBrandRegex } from './brand-regex.ts';
import { type Candidate, dropOverlaps, isExcluded } from './candidates.ts';
import { createNameEdges } from './name-edges.ts';
import { createNameTrie } from './name-trie.ts';
import { judgeOrdinaryName } from './ordinary-name.ts';
import { findBlock, type ReadableText } from './readable-text.ts';
import { findUnknownSentences, UNKNOWN_TRIGGERS } from './unknown-mentions.ts';

export interface BrandMatcher {
  /** The mentions of all brands in a text, in order and without overlap. */
  match(readable: ReadableText): BrandMatches;
}

export interface BrandMatches {
  candidates: Candidate[];
  /** Sentences that say that nothing is known of what they name: start, end, start, end, … */
  unknown: number[];
}

/** Everything that depends on the brands alone is prepared here, once. */
export function createBrandMatcher(brands: readonly TrackedBrand[]): BrandMatcher {
  const byKey = toBrandPatterns(brands);
  const patternsOfKey = [...byKey.values()];
  const trie = createNameTrie([...byKey.keys()], UNKNOWN_TRIGGERS);
  const regexes: { brand: number; pattern: string; regex: BrandRegex }[] = [];
  brands.forEach((brand, index) => {
    if (brand.regex === null || brand.regex === '') return;
    const regex = compileBrandRegex(brand.regex, { ignoreCase: brand.case === 'insensitive' });
    regexes.push({ brand: index, pattern: brand.regex, regex });
  });

  return {
    match(readable) {
      const { text } = readable;
      const edges = createNameEdges(text);
      const candidates: Candidate[] = [];
      const weak: Candidate[] = [];
      const excluded = new Map<number, number[]>();
      const triggers: number[] = [];
      trie.scan(text, (start, end, key) => {
        if (key < 0) {
          triggers.push(start);
          return;
        }
        const patterns = patternsOfKey[key]!;
        const edge = edges.judge(start, end, patterns[0]!.key);
        if (edge === null) return;
        for (const pattern of patterns) {
          if (pattern.rule === 'exclude') {
            addSpan(excluded, pattern.brand, start, end);
            continue;
          }
          const reason = judgeCase(readable, pattern, start, end);
          if (reason === null || isInsideAddress(text, start, end)) continue;
          const rule = pattern.rule + (reason === '' || reason === 'weak' ? '' : `+${reason}`) + edge;
          const { brand, alias } = pattern;
          const candidate = { start, end, brand, alias, rule, isExact: text.startsWith(alias, start) };
          (reason === 'weak' ? weak : candidates).push(candidate);
        }
      });
      for (const { brand, pattern, regex } of regexes) {
        regex.findAll(text, (start, end) =>
          candidates.push({ start, end, brand, alias: pattern, rule: 'regex', isExact: false }),
        );
      }
      const allowed = excluded.size === 0 ? candidates : candidates.filter((found) => !isExcluded(found, excluded));
      const unknown = findUnknownSentences(text, triggers);
      const sure = dropOverlaps(allowed);
      if (weak.length === 0) return { candidates: sure, unknown };
      // A capital that says nothing by itself counts where the same answer names the brand beyond doubt.
      const named = new Set(sure.map(({ brand }) => brand));
      const supported = weak
        .filter((found) => named.has(found.brand) && !isExcluded(found, excluded))
        .map((found) => ({ ...found, rule: `${found.rule}+elsewhere` }));
      return { candidates: supported.length === 0 ? sure : dropOverlaps([...allowed, ...supported]), unknown };
    },
  };
}

function addSpan(spans: Map<number, number[]>, brand: number, start: number, end: number): void {
  const list = spans.get(brand);
  if (list === undefined) spans.set(brand, [start, end]);
  else list.push(start, end);
}

/** Why the letter case fits: '' where it does not matter, `weak` where it proves nothing, null where it does not fit. */
function judgeCase(readable: ReadableText, pattern: BrandPattern, start: number, end: number): string | null {
  const { text } = readable;
  if (pattern.cased !== null) return toCasedLetters(text.slice(start, end)) === pattern.cased ? '' : null;
  if (pattern.capitals === null) return '';
  if (pattern.unusual !== null && toCasedLetters(text.slice(start, end)) === pattern.unusual) return '';
  const { capitals } = pattern;
  const initials = toInitials(text.slice(start, end));
  for (let i = 0; i < capitals.length; i++) {
    const initial = initials[i];
    if (capitals[i] === true && (initial === undefined || !isCapital(initial))) return null;
  }
  const block = readable.blocks[findBlock(readable, start)]!;
  const isBlockLead =
    block.kind !== 'paragraph' && start - block.start < 8 && isWordless(text.slice(block.start, start));
  const bold = findSpan(readable.strong, start);
  const label = findSpan(readable.labels, start);
  return judgeOrdinaryName({
    text,
    start,
    end,
    words: pattern.words,
    capitals: capitals.filter(Boolean).length,
    isCapitals: !/\p{Ll}/u.test(pattern.alias),
    isLead: isBlockLead || startsSpan(readable.strong, bold, start) || startsSpan(readable.labels, label, start),
    isWhole: end === block.end || endsSpan(readable.strong, bold, end) || endsSpan(readable.labels, label, end),
  });
}

function isCapital(unit: number): boolean {
  const character = String.fromCharCode(unit);
  return character !== character.toLowerCase();
}

function isWordless(text: string): boolean {
  return !/\p{L}/u.test(text);
}

/** Index of the last pair that starts at or before `offset`, or -1. Pairs come in order of their ends. */
function findSpan(spans: readonly number[], offset: number): number {
  let low = 0;
  let high = spans.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle * 2 + 1]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low * 2 < spans.length && spans[low * 2]! <= offset ? low * 2 : -1;
}

function startsSpan(spans: readonly number[], span: number, start: number): boolean {
  return span !== -1 && start - spans[span]! < 8 && start >= spans[span]!;
}

function endsSpan(spans: readonly number[], span: number, end: number): boolean {
  return span !== -1 && spans[span + 1]! - end <= 1 && spans[span + 1]! >= end;
}
