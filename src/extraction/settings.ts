import { amendScores, type Scores } from './amend-scores.ts';
import { scoreFindings } from './brand-sentiment.ts';
import {
  type Answer,
  createExtractor,
  type DetailedExtraction,
  EXTRACTION_VERSION,
  type FurniturePattern,
  type TrackedBrand,
} from './extract.ts';

/** All that extraction depends on besides the answer: the same settings and answer always give the same facts. */
export interface ExtractionSettings {
  version: number;
  brands: TrackedBrand[];
  furniture: FurniturePattern[];
}

export function createSettings(brands: TrackedBrand[], furniture: FurniturePattern[]): ExtractionSettings {
  return { version: EXTRACTION_VERSION, brands, furniture };
}

export interface Analysis extends DetailedExtraction, Scores {
  /** As it was given. */
  language: string | null;
}

export type Analyzer = (answer: Answer) => Analysis;

/** Prepares the settings once; the analyzer is pure. */
export function createAnalyzer({ brands, furniture }: ExtractionSettings): Analyzer {
  const { extractDetailed } = createExtractor(brands, furniture);
  return (answer) => {
    const { language = null } = answer;
    const extraction = extractDetailed(answer);
    const scores = amendScores(extraction, scoreFindings(extraction, language), answer.amendments);
    return { ...extraction, language, ...scores };
  };
}
