import {
  type DehydratedState,
  dehydrate,
  hydrate,
  notifyManager,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { readShareToken } from '../share-token.ts';
import { readSessionName } from './client.ts';
import { forgetAnswers, KEPT_ANSWERS } from './forget-answers.ts';

/** A browser keeps about five million characters for a site. */
const MAX_CHARACTERS = 2_000_000;
const MAX_AGE_MS = 24 * 3_600_000;
/** Another version of the program may expect other answers. Its files have other names. */
const PROGRAM = import.meta.url;

/** What was on the screen when the page was left. */
interface Kept {
  program: string;
  session: string;
  address: string;
  at: number;
  answers: DehydratedState;
}

const toAddress = () => window.location.pathname + window.location.search;

/** Keeps the answers that are on the screen when the page is left, for the next time it is opened in this session. */
export function keepAnswers(client: QueryClient): void {
  window.addEventListener('pagehide', () => {
    const session = readSessionName();
    // Nothing is kept after signing out, nor of a shared view.
    if (session === '' || readShareToken() !== null) return;
    const answers = dehydrate(client, {
      shouldDehydrateQuery: (query) => query.isActive() && query.state.status === 'success',
    });
    const kept: Kept = { program: PROGRAM, session, address: toAddress(), at: Date.now(), answers };
    const text = JSON.stringify(kept);
    try {
      if (text.length <= MAX_CHARACTERS) window.localStorage.setItem(KEPT_ANSWERS, text);
      else forgetAnswers();
    } catch {
      forgetAnswers();
    }
  });
}

/** When the kept answers were put back. */
let restoredAt = 0;

/** Whether something on the screen is still as it was kept. */
export function useShowsKept(): boolean {
  const cache = useQueryClient().getQueryCache();
  const isKept = ({ state }: { state: { data: unknown; dataUpdatedAt: number } }) =>
    state.data !== undefined && state.dataUpdatedAt < restoredAt;
  return useSyncExternalStore(
    (onChange) => cache.subscribe(notifyManager.batchCalls(onChange)),
    () => cache.findAll({ type: 'active' }).some(isKept),
  );
}

/**
 * Puts the kept answers back, all of them to be asked for again; false if there are none for this page. They are shown until
 * the new ones have arrived.
 */
export function restoreAnswers(client: QueryClient): boolean {
  const text = window.localStorage.getItem(KEPT_ANSWERS);
  if (text === null || readShareToken() !== null) return false;
  try {
    const { program, session, address, at, answers } = JSON.parse(text) as Kept;
    const isFresh = program === PROGRAM && Math.abs(Date.now() - at) < MAX_AGE_MS;
    const isOurs = isFresh && session === readSessionName();
    if (!isOurs) forgetAnswers();
    if (!isOurs || address !== toAddress()) return false;
    hydrate(client, answers);
    restoredAt = Date.now();
    void client.invalidateQueries({ refetchType: 'none' });
    return true;
  } catch {
    forgetAnswers();
    return false;
  }
}
