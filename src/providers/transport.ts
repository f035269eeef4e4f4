/** What is sent to a provider. Redirects are never followed. */
export interface Sending {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  /** Only the status counts: little of the body is read, and none of it is kept. */
  ignores_body?: boolean;
}

/** A response that has arrived as a whole. */
export interface Received {
  status: number;
  headers: Pick<Headers, 'get'>;
  body: string;
}

/** Sends one request. Rejects with an `AskError`. */
export type Send = (url: string, sending?: Sending) => Promise<Received>;
