import { useSyncExternalStore } from 'react';
import { type ParamChanges, toHref } from './href.ts';

export { type ParamChanges, toHref } from './href.ts';

const CHANGED = 'overheard:location';

export interface Location {
  path: string;
  params: URLSearchParams;
}

let cached: { href: string; location: Location } | undefined;

function read(): Location {
  const { href, pathname, search } = window.location;
  if (cached?.href !== href) cached = { href, location: { path: pathname, params: new URLSearchParams(search) } };
  return cached!.location;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(CHANGED, listener);
  };
}

/** The current URL. The whole view follows from it, so that a link shows another person the same. */
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

/** Changes parameters of the current page. */
export function changeParams(changes: ParamChanges, options: { replace?: boolean } = {}): void {
  const { path, params } = read();
  navigate(toHref(path, params, changes), options);
}
