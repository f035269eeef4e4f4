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
  /** The version of the judge whose verdicts count; without it, none do. */
  judge?: string;
}

export function createSettings(
  brands: TrackedBrand[],
  furniture: FurniturePattern[],
  judge?: string,
): ExtractionSettings {
  return { version: EXTRACTION_VERSION, brands, furniture, ...(judge === undefined ? {} : { judge }) };
}

/** Whether two settings find the same text, pages and names in every answer: brands make no difference to them. */
export function findSameText(one: ExtractionSettings, other: ExtractionSettings): boolean {
  return one.version === other.version && JSON.stringify(one.furniture) === JSON.stringify(other.furniture);
}

export interface Analysis extends DetailedExtraction, Scores {
  /** As it was given. */
  language: string | null;
}

export type Analyzer = (answer: Answer) => Analysis;

/** Prepares the settings once; the analyzer is pure. */
export function createAnalyzer({ brands, furniture, judge }: ExtractionSettings): Analyzer {
  const { extractDetailed } = createExtractor(brands, furniture);
  return (answer) => {
    const { language = null } = answer;
    const extraction = extractDetailed(answer);
    const scores = amendScores(extraction, scoreFindings(extraction, language), {
      amendments: answer.amendments,
      judge,
    });
    return { ...extraction, language, ...scores };
  };
}
