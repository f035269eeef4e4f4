import type { ReactNode } from 'react';
import { useShowsKept } from '../api/kept-answers.ts';
import { markWaiting } from '../controls/waiting.ts';

/** The page itself, beside navigation and filters. */
export function Content({ children }: { children: ReactNode }) {
  return (
    <main id="content" {...markWaiting('content', [{ isPlaceholderData: useShowsKept() }])} tabIndex={-1}>
      {children}
    </main>
  );
}
