import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isAnnounced = false;

/** Whether the page is being printed, or shown as it would be. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isAnnounced || window.matchMedia('print').matches);
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia('print');
  // TRICKY: the browser takes the page as it is when these handlers return, so they cannot leave the drawing to later.
  const update = () => flushSync(listener);
  const begin = () => {
    isAnnounced = true;
    update();
  };
  const end = () => {
    isAnnounced = false;
    update();
  };
  media.addEventListener('change', update);
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    media.removeEventListener('change', update);
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** Opens the browser's dialog for printing, after the menu that it was chosen in is closed. */
export function printPage(): void {
  setTimeout(() => window.print());
}
