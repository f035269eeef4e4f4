import { useSyncExternalStore } from 'react';

const CHANGED = 'overheard:location';

export interface Location {
  path: string;
  params: URLSearchParams;
}

let known: { href: string; location: Location } | undefined;

function read(): Location {
  const { href, pathname, search } = window.location;
  if (known?.href !== href) known = { href, location: { path: pathname, params: new URLSearchParams(search) } };
  return known!.location;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(CHANGED, listener);
  };
}

/** Where the browser is; the whole view follows from it, so that a link shows another person the same. */
export function useLocation(): Location {
  return useSyncExternalStore(subscribe, read);
}

export function navigate(href: string, { replace = false }: { replace?: boolean } = {}): void {
  if (href === window.location.pathname + window.location.search) return;
  const before = window.location.pathname;
  if (replace) window.history.replaceState(null, '', href);
  else window.history.pushState(null, '', href);
  window.dispatchEvent(new Event(CHANGED));
  if (window.location.pathname !== before) window.scrollTo(0, 0);
}

export type ParamChanges = Record<string, string | null | undefined>;

/** The address of a path with some of the present parameters changed; null and the empty text take one away. */
export function toHref(path: string, params: URLSearchParams, changes: ParamChanges = {}): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  // Commas and colons are readable in a link, and allowed there.
  const search = next.toString().replaceAll('%2C', ',');
  return search === '' ? path : `${path}?${search}`;
}

/** Changes parameters of the present page. */
export function changeParams(changes: ParamChanges, options: { replace?: boolean } = {}): void {
  const { path, params } = read();
  navigate(toHref(path, params, changes), options);
}
