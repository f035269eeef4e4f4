import type { Batch } from '../domain/batch.ts';
import { AppError } from '../errors.ts';

export interface ServiceRequest {
  path: string;
  query?: Record<string, string>;
  /** Sent as JSON. Without it, the request is a GET. */
  body?: object;
}

/** The service that entries are sent to, for one project. */
export interface ImportService {
  /** The ID of the project; undefined where the key has one. */
  project: string | undefined;
  /** A refusal becomes a `ServiceRefusal`. */
  ask<Answer>(request: ServiceRequest): Promise<Answer>;
  /** Sends chats as NDJSON. Indexes in the result count the lines, blank ones too. */
  sendChats(
    lines: AsyncIterable<string>,
    options: { query: Record<string, string>; onResult?(batch: Batch): void },
  ): Promise<Batch>;
}

/** The service's own refusal, with the code of its error. */
export class ServiceRefusal extends AppError {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super('invalid_request', message);
    this.reason = reason;
  }
}
