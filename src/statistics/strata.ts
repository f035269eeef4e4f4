import type { AnswerChangeSums, CrossProducts, PeriodSums, PromptChangeSums } from './comparison-sums.ts';
import type { AnswerSums, Products, PromptSums } from './sums.ts';

/**
 * The sums of one metric over the answers to one prompt on one channel. Everything else can be added up from these. Reports do
 * that in SQL; the functions below do the same for a single brand, and say exactly what is meant.
 */
export interface Stratum extends Products {
  prompt: number;
  channel: number;
  /** All answers, also those whose b is 0. */
  answers: number;
  a: number;
  b: number;
}

export function toPromptSums(strata: readonly Stratum[]): PromptSums {
  const sums: PromptSums = { a: 0, b: 0, aa: 0, ab: 0, bb: 0, prompts: 0 };
  for (const { a, b } of groupStrata(strata, ({ prompt }) => toKey(prompt, 0))) {
    sums.a += a;
    sums.b += b;
    addProducts(sums, a, b);
    if (b > 0) sums.prompts++;
  }
  return sums;
}

export function toAnswerSums(strata: readonly Stratum[]): AnswerSums & { strata: number } {
  const merged = mergeSingles(strata);
  const sums = { a: 0, b: 0, aa: 0, ab: 0, bb: 0, within_aa: 0, within_ab: 0, within_bb: 0, strata: merged.length };
  for (const stratum of merged) {
    sums.a += stratum.a;
    sums.b += stratum.b;
    sums.aa += stratum.aa;
    sums.ab += stratum.ab;
    sums.bb += stratum.bb;
    const within = toWithin(stratum);
    sums.within_aa += within.aa;
    sums.within_ab += within.ab;
    sums.within_bb += within.bb;
  }
  return sums;
}

/** Strata of both periods that have the same prompt and channel. */
export interface StratumPair {
  now: Stratum;
  before: Stratum;
}

export function findShared(now: readonly Stratum[], before: readonly Stratum[]): StratumPair[] {
  const earlier = new Map(before.map((stratum) => [toKey(stratum.prompt, stratum.channel), stratum]));
  return now.flatMap((stratum) => {
    const other = earlier.get(toKey(stratum.prompt, stratum.channel));
    return other === undefined ? [] : [{ now: stratum, before: other }];
  });
}

export function toPromptChangeSums(pairs: readonly StratumPair[]): PromptChangeSums {
  const byPrompt = new Map<number, Record<'a1' | 'b1' | 'a0' | 'b0', number>>();
  for (const { now, before } of pairs) {
    const found = byPrompt.get(now.prompt) ?? { a1: 0, b1: 0, a0: 0, b0: 0 };
    const total = now.answers + before.answers;
    found.a1 += (now.a * before.answers) / total;
    found.b1 += (now.b * before.answers) / total;
    found.a0 += (before.a * now.answers) / total;
    found.b0 += (before.b * now.answers) / total;
    byPrompt.set(now.prompt, found);
  }
  const sums = { now: emptyPeriod(), before: emptyPeriod(), cross: emptyCross(), prompts: 0 };
  for (const { a1, b1, a0, b0 } of byPrompt.values()) {
    addPeriod(sums.now, a1, b1);
    addPeriod(sums.before, a0, b0);
    addCross(sums.cross, [a1, b1], [a0, b0]);
    if (b1 + b0 > 0) sums.prompts++;
  }
  return sums;
}

export function toAnswerChangeSums(pairs: readonly StratumPair[]): AnswerChangeSums & { degrees: number } {
  const empty = () => ({ a: 0, b: 0, bb: 0, within: emptyProducts(), single: emptyProducts() });
  const sums = { now: empty(), before: empty(), single_cross: emptyCross(), degrees: 0 };
  for (const { now, before } of pairs) {
    const total = now.answers + before.answers;
    const isSingle = now.answers === 1 || before.answers === 1;
    const add = (side: ReturnType<typeof empty>, stratum: Stratum, factor: number) => {
      side.a += factor * stratum.a;
      side.b += factor * stratum.b;
      side.bb += factor * factor * stratum.bb;
      if (isSingle) {
        addProducts(side.single, factor * stratum.a, factor * stratum.b);
        return;
      }
      const within = toWithin(stratum);
      side.within.aa += factor * factor * within.aa;
      side.within.ab += factor * factor * within.ab;
      side.within.bb += factor * factor * within.bb;
    };
    const [f1, f0] = [before.answers / total, now.answers / total];
    add(sums.now, now, f1);
    add(sums.before, before, f0);
    if (isSingle) addCross(sums.single_cross, [f1 * now.a, f1 * now.b], [f0 * before.a, f0 * before.b]);
    sums.degrees += isSingle ? 1 : total - 2;
  }
  return sums;
}

/** Strata with one answer are put together: those of one prompt first, then what is still alone across prompts. */
function mergeSingles(strata: readonly Stratum[]): Stratum[] {
  // No channel is −1 and no prompt is −1.
  const byPrompt = groupStrata(
    strata.map((stratum) => (stratum.answers > 1 ? stratum : { ...stratum, channel: -1 })),
    ({ prompt, channel }) => toKey(prompt, channel),
  );
  return groupStrata(byPrompt, ({ prompt, channel, answers }) => (answers > 1 ? toKey(prompt, channel) : -1));
}

function groupStrata(strata: readonly Stratum[], keyOf: (stratum: Stratum) => number): Stratum[] {
  const groups = new Map<number, Stratum>();
  for (const stratum of strata) {
    const key = keyOf(stratum);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, { ...stratum });
      continue;
    }
    group.answers += stratum.answers;
    group.a += stratum.a;
    group.b += stratum.b;
    group.aa += stratum.aa;
    group.ab += stratum.ab;
    group.bb += stratum.bb;
  }
  return [...groups.values()];
}

/** One number for a prompt and a channel: there are never a million channels. */
function toKey(prompt: number, channel: number): number {
  return prompt * 1e6 + channel + 1;
}

/** n/(n − 1) × the sums of squares around the stratum's means. */
function toWithin({ answers, a, b, aa, ab, bb }: Stratum): Products {
  if (answers === 1) return { aa, ab, bb };
  return {
    aa: (answers * aa - a * a) / (answers - 1),
    ab: (answers * ab - a * b) / (answers - 1),
    bb: (answers * bb - b * b) / (answers - 1),
  };
}

function emptyProducts(): Products {
  return { aa: 0, ab: 0, bb: 0 };
}

function emptyPeriod(): PeriodSums {
  return { a: 0, b: 0, ...emptyProducts() };
}

function emptyCross(): CrossProducts {
  return { aa: 0, ab: 0, ba: 0, bb: 0 };
}

function addProducts(sums: Products, a: number, b: number): void {
  sums.aa += a * a;
  sums.ab += a * b;
  sums.bb += b * b;
}

function addPeriod(sums: PeriodSums, a: number, b: number): void {
  sums.a += a;
  sums.b += b;
  addProducts(sums, a, b);
}

function addCross(sums: CrossProducts, [a1, b1]: [number, number], [a0, b0]: [number, number]): void {
  sums.aa += a1 * a0;
  sums.ab += a1 * b0;
  sums.ba += b1 * a0;
  sums.bb += b1 * b0;
}
