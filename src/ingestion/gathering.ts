/** How many are done together at most. */
const MOST = 100;

/** Somebody's part of the work, and who waits for it. */
interface Member<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Does the work of several together. Returns one result for each, in their order. */
export type DoTogether<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

export type Gather<Item, Result> = (key: string, item: Item, work: DoTogether<Item, Result>) => Promise<Result>;

/**
 * Those who come while others of their key are being served are served next, all together: for many small things at once,
 * what is done for each group costs more than what is done for each of them. A group that fails is repeated one by one.
 */
export function createGathering<Item, Result>(): Gather<Item, Result> {
  const waitingOf = new Map<string, Member<Item, Result>[]>();

  async function serve(group: readonly Member<Item, Result>[], work: DoTogether<Item, Result>): Promise<void> {
    try {
      const results = await work(group.map(({ item }) => item));
      for (const [at, { resolve }] of group.entries()) resolve(results[at]!);
    } catch (error) {
      if (group.length === 1) group[0]!.reject(error);
      else for (const member of group) await serve([member], work);
    }
  }

  async function serveAll(key: string, work: DoTogether<Item, Result>): Promise<void> {
    const waiting = waitingOf.get(key)!;
    // Those who come at the same moment are served together from the beginning.
    await new Promise(setImmediate);
    while (waiting.length > 0) await serve(waiting.splice(0, MOST), work);
    waitingOf.delete(key);
  }

  return (key, item, work) =>
    new Promise((resolve, reject) => {
      const member = { item, resolve, reject };
      const waiting = waitingOf.get(key);
      if (waiting) {
        waiting.push(member);
        return;
      }
      waitingOf.set(key, [member]);
      void serveAll(key, work);
    });
}
