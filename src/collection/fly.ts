import { fromCountryKey } from '../domain/countries.ts';
import { toId } from '../ids.ts';
import { AskError, type Job } from '../providers/provider.ts';
import { keepTaskJob } from '../store/queries/tasks.ts';
import { packRaw, toNewChat } from './answers.ts';
import { askOnce } from './ask-once.ts';
import type { Claimed, StartedTask } from './claim.ts';
import { toLocalDay } from './local-day.ts';
import { afterCut, afterFailure } from './outcomes.ts';
import { openSecret } from './secrets.ts';
import type { CollectionServices } from './services.ts';
import type { EndedAsk } from './settle.ts';

/** An ask that is over, and what it says about its channel. */
export interface Landed {
  ended: EndedAsk;
  /** Null if it was answered; undefined if it was cut off or never asked, which says nothing. */
  error?: AskError | null;
}

interface Flight {
  project: number;
  task: StartedTask;
  claimed: Claimed;
  signal: AbortSignal;
}

/** Asks one task. It always resolves: what went wrong is part of the result. */
export async function fly(services: CollectionServices, { project, task, claimed, signal }: Flight): Promise<Landed> {
  const ask = claimed.ask!;
  const country_code = fromCountryKey(task.country);
  const id = toId('task', task.id);
  const job = task.job === null ? null : (JSON.parse(task.job) as Job);
  try {
    const answered = await askOnce(services, {
      ask,
      prompt: task.text,
      country_code,
      date: toLocalDay(services.now(), claimed.time_zone),
      id,
      secret: openSecret(ask, claimed.secret),
      job,
      keepJob: async (created) => {
        const kept = JSON.stringify(created);
        task.job = kept;
        const { run, task: key, attempts, cuts } = task;
        await services.store.write(project, ({ db }) =>
          keepTaskJob(db, project, { run, task: key, attempts, cuts, job: kept }),
        );
      },
      signal,
    });
    const { exchanges, reply, cost } = answered;
    const chat = toNewChat(answered, {
      prompt_id: toId('prompt', task.prompt_id),
      channel_id: claimed.channel_id,
      country_code,
      date: toLocalDay(services.now(), claimed.time_zone),
      external_id: id,
    });
    const isKept = services.config.KEEP_RAW_DAYS > 0 && exchanges.length > 0;
    // Nobody waits for this here: the next ask can begin.
    const raw = isKept ? packRaw({ ask, prompt: task.text, country_code, exchanges, job }) : Promise.resolve(null);
    return { ended: { task, answer: { chat, cost, searches: reply.usage.searches, raw } }, error: null };
  } catch (error) {
    if (signal.aborted) return { ended: { task, next: afterCut(task) } };
    const known = error instanceof AskError ? error : new AskError('internal', String(error).slice(0, 300));
    const next = afterFailure(task, known, { now: services.now(), random: Math.random });
    return { ended: { task, next }, error: known };
  }
}
