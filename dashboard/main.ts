import { beginEarly } from './api/begin-early.ts';

/** So long a step waits for answers: a service that is near gives them sooner, and for others there is little waiting. */
const PATIENCE_MS = 250;

const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

/** The browser reads the program while the last answers are under way, and draws once where they are there by then. */
async function start(): Promise<void> {
  const early = beginEarly().catch(() => undefined);
  await Promise.race([early, patience()]);
  const { show } = await import('./dashboard.tsx');
  await Promise.race([early.then((begun) => begun?.answered), patience()]);
  show();
}

void start();
