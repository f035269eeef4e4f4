import { type Analyzer, createAnalyzer, type ExtractionSettings } from '../extraction/settings.ts';

const KEPT = 50;

/** Prepared settings are kept: preparing thousands of names takes longer than reading an answer with them. */
export function createAnalyzers() {
  const kept = new Map<string, Analyzer>();
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
      if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
      return analyzer;
    },
  };
}
