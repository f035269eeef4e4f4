import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signIn } from '../api/client.ts';
import { Wordmark } from './wordmark.tsx';

/** Asks for a key; the browser keeps none, only a session. */
export function SignIn({ problem, onDone }: { problem: string | null; onDone(): void }) {
  const [key, setKey] = useState('');
  const entering = useMutation({ mutationFn: () => signIn({ key: key.trim() }), onSuccess: onDone });
  const said = entering.error?.message ?? problem;
  return (
    <main className="sign-in">
      <form
        className="sign-in-form"
        onSubmit={(event) => {
          event.preventDefault();
          entering.mutate();
        }}
      >
        <Wordmark />
        <h1>What do assistants say about you?</h1>
        <p className="quiet">
          Sign in with a company key or a project key. It was printed at the first start, or someone gave it to you.
        </p>
        <label className="field">
          <span>Key</span>
          <input
            type="password"
            autoComplete="current-password"
            spellCheck={false}
            value={key}
            onChange={(event) => setKey(event.target.value)}
            placeholder="ohc_…"
            required
            // biome-ignore lint/a11y/noAutofocus: there is nothing else on the page.
            autoFocus
          />
        </label>
        {said ? (
          <p className="sign-in-problem" role="alert">
            {said}
          </p>
        ) : null}
        <button type="submit" className="button is-primary" disabled={entering.isPending || key.trim() === ''}>
          {entering.isPending ? 'Signing in' : 'Sign in'}
        </button>
      </form>
    </main>
  );
}
