/** Every error that a client can get: its HTTP status, and the exit code of a command that ends with it. */
const ERRORS = {
  invalid_json: { status: 400, exit: 2 },
  invalid_request: { status: 400, exit: 2 },
  project_id_required: { status: 400, exit: 2 },
  unauthorized: { status: 401, exit: 3 },
  forbidden: { status: 403, exit: 3 },
  not_found: { status: 404, exit: 4 },
  method_not_allowed: { status: 405, exit: 2 },
  request_timeout: { status: 408, exit: 6 },
  duplicate: { status: 409, exit: 5 },
  idempotency_mismatch: { status: 409, exit: 5 },
  in_progress: { status: 409, exit: 5 },
  limit_reached: { status: 409, exit: 5 },
  in_use: { status: 409, exit: 5 },
  last_key: { status: 409, exit: 5 },
  built_in: { status: 409, exit: 5 },
  nothing_to_ask: { status: 409, exit: 5 },
  secrets_key_required: { status: 409, exit: 5 },
  wrong_state: { status: 409, exit: 5 },
  payload_too_large: { status: 413, exit: 2 },
  unsupported_media_type: { status: 415, exit: 2 },
  rate_limited: { status: 429, exit: 6 },
  internal: { status: 500, exit: 1 },
  store_unavailable: { status: 503, exit: 1 },
  starting: { status: 503, exit: 6 },
  stopping: { status: 503, exit: 6 },
  overloaded: { status: 503, exit: 6 },
  query_timeout: { status: 503, exit: 6 },
} as const;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorDetail {
  path: string;
  message: string;
}

interface AppErrorOptions {
  details?: ErrorDetail[];
  /** Headers of the response, such as `Allow` or `Retry-After`. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/** The one error whose message is meant for users. It says what happened, why, and what to do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.headers = {
      ...(ERRORS[code].status === 503 ? { 'Retry-After': '1' } : {}),
      ...options.headers,
    };
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get exitCode(): number {
    return ERRORS[this.code].exit;
  }
}

/** The exit code for a code that a service answered with, which may be newer than this program. */
export function toExitCode(code: string): number {
  return (ERRORS as Record<string, { exit: number }>)[code]?.exit ?? 1;
}

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid_request', `${path === '' ? '' : `${path}: `}${message}`, {
    details: [{ path, message }],
  });
}

export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}

export function notFound(what: string): AppError {
  return new AppError('not_found', `This ${what} does not exist.`);
}
