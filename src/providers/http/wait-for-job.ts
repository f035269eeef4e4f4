import { setTimeout } from 'node:timers/promises';
import type { Ask } from '../../domain/ask.ts';
import { toAbortError } from '../failures.ts';
import { AskError, type Job } from '../provider.ts';
import { isMet, readReason } from './read-response.ts';
import { type Answered, type Line, readError, send } from './send.ts';

const DEFAULT_POLL_SECONDS = 5;
export const DEFAULT_GIVE_UP_SECONDS = 300;

export interface Waiting {
  poll: NonNullable<Ask['poll']>;
  response: NonNullable<Ask['response']>;
  job: Job;
  /** A job of an earlier try is looked at first: some services keep results for minutes only. */
  is_resumed: boolean;
  url: string;
  headers: Record<string, string>;
  line: Line;
}

/** Polls until a job is done, and returns the response that says so. */
export async function waitForJob(waiting: Waiting): Promise<unknown> {
  const { poll, job, is_resumed, url, headers, line } = waiting;
  const everyMs = (poll.every_seconds ?? DEFAULT_POLL_SECONDS) * 1000;
  const giveUpSeconds = poll.give_up_seconds ?? DEFAULT_GIVE_UP_SECONDS;
  const giveUpAt = Date.parse(job.since) + giveUpSeconds * 1000;
  let isFirst = true;
  while (true) {
    const isDue = line.is_replay || (isFirst && is_resumed);
    if (!isDue)
      await wait(Math.min(everyMs, untilMs(giveUpAt, line)), { signal: line.signal, host: new URL(url).host });
    isFirst = false;
    const answered = await send({ method: 'GET', url, headers }, line).catch(rethrowPollError);
    if (await isDone(answered, waiting)) return answered.document;
    if (!line.is_replay && line.now().getTime() >= giveUpAt) {
      throw new AskError('timeout', `The service did not finish within ${giveUpSeconds} seconds.`, {
        is_end_unknown: true,
      });
    }
  }
}

function untilMs(time: number, { now }: Line): number {
  return Math.max(0, time - now().getTime());
}

async function isDone({ status, document }: Answered, { poll, response }: Waiting): Promise<boolean> {
  if (status === 202 || status === 204) return false;
  if (document === undefined) throw new AskError('bad_response', 'The response is empty.', { keeps_job: true });
  if (await isMet(poll.failed, document)) {
    const said = readError(document, response.error);
    throw new AskError(
      (await readReason(document, response)) ?? 'overloaded',
      `The service could not finish the job${said === '' ? '.' : `: ${said}`}`,
    );
  }
  return poll.done === undefined || (await isMet(poll.done, document));
}

/** The job goes on while we cannot reach it. A service that refuses the poll no longer knows it: it is asked for anew. */
export function rethrowPollError(error: unknown): never {
  if (!(error instanceof AskError)) throw error;
  const { message, retry_after_ms } = error;
  const isLost = error.reason === 'refused_by_provider';
  throw new AskError(isLost ? 'bad_response' : error.reason, message, {
    ...(retry_after_ms === null ? {} : { retry_after_ms }),
    // The next try goes on with the same job, so nothing is decided about what it costs.
    keeps_job: !isLost,
    cause: error,
  });
}

async function wait(ms: number, { signal, host }: { signal: AbortSignal; host: string }): Promise<void> {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch {
    const { reason, message } = toAbortError(signal, { host, is_end_unknown: true });
    throw new AskError(reason, message, { keeps_job: true });
  }
}
