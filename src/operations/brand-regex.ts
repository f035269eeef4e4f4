import { createBreath } from '../breath.ts';
import { AppError, invalid } from '../errors.ts';
import { BrandRegexError, compileBrandRegex } from '../extraction/extract.ts';
import { listTrackedBrands } from '../store/queries/brands.ts';
import type { Db } from '../store/schema.ts';

/** How many steps a regular expression may consist of, and all those of a project. */
const MAX_SIZE = 300;
const MAX_PROJECT_SIZE = 3000;
const REMEMBERED = 1000;

interface HasRegex {
  regex?: string | null;
}

/** Refuses a regular expression that cannot be used, or that would take too long. */
export function checkRegex({ regex }: HasRegex): void {
  if (regex == null) return;
  try {
    const size = measure(regex);
    if (size <= MAX_SIZE) return;
    throw invalid(
      'regex',
      `is too complex: it has ${size} steps, and at most ${MAX_SIZE} are possible. A repetition such as x{100} has 100.`,
    );
  } catch (error) {
    if (error instanceof BrandRegexError) throw invalid('regex', error.message);
    throw error;
  }
}

/** Refuses a new regular expression where those of the project are too large together. */
export async function refuseLargeRegexes(db: Db, project: number, { regex }: HasRegex): Promise<void> {
  if (regex == null) return;
  const breathe = createBreath();
  let size = 0;
  for (const brand of await listTrackedBrands(db, project)) {
    if (brand.regex) size += measure(brand.regex);
    await breathe();
  }
  if (size <= MAX_PROJECT_SIZE) return;
  throw new AppError(
    'limit_reached',
    `The regular expressions of a project's brands can have ${MAX_PROJECT_SIZE} steps in all, and these have ${size}. Simplify or remove some.`,
  );
}

let remembered = new Map<string, number>();

function measure(regex: string): number {
  const known = remembered.get(regex);
  if (known !== undefined) return known;
  if (remembered.size >= REMEMBERED) remembered = new Map();
  const { size } = compileBrandRegex(regex);
  remembered.set(regex, size);
  return size;
}
