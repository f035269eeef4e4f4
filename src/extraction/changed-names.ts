import { type BrandPattern, type TrackedBrand, toBrandPatterns } from './brand-patterns.ts';
import { type BrandRegex, compileBrandRegex } from './brand-regex.ts';
import { createFurnitureFinder } from './furniture.ts';
import { findInflection } from './inflection.ts';
import { createNameTrie } from './name-trie.ts';
import { readAnswer } from './read-answer.ts';
import { scanNames } from './scan-names.ts';
import type { ExtractionSettings } from './settings.ts';

/** Tells whether two settings may find different mentions in an answer that nobody corrected and no judge has judged. */
export type ChangeFinder = (answer: { text: string; channel: string | null; language: string | null }) => boolean;

/**
 * Compares settings whose brands are in the order of their keys. What a text mentions depends on the names that occur in it
 * and on nothing else of the settings: where none of the names that differ occurs, nothing can have changed.
 */
export function createChangeFinder(before: ExtractionSettings, after: ExtractionSettings): ChangeFinder {
  if (!isSameReading(before, after)) return () => true;
  const trie = createNameTrie(findChangedKeys(before.brands, after.brands));
  const regexes = findChangedRegexes(before.brands, after.brands);
  const furniture = createFurnitureFinder(after.furniture);
  return ({ text: answer, channel, language }) => {
    const { text } = readAnswer(answer, furniture.find(answer, channel)).readable;
    let isFound = false;
    const onOccurrence = () => {
      isFound = true;
    };
    scanNames(trie, text, { onOccurrence, inflection: findInflection(language) });
    for (const regex of regexes) if (!isFound) regex.findAll(text, onOccurrence);
    return isFound;
  };
}

/** Whether two settings see the same text in every answer. Judges see none but those answers that they have judged. */
function isSameReading(before: ExtractionSettings, after: ExtractionSettings): boolean {
  return before.version === after.version && JSON.stringify(before.furniture) === JSON.stringify(after.furniture);
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
