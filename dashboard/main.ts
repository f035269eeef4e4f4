import { beginEarly } from './begin-early.ts';
import localeThread from './locale-thread.ts?worker&url';

/** So long a step waits for answers: a service that is near gives them sooner, and for others there is little waiting. */
const PATIENCE_MS = 250;

const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string };
}

/** Browsers that trust no text as a script's address are told, under the name that the page allows, to trust this one. */
function startLocaleThread(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('locale', { createScriptURL: () => localeThread });
  new Worker(policy?.createScriptURL('') ?? localeThread, { type: 'module' });
}

/** The browser reads the program while the last answers are under way, and draws once where they are there by then. */
async function start(): Promise<void> {
  startLocaleThread();
  const early = beginEarly().catch(() => undefined);
  await Promise.race([early, patience()]);
  const { show } = await import('./dashboard.tsx');
  await Promise.race([early.then((begun) => begun?.answered), patience()]);
  show();
}

void start();
