export interface ErrorDetail {
  /** The field, such as `ask.model`. */
  path: string;
  message: string;
}

/** An error that the service answered with, in its own words, or that it could not be reached. */
export class ApiError extends Error {
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** A code of the API, or `unreachable`. */
  readonly code: string;
  readonly requestId: string | null;
  /** What is wrong with each field of the input; empty if the error is about something else. */
  readonly details: readonly ErrorDetail[];

  constructor({
    status,
    code,
    message,
    requestId,
    details = [],
  }: {
    status: number;
    code: string;
    message: string;
    requestId: string | null;
    details?: readonly ErrorDetail[];
  }) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
  }
}

export async function toApiError(response: Response): Promise<ApiError> {
  const said = (await response.json().catch(() => ({}))) as {
    message?: string;
    code?: string;
    details?: ErrorDetail[];
  };
  return new ApiError({
    status: response.status,
    code: said.code ?? 'unknown',
    message: said.message ?? `The service answered with status ${response.status}.`,
    requestId: response.headers.get('X-Request-Id'),
    ...(said.details ? { details: said.details } : {}),
  });
}
