/**
 * Lets one request begin in each turn of the event loop; the others wait in their order. Requests that come all at once would
 * otherwise be begun all in one turn, and whatever waits for the store, writers above all, would wait for all of them with
 * each of its statements.
 */
export function createTurnstile(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let isFree = true;

  function admit(): void {
    const next = waiting.shift();
    isFree = next === undefined;
    if (isFree) return;
    setImmediate(admit);
    next!();
  }

  return async () => {
    if (!isFree) return new Promise((resolve) => waiting.push(resolve));
    isFree = false;
    setImmediate(admit);
  };
}
