import type { Reason } from '../domain/ask.ts';
import type { AskError } from '../providers/provider.ts';
import type { TaskEnd } from '../store/queries/tasks.ts';

const MAX_ASKS = 5;
const MAX_CUTS = 20;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;
/** A provider that wants a longer pause gets no further ask. */
const MAX_RETRY_AFTER_MS = 15 * 60_000;

/** Asking again cannot help. */
const FINAL: ReadonlySet<Reason> = new Set(['unauthorized', 'no_credit', 'refused_by_provider']);

/** A task while it is asked; `attempts` counts this ask. */
export interface AskedTask {
  run: number;
  task: number;
  attempts: number;
  cuts: number;
  /** Why the ask before this one failed. */
  reason: string | null;
  job: string | null;
  reservation: number;
}

type Next = TaskEnd['next'];

const NOTHING = {
  cost: null,
  input_tokens: null,
  output_tokens: null,
  searches: null,
  chat: 0,
  job: null,
  due_at: null,
  keeps_reservation: false,
} as const;

/** What becomes of a task whose ask failed: it is asked again later, or has failed for good. */
export function afterFailure(
  { attempts, cuts, reason: before, job, reservation }: AskedTask,
  error: AskError,
  { now, random }: { now: Date; random(): number },
): Next {
  const { reason, message, retry_after_ms, is_end_unknown, keeps_job } = error;
  const isAskedAgain =
    attempts < MAX_ASKS &&
    !FINAL.has(reason) &&
    (retry_after_ms ?? 0) <= MAX_RETRY_AFTER_MS &&
    !(reason === 'bad_response' && before === 'bad_response');
  const keepsJob = keeps_job && job !== null && isAskedAgain;
  // What an ask cost whose end is unknown is what was reserved for it.
  const cost = keepsJob ? null : is_end_unknown || job !== null ? reservation : 0;
  return {
    ...NOTHING,
    state: isAskedAgain ? 'queued' : 'failed',
    attempts,
    cuts,
    reason,
    message,
    due_at: isAskedAgain ? new Date(now.getTime() + toWait(attempts, { retry_after_ms, random })) : null,
    cost,
    job: keepsJob ? job : null,
    keeps_reservation: keepsJob,
  };
}

/** Full jitter: any time up to a bound that doubles with each ask, but not before the time that the provider names. */
function toWait(
  attempts: number,
  { retry_after_ms, random }: { retry_after_ms: number | null; random(): number },
): number {
  const bound = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
  return Math.max(retry_after_ms ?? 0, random() * bound);
}

/** What becomes of a task whose ask our own end cut off: it does not count as one of its asks. */
export function afterCut(task: AskedTask): Next {
  if (task.cuts + 1 < MAX_CUTS) return askAgain(task, { reason: task.reason });
  const message = `The service was stopped ${MAX_CUTS} times while it waited for this answer.`;
  return giveUp(task, { reason: 'internal', message });
}

/** A task under which the process ends by an error of its own has one more chance. */
export function afterCrash(task: AskedTask): Next {
  if (task.reason !== 'crashed') return askAgain(task, { reason: 'crashed' });
  return giveUp(task, { reason: 'crashed', message: 'Asking this ended the service twice.' });
}

/** A job goes on at the provider while the process is gone; an ask without one was in vain, and may be billed. */
function askAgain({ attempts, cuts, job, reservation }: AskedTask, { reason }: { reason: string | null }): Next {
  const keepsJob = job !== null;
  return {
    ...NOTHING,
    state: 'queued',
    attempts: Math.max(0, attempts - 1),
    cuts: cuts + 1,
    reason,
    message: null,
    cost: keepsJob ? null : reservation,
    job,
    keeps_reservation: keepsJob,
  };
}

function giveUp(
  { attempts, cuts, reservation }: AskedTask,
  { reason, message }: { reason: Reason; message: string },
): Next {
  const counts = { attempts: Math.max(0, attempts - 1), cuts: cuts + 1 };
  return { ...NOTHING, ...counts, state: 'failed', reason, message, cost: reservation };
}

/** What becomes of a task that was started but never asked. */
export function afterReturn({ attempts, cuts, reason, job }: AskedTask): Next {
  return {
    ...NOTHING,
    state: 'queued',
    attempts: attempts - 1,
    cuts,
    reason,
    message: null,
    job,
    keeps_reservation: job !== null,
  };
}

/** What becomes of a task that was answered. */
export function afterAnswer(
  { attempts, cuts }: AskedTask,
  used: Pick<Next, 'cost' | 'input_tokens' | 'output_tokens' | 'searches' | 'chat'>,
): Next {
  return { ...NOTHING, ...used, state: 'done', attempts, cuts, reason: null, message: null };
}

/** What becomes of a task whose prompt was deleted while it was asked. */
export function afterLoss({ attempts, cuts }: AskedTask, cost: number | null): Next {
  const message = 'The prompt was deleted while the model was asked.';
  return { ...NOTHING, state: 'skipped', attempts, cuts, reason: 'gone', message, cost };
}
