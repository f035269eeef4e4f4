import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasSession, signIn, watchSignedOut } from '../api/client.ts';
import { callerQuery } from '../api/queries.ts';
import { Failure, Loading } from '../controls/notices.tsx';
import { readShareToken } from '../share-token.ts';
import { App } from './app.tsx';
import { EndedLink } from './ended-link.tsx';
import { SignIn } from './sign-in.tsx';

type State = 'signing-in' | 'signed-out' | 'signed-in';

/** Shows the dashboard to people with a session or a share link, and signs others in by link or by key. */
export function SessionGate() {
  const client = useQueryClient();
  const isShared = readShareToken() !== null;
  const [state, setState] = useState<State>(() =>
    readToken() ? 'signing-in' : hasSession() || isShared ? 'signed-in' : 'signed-out',
  );
  const [problem, setProblem] = useState<string | null>(null);
  const caller = useQuery({ ...callerQuery, enabled: state === 'signed-in' });

  const [ending, setEnding] = useState('');
  useEffect(
    () =>
      watchSignedOut((reason) => {
        setEnding(reason);
        setState('signed-out');
      }),
    [],
  );
  useEffect(() => {
    const token = takeToken();
    if (token === null) return;
    signIn({ token }).then(
      () => setState('signed-in'),
      (error) => {
        setProblem((error as Error).message);
        setState(hasSession() ? 'signed-in' : 'signed-out');
      },
    );
  }, []);

  const onSignedIn = () => {
    setProblem(null);
    setState('signed-in');
    void client.invalidateQueries();
  };
  if (state === 'signing-in') return <Loading label="Signing in" />;
  if (isShared && state === 'signed-out') return <EndedLink reason={ending} />;
  const form = state === 'signed-out' ? <SignIn problem={problem} onDone={onSignedIn} /> : null;
  if (!caller.data) {
    if (form) return form;
    if (caller.error) return <Failure error={caller.error} onRetry={() => void caller.refetch()} />;
    return <Loading />;
  }
  // The page stays mounted below the form, so that nobody loses work when a session ends.
  return (
    <>
      {form}
      <App caller={caller.data} isSignedOut={form !== null} />
    </>
  );
}

const SIGN_IN_LINK = /^#sign-in=([\w-]+)$/;

function readToken(): string | null {
  return SIGN_IN_LINK.exec(window.location.hash)?.[1] ?? null;
}

/** Reads the token of a sign-in link and removes it from the URL, so that nobody copies it by accident. */
function takeToken(): string | null {
  const token = readToken();
  if (token !== null) window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return token;
}
