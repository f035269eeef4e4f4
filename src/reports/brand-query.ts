import { type RawBuilder, sql } from 'kysely';
import { GIVEN } from '../store/fact-schema.ts';
import type { Shown } from '../store/queries/extractions.ts';
import type { Dimension } from './dimensions.ts';
import type { FactScope, FactSource } from './fact-filters.ts';
import { isOneOf } from './grouping.ts';
import type { BrandSums } from './metrics.ts';
import type { OrderBy } from './request.ts';

/** A request with everything resolved that the query needs. */
export interface BrandQuery {
  project: number;
  dimensions: Dimension[];
  scope: FactScope;
  source: FactSource;
  shown: Shown;
  /** The brands that have rows. */
  brands: number[];
  having: RawBuilder<unknown>[];
  order: readonly OrderBy[];
  limit: number;
  offset: number;
}

export interface SqlRow extends BrandSums {
  [dimensionKey: `d${number}`]: number | string;
  brand: number;
  /** The generation shown in the query's own snapshot. */
  generation?: number;
}

/** Mentions that came with their chats belong to every generation. */
export function isOfGeneration({ generation }: Shown): RawBuilder<unknown> {
  return sql`and f.generation in (${GIVEN}, ${generation})`;
}

/** A brand that was just added is not shown before its mentions are; usually there is none, and nothing to check. */
export function isShown(brand: RawBuilder<unknown>, { brands, has_hidden_brands }: Shown): RawBuilder<unknown> {
  return has_hidden_brands ? isOneOf(brand, [...brands.keys()]) : sql`true`;
}
