import { useEffect } from 'react';
import { hasSession } from '../api/client.ts';
import { leaveSharedView } from '../share-token.ts';
import { Wordmark } from './wordmark.tsx';

/** Shown to whoever comes with a share link that has expired or was revoked. */
export function EndedLink({ reason }: { reason: string }) {
  useEffect(() => {
    document.title = 'Link not available · Overheard';
  }, []);
  return (
    <main className="sign-in">
      <div className="sign-in-form">
        <Wordmark />
        <h1>This link no longer works</h1>
        <p role="alert">{reason || 'This share link has expired or was revoked. Ask its sender for a new one.'}</p>
        <p className="quiet">Whoever shares a dashboard chooses how long its link works, and can end it at any time.</p>
        <button type="button" className="button" onClick={leaveSharedView}>
          {hasSession() ? 'Open your own dashboard' : 'Sign in with a key'}
        </button>
      </div>
    </main>
  );
}
