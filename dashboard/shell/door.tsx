import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasSession, signIn, watchSignedOut } from '../api/client.ts';
import { callerQuery } from '../api/queries.ts';
import { Failure, Loading } from '../controls/notices.tsx';
import { App } from './app.tsx';
import { SignIn } from './sign-in.tsx';

type State = 'entering' | 'outside' | 'inside';

/** Lets people in: with the link of the first start, with a session that there is, or with a key. */
export function Door() {
  const client = useQueryClient();
  const [state, setState] = useState<State>(() => (readToken() ? 'entering' : hasSession() ? 'inside' : 'outside'));
  const [problem, setProblem] = useState<string | null>(null);
  const caller = useQuery({ ...callerQuery, enabled: state === 'inside' });

  useEffect(() => watchSignedOut(() => setState('outside')), []);
  useEffect(() => {
    const token = takeToken();
    if (token === null) return;
    signIn({ token }).then(
      () => setState('inside'),
      (error) => {
        setProblem((error as Error).message);
        setState(hasSession() ? 'inside' : 'outside');
      },
    );
  }, []);

  const enter = () => {
    setProblem(null);
    setState('inside');
    void client.invalidateQueries();
  };
  if (state === 'entering') return <Loading label="Signing in" />;
  // Whoever is signed out in the middle of something finds it again as it was.
  const form = state === 'outside' ? <SignIn problem={problem} onDone={enter} /> : null;
  if (!caller.data) {
    if (form) return form;
    if (caller.error) return <Failure error={caller.error} onRetry={() => void caller.refetch()} />;
    return <Loading />;
  }
  return (
    <>
      {form}
      <App caller={caller.data} isAway={form !== null} />
    </>
  );
}

const LINK = /^#sign-in=([\w-]+)$/;

function readToken(): string | null {
  return LINK.exec(window.location.hash)?.[1] ?? null;
}

/** The token of the link, taken out of the address so that nobody copies it along. */
function takeToken(): string | null {
  const token = readToken();
  if (token !== null) window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return token;
}
