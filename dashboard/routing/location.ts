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
  const onHistory = () => {
    returnIfGuarded();
    listener();
  };
  window.addEventListener('popstate', onHistory);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener('popstate', onHistory);
    window.removeEventListener(CHANGED, listener);
  };
}

/** The current URL. The whole view follows from it, so that a link shows another person the same. */
export function useLocation(): Location {
  return useSyncExternalStore(subscribe, read);
}

/** Asks whether the page may be left, and calls `leave` if it may. */
type Guard = (leave: () => void) => void;
let guard: Guard | undefined;

/** From now on, whoever leaves this page or this project is asked first. Returns a function that ends this. */
export function guardPage(ask: Guard): () => void {
  guard = ask;
  return () => {
    guard = undefined;
  };
}

/** The browser goes back before anybody is asked, so a guarded page is put back in its place. */
function returnIfGuarded(): void {
  const shown = cached?.href;
  if (!guard || shown === undefined || !leavesPage(shown, window.location.href)) return;
  const target = window.location.pathname + window.location.search;
  window.history.pushState(null, '', shown);
  guard(() => leaveTo(target));
}

/** Dates and filters change on one and the same page. */
function leavesPage(from: string, to: string): boolean {
  const [before, after] = [new URL(from), new URL(to, from)];
  return before.pathname !== after.pathname || before.searchParams.get('project') !== after.searchParams.get('project');
}

function leaveTo(href: string, options: { replace?: boolean } = {}): void {
  guard = undefined;
  navigate(href, options);
}

export function navigate(href: string, { replace = false }: { replace?: boolean } = {}): void {
  if (href === window.location.pathname + window.location.search) return;
  if (guard && leavesPage(window.location.href, href)) {
    guard(() => leaveTo(href, { replace }));
    return;
  }
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
