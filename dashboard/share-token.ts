const SHARE_LINK = /^#share=([\w-]+)$/;
const STORED = 'overheard:share';

/**
 * The token of the share link that this tab was opened with; null: an ordinary dashboard. It belongs to the tab alone, so it
 * neither replaces somebody's session nor the link of another tab.
 */
let token = takeToken() ?? readStored();

export function readShareToken(): string | null {
  return token;
}

/** Makes the tab an ordinary dashboard again. */
export function leaveSharedView(): void {
  token = null;
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // Nothing was stored either.
  }
  window.location.assign('/');
}

/** The URL with the token, for another tab. */
export function withShareToken(href: string): string {
  return token === null ? href : `${href.split('#')[0]}#share=${token}`;
}

/** Reads the token and removes it from the address, where others would see or copy it. A reload finds it in the tab's storage. */
function takeToken(): string | null {
  const { hash, pathname, search } = window.location;
  const found = SHARE_LINK.exec(hash)?.[1] ?? null;
  if (found === null) return null;
  window.history.replaceState(null, '', pathname + search);
  try {
    sessionStorage.setItem(STORED, found);
  } catch {
    // A browser may forbid it: then a reload needs the link again.
  }
  return found;
}

function readStored(): string | null {
  try {
    return sessionStorage.getItem(STORED);
  } catch {
    return null;
  }
}

// A link that is opened in a tab which shows the dashboard already changes only the end of its address.
window.addEventListener('hashchange', () => {
  if (SHARE_LINK.test(window.location.hash)) window.location.reload();
});
