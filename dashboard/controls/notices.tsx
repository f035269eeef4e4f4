import type { ReactNode } from 'react';
import { ApiError } from '../api/client.ts';

/** Says what happened and offers to try again. */
export function Failure({
  error,
  onRetry,
  doing = 'This could not be loaded.',
}: {
  error: unknown;
  onRetry?: () => void;
  doing?: string;
}) {
  const message = error instanceof Error ? error.message : String(error);
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{doing}</strong> {message}
        {requestId ? <span className="quiet failure-id"> Request {requestId}</span> : null}
      </p>
      {onRetry ? (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      ) : null}
    </div>
  );
}

/** Nothing to show, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children ? <div className="empty-text">{children}</div> : null}
    </div>
  );
}

export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{label}</span>
      <span className="loading-bar" aria-hidden="true" />
    </div>
  );
}
