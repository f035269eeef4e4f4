import { isInsideAddress } from './addresses.ts';
import { type BrandPattern, type TrackedBrand, toBrandPatterns, toCasedLetters, toInitials } from './brand-patterns.ts';
import { type BrandRegex, compileBrandRegex } from './brand-regex.ts';
import { type Candidate, dropOverlaps, isExcluded } from './candidates.ts';
import { foldText, isUpperCase, isWordUnit } from './character-folding.ts';
import { judgeForeignWord } from './foreign-words.ts';
import { findInflection } from './inflection.ts';
import { createNameEdges } from './name-edges.ts';
import { createNameTrie } from './name-trie.ts';
import { judgeOrdinaryName } from './ordinary-name.ts';
import { isOrdinaryWord } from './ordinary-words.ts';
import type { ReadableText } from './readable-text.ts';
import { type OnOccurrence, scanNames } from './scan-names.ts';
import { findUnknownSentences, UNKNOWN_TRIGGERS } from './unknown-mentions.ts';

export interface BrandMatcher {
  /** The mentions of all brands in a text of this language, in order and without overlap. */
  match(readable: ReadableText, language: string | null): BrandMatches;
}

export interface BrandMatches {
  candidates: Candidate[];
  /** Sentences which say that the model knows nothing about what they name: start, end, start, end, … */
  unknown: number[];
}

/** Prepares everything that depends on the brands alone. */
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
    match(readable, language) {
      const { text } = readable;
      const isEnglish = language === null || language === 'en';
      const edges = createNameEdges(text);
      const candidates: Candidate[] = [];
      const weak: Candidate[] = [];
      const doubtful: Candidate[] = [];
      const excluded = new Map<number, number[]>();
      const triggers: number[] = [];
      const onOccurrence: OnOccurrence = (start, end, key, keyEnd) => {
        if (key < 0) {
          triggers.push(start);
          return;
        }
        const patterns = patternsOfKey[key]!;
        const edge = edges.judge(start, end, patterns[0]!.key);
        const isProduct = edge === null && startsCamelCase(text, start, end);
        if (edge === null && !isProduct) return;
        for (const pattern of patterns) {
          if (isProduct && (pattern.rule === 'exclude' || pattern.capitals !== null || pattern.cased !== null))
            continue;
          if (pattern.rule === 'exclude') {
            addSpan(excluded, pattern.brand, start, end);
            continue;
          }
          if (pattern.language !== null && pattern.language !== language) continue;
          const isInflected = end > keyEnd || pattern.language !== null;
          if (end > keyEnd && isEnglish && !mayBePlural(pattern, text.slice(start, end))) continue;
          const reason = judgeCase(readable, pattern, { start, end: keyEnd, isEnglish });
          if (reason === null || isInsideAddress(text, start, end)) continue;
          const doubt = isEnglish ? null : judgeForeignWord(text, { start, end }, language);
          if (doubt === 'ordinary') continue;
          const why = isInflected ? 'inflected' : reason;
          const rule = pattern.rule + (why === '' || why === 'weak' ? '' : `+${why}`) + (edge ?? '+product');
          const { brand, alias } = pattern;
          const candidate = { start, end, brand, alias, rule, isExact: text.startsWith(alias, start) };
          if (doubt === 'doubtful') doubtful.push(candidate);
          else (reason === 'weak' ? weak : candidates).push(candidate);
        }
      };
      scanNames(trie, text, { onOccurrence, inflection: findInflection(language) });
      for (const { brand, pattern, regex } of regexes) {
        regex.findAll(text, (start, end) =>
          candidates.push({ start, end, brand, alias: pattern, rule: 'regex', isExact: false }),
        );
      }
      if (doubtful.length > 0) {
        const named = new Set(candidates.map(({ brand }) => brand));
        candidates.push(...doubtful.filter(({ brand }) => !named.has(brand)));
      }
      const allowed = excluded.size === 0 ? candidates : candidates.filter((found) => !isExcluded(found, excluded));
      const unknown = findUnknownSentences(text, triggers);
      const certain = dropOverlaps(allowed);
      if (weak.length === 0) return { candidates: certain, unknown };
      // Weak evidence is enough if the same answer names the brand beyond doubt elsewhere.
      // The first word of a sentence before a verb is not beyond doubt: "Eureka moments are rare".
      const certainBrands = new Set(certain.flatMap(({ brand, rule }) => (rule.endsWith('+verb') ? [] : [brand])));
      const supported = weak
        .filter((found) => certainBrands.has(found.brand) && !isExcluded(found, excluded))
        .map((found) => ({ ...found, rule: `${found.rule}+elsewhere` }));
      return { candidates: supported.length === 0 ? certain : dropOverlaps([...allowed, ...supported]), unknown };
    },
  };
}

function addSpan(spans: Map<number, number[]>, brand: number, start: number, end: number): void {
  const list = spans.get(brand);
  if (list === undefined) spans.set(brand, [start, end]);
  else list.push(start, end);
}

const MIN_CAMEL_CASE = 4;

/** Whether a name is the first part of a product's name: `EufyCam`. */
function startsCamelCase(text: string, start: number, end: number): boolean {
  if (end - start < MIN_CAMEL_CASE || isWordUnit(text.charCodeAt(start - 1))) return false;
  return isLowerCaseLetter(text.charCodeAt(end - 1)) && /^\p{Lu}\p{Ll}{2}/u.test(text.slice(end, end + 3));
}

/** Why the letter case fits: '' if it does not matter, `weak` if it proves nothing, null if it does not fit. */
function judgeCase(
  readable: ReadableText,
  pattern: BrandPattern,
  { start, end, isEnglish }: { start: number; end: number; isEnglish: boolean },
): string | null {
  const { text } = readable;
  if (pattern.cased !== null) return toCasedLetters(text.slice(start, end)) === pattern.cased ? '' : null;
  if (!isEnglish) return judgeForeignCase(text.slice(start, end), pattern);
  const { capitals } = pattern;
  if (capitals === null) return '';
  if (pattern.unusual !== null && toCasedLetters(text.slice(start, end)) === pattern.unusual) return '';
  const hasCapitals =
    capitals.length === 1 ? isUpperCase(text.charCodeAt(start)) : hasNeededCapitals(capitals, text.slice(start, end));
  return hasCapitals ? judgeOrdinaryName({ readable, start, end, pattern }) : null;
}

/** Whether a name with an s can be its plural. Of an ordinary word, the plural is an ordinary word too. */
function mayBePlural({ capitals }: BrandPattern, text: string): boolean {
  return capitals === null && !isOrdinaryWord(foldText(text));
}

/**
 * The same where the text is not English: ordinary words are small there, and an English word with a capital letter is a name.
 * TRICKY: German writes every noun with a capital letter.
 */
function judgeForeignCase(text: string, { capitals, hasInitial }: BrandPattern): string | null {
  if (capitals !== null) return hasNeededCapitals(capitals, text) ? 'capital' : null;
  return hasInitial && isLowerCaseLetter(text.charCodeAt(0)) ? null : '';
}

function isLowerCaseLetter(unit: number): boolean {
  const letter = String.fromCharCode(unit);
  return letter !== letter.toUpperCase();
}

function hasNeededCapitals(capitals: readonly boolean[], text: string): boolean {
  const initials = toInitials(text);
  return capitals.every((isNeeded, word) => !isNeeded || (initials[word] !== undefined && isUpperCase(initials[word])));
}
