import { toNames } from '../domain/brand.ts';
import { type ChangeFinder, createChangeFinder } from '../extraction/changed-names.ts';
import { MAX_VARIANTS } from '../extraction/name-variants.ts';
import { type Analyzer, createAnalyzer, type ExtractionSettings } from '../extraction/settings.ts';

const KEPT = 50;
const KEPT_COMPARISONS = 4;
/** What is prepared takes many times the memory of the settings. */
const KEPT_CHARACTERS = 2 * 1024 * 1024;
/** A separator can be written in about three ways. */
const SPELLINGS_PER_SEPARATOR = 3;

/** How much work settings make. */
interface Weight {
  /** About how many spellings have to be prepared. */
  spellings: number;
  /** How many brands have a regular expression. Each reads the whole text once more. */
  regexes: number;
}

export type Analyzers = ReturnType<typeof createAnalyzers>;

/** Prepared settings are kept: preparing thousands of names takes longer than reading an answer with them. */
export function createAnalyzers() {
  const kept = new Map<string, Analyzer>();
  const weights = new Map<string, Weight>();
  let characters = 0;
  /** A re-analysis compares the same two settings from its first answer to its last; those of several projects take turns. */
  const compared: { before: string; settings: string; finder: ChangeFinder }[] = [];
  return {
    /** The analyzer for settings as they are stored. */
    get(settings: string): Analyzer {
      const known = kept.get(settings);
      if (known) {
        kept.delete(settings);
        kept.set(settings, known);
        return known;
      }
      const analyzer = createAnalyzer(JSON.parse(settings) as ExtractionSettings);
      kept.set(settings, analyzer);
      characters += settings.length;
      for (const oldest of kept.keys()) {
        if (oldest === settings || (kept.size <= KEPT && characters <= KEPT_CHARACTERS)) break;
        kept.delete(oldest);
        characters -= oldest.length;
      }
      return analyzer;
    },
    /** Tells where two settings may find different mentions. */
    compare(before: string, settings: string): ChangeFinder {
      const known = compared.find((one) => one.before === before && one.settings === settings);
      if (known) return known.finder;
      const [old, now] = [before, settings].map((text) => JSON.parse(text) as ExtractionSettings);
      const finder = createChangeFinder(old!, now!);
      compared.push({ before, settings, finder });
      if (compared.length > KEPT_COMPARISONS) compared.shift();
      return finder;
    },
    /** How much work settings make, without preparing them. */
    weigh(settings: string): Weight {
      const known = weights.get(settings);
      if (known) return known;
      if (weights.size >= KEPT) weights.clear();
      const { brands } = JSON.parse(settings) as ExtractionSettings;
      const names = brands.flatMap(toNames);
      const weight = {
        spellings: names.reduce((sum, name) => sum + countSpellings(name), 0),
        regexes: brands.filter(({ regex }) => regex !== null && regex !== '').length,
      };
      weights.set(settings, weight);
      return weight;
    },
  };
}

function countSpellings(name: string): number {
  return Math.min(MAX_VARIANTS, SPELLINGS_PER_SEPARATOR ** (name.match(/[^\p{L}\p{N}]/gu)?.length ?? 0));
}
