const RELOADED = 'overheard.reloaded';
/** Code that is still missing this soon after a reload will not come with another one. */
const RELOAD_AGAIN_AFTER_MS = 60_000;
/** A network that has just come back, or a server that is restarting, may need another moment. */
const PAUSES_MS = [300, 1000];

/** What loading needs of the browser. */
export interface CodeHost {
  isOnline(): boolean;
  /** Resolves when the network is back. */
  untilOnline(): Promise<unknown>;
  wait(ms: number): Promise<unknown>;
  reload(): void;
  storage(): Pick<Storage, 'getItem' | 'setItem'>;
  now(): number;
}

const BROWSER: CodeHost = {
  isOnline: () => navigator.onLine,
  untilOnline: () => new Promise((resolve) => window.addEventListener('online', resolve, { once: true })),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  reload: () => window.location.reload(),
  storage: () => window.sessionStorage,
  now: () => Date.now(),
};

/** A part of the program that could not be loaded. Trying again means reloading the page: browsers may keep the failure. */
export class CodeMissingError extends Error {
  constructor(cause: unknown) {
    super('A part of the dashboard could not be loaded.', { cause });
    this.name = 'CodeMissingError';
  }
}

/**
 * Loads a part of the program. Without a network it waits for one, and a failure is tried again. After an upgrade the
 * server no longer has the parts of the old version, so the page reloads to get the new one, but only once.
 */
export async function loadCode<Module>(load: () => Promise<Module>, host: CodeHost = BROWSER): Promise<Module> {
  let wasOffline = false;
  for (const pauseMs of PAUSES_MS) {
    try {
      return await load();
    } catch {
      if (!host.isOnline()) {
        wasOffline = true;
        await host.untilOnline();
      }
      await host.wait(pauseMs);
    }
  }
  try {
    return await load();
  } catch (error) {
    // A browser may keep the failure of a moment without a network, and only forgets it with the page.
    if (!wasOffline && !mayReload(host)) throw new CodeMissingError(error);
    host.reload();
    return new Promise<never>(() => {});
  }
}

function mayReload({ storage, now }: CodeHost): boolean {
  try {
    const last = Number(storage().getItem(RELOADED) ?? 0);
    if (now() - last < RELOAD_AGAIN_AFTER_MS) return false;
    storage().setItem(RELOADED, String(now()));
    return true;
  } catch {
    // A browser that remembers nothing would reload forever.
    return false;
  }
}
