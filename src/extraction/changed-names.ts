import { type BrandPattern, type TrackedBrand, toBrandPatterns } from './brand-patterns.ts';
import { type BrandRegex, compileBrandRegex } from './brand-regex.ts';
import { createFurnitureFinder } from './furniture.ts';
import { findInflection } from './inflection.ts';
import { createNameTrie } from './name-trie.ts';
import { readAnswer } from './read-answer.ts';
import type { ReadAnswer } from './read-markdown.ts';
import { scanNames } from './scan-names.ts';
import { type ExtractionSettings, findSameText } from './settings.ts';

/**
 * Reads an answer, and returns null if two settings find the same mentions in it. That holds for answers that nobody has corrected and
 * no judge has judged.
 */
export type ChangeFinder = (answer: {
  text: string;
  channel: string | null;
  language: string | null;
}) => ReadAnswer | null;

/**
 * Compares settings whose brands are in the order of their keys. Which mentions are found in a text depends on the names and regular
 * expressions that occur in it: where none of those that differ occurs, nothing can have changed.
 */
export function createChangeFinder(before: ExtractionSettings, after: ExtractionSettings): ChangeFinder {
  const furniture = createFurnitureFinder(after.furniture);
  const mayDiffer = findSameText(before, after) ? createNameFinder(before.brands, after.brands) : () => true;
  return ({ text, channel, language }) => {
    const read = readAnswer(text, furniture.find(text, channel));
    return mayDiffer(read.readable.text, language) ? read : null;
  };
}

/** Tells whether a name or regular expression that differs occurs in a text. */
function createNameFinder(before: readonly TrackedBrand[], after: readonly TrackedBrand[]) {
  const [old, now] = [withoutThoseOf(after, before), withoutThoseOf(before, after)];
  const trie = createNameTrie(findChangedKeys(old, now));
  const regexes = findChangedRegexes(old, now);
  return (text: string, language: string | null): boolean => {
    let isFound = false;
    const onOccurrence = () => {
      isFound = true;
    };
    scanNames(trie, text, { onOccurrence, inflection: findInflection(language) });
    for (const regex of regexes) if (!isFound) regex.findAll(text, onOccurrence);
    return isFound;
  };
}

/** The brands that are not among the others exactly as they are. Usually that is one of many, and few names have to be compared. */
function withoutThoseOf(others: readonly TrackedBrand[], brands: readonly TrackedBrand[]): TrackedBrand[] {
  const known = new Set(others.map((brand) => JSON.stringify(brand)));
  return brands.filter((brand) => !known.has(JSON.stringify(brand)));
}

/** The spellings that mean something else now, or that only one of the two has. */
function findChangedKeys(before: readonly TrackedBrand[], after: readonly TrackedBrand[]): string[] {
  const [old, now] = [before, after].map((brands) => {
    // An index means another brand as soon as there is one more before it.
    const write = (pattern: BrandPattern) => ({ ...pattern, brand: brands[pattern.brand]!.brand });
    const written = new Map<string, string>();
    for (const [key, patterns] of toBrandPatterns(brands)) written.set(key, JSON.stringify(patterns.map(write)));
    return written;
  }) as [Map<string, string>, Map<string, string>];
  return [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key));
}

function findChangedRegexes(before: readonly TrackedBrand[], after: readonly TrackedBrand[]): BrandRegex[] {
  const [old, now] = [before, after].map(
    (brands) => new Set(brands.flatMap((brand) => (brand.regex ? [toRegexId(brand)] : []))),
  ) as [Set<string>, Set<string>];
  return [...before, ...after]
    .filter((brand) => brand.regex && old.has(toRegexId(brand)) !== now.has(toRegexId(brand)))
    .map(({ regex, case: mode }) => compileBrandRegex(regex!, { ignoreCase: mode === 'insensitive' }));
}

function toRegexId({ brand, regex, case: mode }: TrackedBrand): string {
  return JSON.stringify([brand, regex, mode === 'insensitive']);
}
