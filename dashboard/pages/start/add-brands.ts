import type { WrittenBrand } from './brand-lines.ts';

/** The API takes one brand per request. More at once would only wait for each other in the store. */
const AT_ONCE = 4;

export interface Outcome {
  added: number;
  /** Those that were not added, with the reason, in the order in which they were written. */
  refused: { brand: WrittenBrand; message: string }[];
}

/** Adds brands a few at a time. One that fails keeps no other from being added. */
export async function addBrands(
  brands: readonly WrittenBrand[],
  { add, onProgress }: { add(brand: WrittenBrand): Promise<unknown>; onProgress(done: number): void },
): Promise<Outcome> {
  const messages = new Map<WrittenBrand, string>();
  const waiting = brands.values();
  let done = 0;
  const work = async () => {
    for (const brand of waiting) {
      try {
        await add(brand);
      } catch (error) {
        messages.set(brand, (error as Error).message);
      }
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const refused = brands.flatMap((brand) => {
    const message = messages.get(brand);
    return message === undefined ? [] : [{ brand, message }];
  });
  return { added: brands.length - refused.length, refused };
}
