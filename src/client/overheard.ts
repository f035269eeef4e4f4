import { type Client, createClient, type RequestOptions } from './client.ts';
import { createRetries } from './retries.ts';
import type { InputOfRoute, ItemOfRoute, OutputOfRoute, PagedRoute, Route } from './routes.ts';

const PAGE_SIZE = 1000;
const DEFAULT_RETRIES = 2;

export interface OverheardOptions {
  /** The address of the service, or of its API if that is not at `/v1`. */
  url: string;
  /** An API key. Never put a key into a web page: whoever opens the page can read it. */
  key: string;
  /** How often a request is repeated if the service is unreachable or busy. Default: 2. */
  retries?: number;
}

/** A client of Overheard's API for Node.js and browsers. */
export class Overheard implements Client {
  readonly #client: Client;

  constructor({ url, key, retries = DEFAULT_RETRIES }: OverheardOptions) {
    this.#client = createClient({
      baseUrl: toApiUrl(url),
      headers: () => ({ 'X-API-Key': key }),
      redirect: 'manual',
      attempt: createRetries({ retries }),
    });
  }

  /** Calls an operation and returns its answer, or throws an `ApiError`. */
  call<Known extends Route>(
    route: Known,
    input: InputOfRoute<Known>,
    options: RequestOptions = {},
  ): Promise<OutputOfRoute<Known>> {
    return this.#client.call(route, input, withIdempotencyKey(route, options));
  }

  /**
   * Calls an operation and returns the whole response: its rows as `text/csv`, `application/x-ndjson` or
   * `application/vnd.apache.parquet`, say.
   */
  fetch<Known extends Route>(
    route: Known,
    input: InputOfRoute<Known>,
    options: RequestOptions & { accept: string },
  ): Promise<Response> {
    return this.#client.fetch(route, input, { ...options, ...withIdempotencyKey(route, options) });
  }

  /** All entries of a list, page by page, from `offset` on; `limit` is the size of a page. */
  async *list<Known extends PagedRoute>(
    route: Known,
    input: InputOfRoute<Known>,
    options: RequestOptions = {},
  ): AsyncGenerator<ItemOfRoute<Known>, void, undefined> {
    const { limit = PAGE_SIZE, offset = 0 } = input as { limit?: number; offset?: number };
    for (let from = offset; ; from += limit) {
      const page = await this.call(route, { ...input, limit, offset: from } as InputOfRoute<Known>, options);
      const { data } = page as { data: ItemOfRoute<Known>[] };
      yield* data;
      if (data.length < limit) return;
    }
  }
}

/** The address of the API, where only that of the service may be given. */
export function toApiUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + (pathname === '/' ? '/v1' : pathname.replace(/\/+$/, ''));
}

/** A key of its own for each request, so that it can be repeated. */
function withIdempotencyKey(route: Route, options: RequestOptions): RequestOptions {
  return route.startsWith('POST ') ? { idempotencyKey: createIdempotencyKey(), ...options } : options;
}

/** TRICKY: not `crypto.randomUUID`, which pages that were not loaded over HTTPS do not have. */
function createIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
