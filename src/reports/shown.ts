import { type RawBuilder, sql } from 'kysely';
import { GIVEN } from '../store/fact-schema.ts';
import { readGenerations, readShown, type Shown } from '../store/queries/extractions.ts';
import { remember } from '../store/remember.ts';
import type { Store } from '../store/store.ts';
import { isOneOf } from './conditions.ts';

/** What queries gave. */
export interface Seen<Result> {
  result: Result;
  /** The queries themselves made sure that their generation was shown, in their own snapshot. */
  is_confirmed: boolean;
}

/**
 * Runs queries over the generation of facts that is shown. Generations only grow, so if it is still the same afterwards, the
 * queries saw no other; where the project switched to another one meanwhile, they are run again.
 */
export async function withShown<Result>(
  store: Store,
  project: number,
  work: (shown: Shown) => Promise<Seen<Result>>,
): Promise<Result> {
  while (true) {
    const shown = await remember(store, `shown ${project}`, () => readShown(store.db, project));
    const { result, is_confirmed } = await work(shown);
    if (is_confirmed || (await readGenerations(store.db, project)).generation === shown.generation) return result;
  }
}

/** That a mention `f` is shown. Mentions that came with their chats belong to every generation. */
export function isOfGeneration({ generation }: Shown): RawBuilder<unknown> {
  return sql`f.generation in (${GIVEN}, ${generation})`;
}

/** That a brand is shown: one that was just added is not, before its mentions are. Usually there is none to leave out. */
export function isShown(brand: RawBuilder<unknown>, { brands, has_hidden_brands }: Shown): RawBuilder<unknown> {
  return has_hidden_brands ? isOneOf(brand, [...brands.keys()]) : sql`true`;
}

/** That the generation is still the one that is shown. */
export function isStillShown(project: number, { generation }: Shown): RawBuilder<unknown> {
  return sql`(select generation from projects where project = ${project}) = ${generation}`;
}
