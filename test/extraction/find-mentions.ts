import { createExtractor, type TrackedBrand } from '../../src/extraction/extract.ts';

/** A name, or the fields of a brand that are not empty. */
export type BrandSpec = string | Partial<TrackedBrand>;

export function toTrackedBrand(brand: Partial<TrackedBrand>, key = 1): TrackedBrand {
  const empty = { aliases: [], exclude: [], regex: null, case: 'smart' as const, domains: [], is_own: false };
  return { brand: key, name: 'Unnamed', ...empty, ...brand };
}

/** The mentions in an answer, in order, as `brand number:text`. Brands are counted from 1. */
export function findMentions(brands: BrandSpec | BrandSpec[], answer: string): string[] {
  const specs = Array.isArray(brands) ? brands : [brands];
  const tracked = specs.map((spec, index) =>
    toTrackedBrand(typeof spec === 'string' ? { name: spec } : spec, index + 1),
  );
  const { brands: findings } = createExtractor(tracked).extract({ text: answer, channel: null, sources: [] });
  return findings
    .flatMap(({ brand, mentions }) => mentions.map(({ start, text }) => ({ start, line: `${brand}:${text}` })))
    .sort((a, b) => a.start - b.start)
    .map(({ line }) => line);
}
