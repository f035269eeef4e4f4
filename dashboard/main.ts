import { beginEarly } from './api/begin-early.ts';

/** So long a step waits for answers: a service that is near gives them sooner, and for others there is no waiting. */
const PATIENCE_MS = 250;

const patience = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));

/** The browser reads the program while the first answers are under way, and draws once where they are there by then. */
async function start(): Promise<void> {
  const begun = await Promise.race([beginEarly().catch(() => undefined), patience()]);
  const { show } = await import('./dashboard.tsx');
  await Promise.race([begun?.answered, patience()]);
  show();
}

void start();
