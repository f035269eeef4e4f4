import { type Ask, DEFAULT_TIMEOUT_SECONDS } from '../../domain/ask.ts';
import { AskError, type AskServices, type Job, type Provider, type Question, type Reply } from '../provider.ts';
import { checkHttpAsk, listHttpHosts } from './check-ask.ts';
import { readPath, readReply } from './read-response.ts';
import { type HttpCall, type Line, send } from './send.ts';
import { fillBody, fillHeader, fillUrl, toValues, type Values } from './templates.ts';
import { DEFAULT_GIVE_UP_SECONDS, rethrowPollError, waitForJob } from './wait-for-job.ts';

/** Asks any HTTP service that a description explains. */
export const http: Provider = {
  kind: 'http',
  hosts: [],
  country: 'template',
  check: checkHttpAsk,
  listHosts: listHttpHosts,
  toTimeLimitSeconds,
  ask: askHttp,
};

/** The request and `then` may take their time-out each, besides the wait for the job. */
function toTimeLimitSeconds({ timeout_seconds = DEFAULT_TIMEOUT_SECONDS, poll, then }: Ask): number {
  const waiting = poll === undefined ? 0 : (poll.give_up_seconds ?? DEFAULT_GIVE_UP_SECONDS) + timeout_seconds;
  return timeout_seconds + waiting + (then === undefined ? 0 : timeout_seconds);
}

async function askHttp({ ask, ...question }: Question, services: AskServices): Promise<Reply> {
  const { request, response, poll, then } = ask;
  if (request === undefined || response === undefined) {
    throw new AskError('internal', 'The channel does not describe its request and response.');
  }
  const values = toValues({ ...question, model: ask.model ?? '', secret: services.secret ?? '' });
  const line: Line = {
    send: services.send,
    signal: services.signal,
    timeout_seconds: ask.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS,
    now: services.now,
    is_replay: services.is_replay ?? false,
    error_path: response.error,
  };
  const headers = toHeaders(request, values);
  const isResumed = poll !== undefined && services.job !== undefined && services.job !== null;
  let job: Job | null = isResumed ? services.job! : null;
  let document: unknown;
  if (!isResumed) {
    document = (await send(toCall(request, { headers, values }), line)).document;
    job = await findJob(document, { poll, services });
    if (job !== null) await services.keepJob?.(job);
  }
  if (poll !== undefined && job !== null) {
    const url = toUrlWithId(poll.url, values, job.id);
    document = await waitForJob({ poll, response, job, is_resumed: isResumed, url, headers, line });
  }
  if (then !== undefined) {
    const id = then.id === undefined ? (job?.id ?? values.id) : toId(await readPath(then.id, document));
    if (id !== null) {
      const call: HttpCall = { method: 'GET', url: toUrlWithId(then.url, values, id), headers };
      const answered = send(call, line);
      document = (await (job === null ? answered : answered.catch(rethrowPollError))).document;
    }
  }
  if (document === undefined) throw new AskError('bad_response', 'The response is empty.');
  return readReply(document, response);
}

function toHeaders(request: NonNullable<Ask['request']>, values: Values): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  for (const [name, template] of Object.entries(request.headers ?? {})) {
    headers[name.toLowerCase()] = fillHeader(template, values);
  }
  return headers;
}

interface Filling {
  headers: Record<string, string>;
  values: Values;
}

function toCall({ method, url, body }: NonNullable<Ask['request']>, { headers, values }: Filling): HttpCall {
  const call = { method, url: fillUrl(url, values), headers };
  if (body === undefined) return call;
  return {
    ...call,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(fillBody(body, values)),
  };
}

interface Search {
  poll: Ask['poll'];
  services: AskServices;
}

/** The job that the first response announces; null if that response is already the answer. */
async function findJob(document: unknown, { poll, services }: Search): Promise<Job | null> {
  const id = toId(await readPath(poll?.id, document));
  return id === null ? null : { id, since: services.now().toISOString() };
}

function toId([value]: readonly unknown[]): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

function toUrlWithId(template: string, values: Values, id: string): string {
  // These two would lead to another path, however they are encoded.
  if (id === '.' || id === '..') throw new AskError('bad_response', `The service gave \`${id}\` as an id.`);
  return fillUrl(template, { ...values, id });
}
