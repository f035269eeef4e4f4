import type { ReactNode } from 'react';
import { ApiError } from '../api/client.ts';

/** An error message, with a button to try again. */
export function Failure({
  error,
  onRetry,
  title = 'The data could not be loaded.',
}: {
  error: unknown;
  onRetry?: () => void;
  title?: string;
}) {
  const message = error instanceof Error ? error.message : String(error);
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{title}</strong> {message}
        {requestId ? <span className="quiet failure-id"> Request ID: {requestId}</span> : null}
      </p>
      {onRetry ? (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      ) : null}
    </div>
  );
}

/** Shown instead of missing data: why it is missing, and what to do. */
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
