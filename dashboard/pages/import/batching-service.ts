import { ApiError } from '../../../src/client/api-error.ts';
import { sendRequest } from '../../../src/client/client.ts';
import { type Batch, createBatchResult } from '../../../src/domain/batch.ts';
import { type ImportService, ServiceRefusal } from '../../../src/importing/import-service.ts';
import type { Access } from '../../api/client.ts';

/** What the service stores at once, so that progress shows and stopping does not take long. */
const MAX_LINES = 1000;
const MAX_CHARACTERS = 2 * 1024 * 1024;
const RETRIES = 6;
const RETRY_MS = 5000;

interface Options extends Access {
  project: string;
  wait?(ms: number): Promise<void>;
}

/** The service as imports use it, asked from a browser: chats are sent in pieces. */
export function createBatchingService({ baseUrl, headers, project, wait = sleep }: Options): ImportService {
  async function request<Answer>(
    path: string,
    { query = {}, body, contentType }: { query?: Record<string, string>; body?: string; contentType?: string },
  ): Promise<Answer> {
    const url = `${baseUrl}${path}?${new URLSearchParams({ ...query, project_id: project })}`;
    for (let failures = 0; ; failures += 1) {
      try {
        const response = await sendRequest(url, {
          method: body === undefined ? 'GET' : 'POST',
          headers,
          ...(body === undefined ? {} : { body }),
          ...(contentType === undefined ? {} : { contentType }),
        });
        return (await response.json()) as Answer;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // What is refused because there is too much was not begun, so that it can be sent again.
        if (![429, 503].includes(error.status) || failures >= RETRIES) throw toRefusal(error);
        await wait(RETRY_MS);
      }
    }
  }
  return {
    project,
    ask: (asked) =>
      request(asked.path, {
        ...(asked.query ? { query: asked.query } : {}),
        ...(asked.body ? { body: JSON.stringify(asked.body) } : {}),
      }),
    async sendChats(lines, { query, onResult }) {
      const result = createBatchResult();
      let [body, count, sent] = ['', 0, 0];
      const flush = async () => {
        if (body.trim() !== '') {
          const part = await request<Batch>('/chats', { query, body, contentType: 'application/x-ndjson' });
          const start = sent;
          result.merge({ ...part, rejected: part.rejected.map((entry) => ({ ...entry, index: start + entry.index })) });
          onResult?.(result.toBatch());
        }
        [body, count, sent] = ['', 0, sent + count];
      };
      for await (const line of lines) {
        body += line;
        count += 1;
        if (count === MAX_LINES || body.length >= MAX_CHARACTERS) await flush();
      }
      await flush();
      return result.toBatch();
    },
  };
}

function toRefusal(error: ApiError): Error {
  return error.status === 0 || error.status >= 500 ? error : new ServiceRefusal(error.code, error.message);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
