import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../../client/api-error.ts';
import { AppError } from '../../errors.ts';
import { type ImportService, ServiceRefusal, type ServiceRequest } from '../../importing/import-service.ts';

/** A running service, which may be on another machine. */
interface RemoteService {
  url: string;
  key: string;
  project: string | undefined;
}

/** The service as imports use it. Chats are sent in one request, as they come. */
export function openRemoteService(remote: RemoteService): ImportService {
  return {
    project: remote.project,
    ask: (request) => askService(remote, request),
    sendChats: (lines, { query }) => askService(remote, { path: '/chats', query, lines }),
  };
}

/** Asks the service. A refusal becomes an error with the service's own words. */
async function askService<Answer>(
  { url, key, project }: RemoteService,
  { path, query = {}, lines, body }: ServiceRequest & { lines?: AsyncIterable<string> },
): Promise<Answer> {
  const target = new URL(`${url}${path}`);
  if (project !== undefined) target.searchParams.set('project_id', project);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = request(target, {
    method: lines || body ? 'POST' : 'GET',
    headers: {
      'X-API-Key': key,
      ...(lines ? { 'Content-Type': 'application/x-ndjson' } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
  });
  const answer = new Promise<string>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString()));
      response.on('error', reject);
    });
  });
  try {
    const sent = pipeline(Readable.from(lines ?? (body ? [JSON.stringify(body)] : [])), outgoing);
    // A service that refuses may answer before it has read everything.
    const text = await Promise.race([answer, sent.then(() => answer)]);
    const parsed = JSON.parse(text) as Answer & { message?: string; code?: string };
    if (parsed.message !== undefined) throw new ServiceRefusal(parsed.code ?? 'unknown', parsed.message);
    return parsed;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new ApiError({
      status: 0,
      code: 'unreachable',
      message: `${target.origin} did not accept the file: ${(error as Error).message}. Is the service running?`,
      requestId: null,
    });
  }
}
