import { ApiError, toApiError } from './api-error.ts';
import { toHttpRequest } from './http-request.ts';
import type { InputOfRoute, OutputOfRoute, QueryFieldOfRoute, Route } from './routes.ts';

export interface ClientOptions {
  /** Where the API is, such as `https://overheard.example.com/v1`. */
  baseUrl: string;
  /** Headers of every request, such as `X-API-Key`. */
  headers(): Record<string, string>;
}

export interface RequestOptions {
  signal?: AbortSignal;
  /** A repeated request with the same key gets the first answer again instead of being done twice. */
  idempotencyKey?: string;
}

/** The options of a route; a route with fields that go into the query names them, because only the compiler knows them. */
export type OptionsOfRoute<Known extends Route> = [QueryFieldOfRoute<Known>] extends [never]
  ? RequestOptions
  : RequestOptions & { inQuery: Record<QueryFieldOfRoute<Known>, true> };

type Rest<Options> = RequestOptions extends Options ? [options?: Options] : [options: Options];

export interface Client {
  /** Calls an operation and returns its answer, or throws an `ApiError`. */
  call<Known extends Route>(
    route: Known,
    input: InputOfRoute<Known>,
    ...rest: Rest<OptionsOfRoute<Known>>
  ): Promise<OutputOfRoute<Known>>;
  /** Calls an operation and returns the whole response, in the format asked for: rows as `text/csv`, say. */
  fetch<Known extends Route>(
    route: Known,
    input: InputOfRoute<Known>,
    options: OptionsOfRoute<Known> & { accept: string },
  ): Promise<Response>;
}

/** A client of the API. Its types come from the operations of the service, so a wrong field does not compile. */
export function createClient({ baseUrl, headers }: ClientOptions): Client {
  function send(
    route: Route,
    input: object,
    { signal, idempotencyKey, accept, inQuery = {} }: RequestOptions & { accept?: string; inQuery?: object } = {},
  ): Promise<Response> {
    const { url, ...request } = toHttpRequest(route, input as Record<string, unknown>, Object.keys(inQuery));
    return sendRequest(baseUrl + url, {
      ...request,
      headers: {
        ...headers(),
        ...(accept === undefined ? {} : { Accept: accept }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(signal ? { signal } : {}),
    });
  }
  return {
    call: async (route, input, ...[options]) => (await send(route, input as object, options)).json() as never,
    fetch: (route, input, options) => send(route, input as object, options),
  };
}

export interface PlainRequest {
  method: string;
  headers: Record<string, string>;
  /** JSON, unless `contentType` says otherwise. */
  body?: string | undefined;
  contentType?: string;
  signal?: AbortSignal;
}

/** Sends a request, and throws an `ApiError` where it is refused or there is no answer. */
export async function sendRequest(
  url: string,
  { method, headers, body, contentType = 'application/json', signal }: PlainRequest,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, {
      method,
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
