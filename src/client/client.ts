import { ApiError, toApiError } from './api-error.ts';
import { toHttpRequest } from './http-request.ts';
import { type InputOfRoute, type OutputOfRoute, QUERY_FIELDS, type Route } from './routes.ts';

export interface ClientOptions {
  /** Where the API is, such as `https://overheard.example.com/v1`. */
  baseUrl: string;
  /** Headers of every request, such as `X-API-Key`. */
  headers(): Record<string, string>;
  /** `manual`: a redirect is an error, so that keys go nowhere else. */
  redirect?: 'follow' | 'manual';
  /** Sends a request, and may send it again; once by default. */
  attempt?(send: () => Promise<Response>, options: RequestOptions & { route: Route }): Promise<Response>;
}

export interface RequestOptions {
  signal?: AbortSignal;
  /** A repeated request with the same key gets the first answer again instead of being done twice. */
  idempotencyKey?: string;
}

export interface Client {
  /** Calls an operation and returns its answer, or throws an `ApiError`. */
  call<Known extends Route>(
    route: Known,
    input: InputOfRoute<Known>,
    options?: RequestOptions,
  ): Promise<OutputOfRoute<Known>>;
  /** Calls an operation and returns the whole response, in the format asked for: rows as `text/csv`, say. */
  fetch<Known extends Route>(
    route: Known,
    input: InputOfRoute<Known>,
    options: RequestOptions & { accept: string },
  ): Promise<Response>;
}

/** A client of the API. Its types come from the operations of the service, so a wrong field does not compile. */
export function createClient({
  baseUrl,
  headers,
  redirect = 'follow',
  attempt = (send) => send(),
}: ClientOptions): Client {
  function send(route: Route, input: object, options: RequestOptions & { accept?: string } = {}): Promise<Response> {
    const { signal, idempotencyKey, accept } = options;
    const inQuery = Object.keys((QUERY_FIELDS as Record<string, object>)[route] ?? {});
    const { url, ...request } = toHttpRequest(route, input as Record<string, unknown>, inQuery);
    const once = () =>
      sendRequest(baseUrl + url, {
        ...request,
        redirect,
        headers: {
          ...headers(),
          ...(accept === undefined ? {} : { Accept: accept }),
          ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        },
        ...(signal ? { signal } : {}),
      });
    return attempt(once, { ...options, route });
  }
  return {
    call: async (route, input, options) => (await send(route, input as object, options)).json() as never,
    fetch: (route, input, options) => send(route, input as object, options),
  };
}

export interface PlainRequest {
  method: string;
  headers: Record<string, string>;
  /** JSON, unless `contentType` says otherwise. */
  body?: string | undefined;
  contentType?: string;
  redirect?: 'follow' | 'manual';
  signal?: AbortSignal;
}

/** Sends a request, and throws an `ApiError` where it is refused or there is no answer. */
export async function sendRequest(
  url: string,
  { method, headers, body, contentType = 'application/json', redirect = 'follow', signal }: PlainRequest,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      redirect,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': contentType }) },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ status: 0, code: 'unreachable', message: 'The service cannot be reached.', requestId: null });
  }
  if (response.ok) return response;
  throw await toApiError(response);
}
