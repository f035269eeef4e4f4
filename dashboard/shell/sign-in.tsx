import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signIn } from '../api/client.ts';
import { Wordmark } from './wordmark.tsx';

/** Exchanges an API key for a session. The browser never stores the key. */
export function SignIn({ problem, onDone }: { problem: string | null; onDone(): void }) {
  const [key, setKey] = useState('');
  const signingIn = useMutation({ mutationFn: () => signIn({ key: key.trim() }), onSuccess: onDone });
  const message = signingIn.error?.message ?? problem;
  return (
    <main className="sign-in">
      <form
        className="sign-in-form"
        onSubmit={(event) => {
          event.preventDefault();
          signingIn.mutate();
        }}
      >
        <Wordmark />
        <h1>Sign in</h1>
        <p className="quiet">
          Use a company key or a project key. Overheard prints a company key when it starts for the first time.{' '}
          <a href="/docs/guide/troubleshooting#i-cannot-sign-in">I have no key</a>
        </p>
        <label className="field">
          <span>API key</span>
          <input
            type="password"
            autoComplete="current-password"
            spellCheck={false}
            value={key}
            onChange={(event) => setKey(event.target.value)}
            placeholder="ohc_…"
            required
            // biome-ignore lint/a11y/noAutofocus: the page has no other control.
            autoFocus
          />
        </label>
        {message ? (
          <p className="sign-in-problem" role="alert">
            {message}
          </p>
        ) : null}
        <button type="submit" className="button is-primary" disabled={signingIn.isPending || key.trim() === ''}>
          {signingIn.isPending ? 'Signing in…' : 'Sign in'}
        </button>
      </form>
    </main>
  );
}
