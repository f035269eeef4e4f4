import { beginEarly } from './begin-early.ts';
import { loadCode } from './load-code.ts';

/** How long each step waits for answers before the page is drawn without them. A nearby service answers sooner. */
const PATIENCE_MS = 250;

const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

/** Loads the program while the last answers are on their way, so that it draws once with whatever has arrived by then. */
async function start(): Promise<void> {
  const early = beginEarly().catch(() => undefined);
  createFirstFormats();
  await Promise.race([early, patience()]);
  const { restore, show } = await loadCode(() => import('./dashboard.tsx'));
  if (!restore()) await Promise.race([early.then((begun) => begun?.answered), patience()]);
  show();
}

/** The first `Intl` objects of a tab take tens of milliseconds, which pass here while the first answers are awaited. */
function createFirstFormats(): void {
  new Intl.NumberFormat().format(0);
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(0, 0);
}

void start();
