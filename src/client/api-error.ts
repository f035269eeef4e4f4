import type { ErrorCode } from '../errors.ts';

export interface ErrorDetail {
  /** The field, such as `ask.model`. */
  path: string;
  message: string;
}

/** A code of the API; `unreachable` where there was no answer, `unknown` where the answer was not one of the service. */
export type ApiErrorCode = ErrorCode | 'unreachable' | 'unknown';

/** An error that the service answered with, in its own words, or that it could not be reached. */
export class ApiError extends Error {
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly requestId: string | null;
  /** What is wrong with each field of the input; empty if the error is about something else. */
  readonly details: readonly ErrorDetail[];
  /** How long the service asks to wait before the next try; null if it does not say. */
  readonly retryAfterMs: number | null;

  constructor({
    status,
    code,
    message,
    requestId,
    details = [],
    retryAfterMs = null,
  }: {
    status: number;
    code: ApiErrorCode;
    message: string;
    requestId: string | null;
    details?: readonly ErrorDetail[];
    retryAfterMs?: number | null;
  }) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
    this.retryAfterMs = retryAfterMs;
  }
}

export async function toApiError(response: Response): Promise<ApiError> {
  const said = (await response.json().catch(() => ({}))) as {
    message?: string;
    code?: ApiErrorCode;
    details?: ErrorDetail[];
  };
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return new ApiError({
    status: response.status,
    code: said.code ?? 'unknown',
    message: said.message ?? describeAnswer(response),
    requestId: response.headers.get('X-Request-Id'),
    ...(said.details ? { details: said.details } : {}),
    ...(Number.isNaN(seconds) ? {} : { retryAfterMs: seconds * 1000 }),
  });
}

function describeAnswer({ status, headers }: Response): string {
  const location = headers.get('Location');
  if (location === null) return `The service answered with status ${status}.`;
  return `The service answered with status ${status} and redirects to ${location}. Use that address.`;
}
