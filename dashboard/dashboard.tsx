import '@fontsource-variable/hanken-grotesk/wght.css';
import '@fontsource-variable/newsreader/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/table.css';
import './styles/chart.css';
import './styles/pages.css';
import './styles/collection.css';
import './styles/print.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { options } from 'preact';
import { createRoot } from 'react-dom/client';
import { allowCountries } from '../src/domain/country-codes.ts';
import { keepAnswers, restoreAnswers } from './api/kept-answers.ts';
import { shouldRetry, toRetryInterval } from './api/retry.ts';
import { applyPreferences } from './controls/preferences.ts';
import { SessionGate } from './shell/session-gate.tsx';
import { readWritten } from './written.ts';

// Preact runs effects after the next frame. Run at once, they send requests sooner and are done before the next event.
options.requestAnimationFrame = queueMicrotask;

applyPreferences();
allowCountries(readWritten('extra-countries').split(',').filter(Boolean));

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      retry: shouldRetry,
      refetchInterval: toRetryInterval,
    },
    mutations: { retry: false },
  },
});

/** Puts back what this page showed when it was left; false if there is nothing. */
export const restore = (): boolean => restoreAnswers(client);

export function show(): void {
  keepAnswers(client);
  createRoot(document.getElementById('root')!).render(
    <QueryClientProvider client={client}>
      <SessionGate />
    </QueryClientProvider>,
  );
}
