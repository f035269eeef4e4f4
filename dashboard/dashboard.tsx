import '@fontsource-variable/hanken-grotesk/wght.css';
import '@fontsource-variable/newsreader/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/table.css';
import './styles/chart.css';
import './styles/pages.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { options } from 'preact';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/client.ts';
import { applyTheme } from './controls/theme.ts';
import { Door } from './shell/door.tsx';

// Effects follow at once, not a frame later: what they ask for is asked sooner, and the next event finds them done.
options.requestAnimationFrame = queueMicrotask;

applyTheme();

const RETRIES = 2;
const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // What the service refuses it refuses again; what it could not do just now may work in a moment.
      retry: (failures, error) =>
        failures < RETRIES &&
        error instanceof ApiError &&
        (error.status === 0 || error.status === 429 || error.status === 503),
    },
    mutations: { retry: false },
  },
});

export function show(): void {
  createRoot(document.getElementById('root')!).render(
    <QueryClientProvider client={client}>
      <Door />
    </QueryClientProvider>,
  );
}
