import { fromCountryKey } from '../domain/countries.ts';
import { isNotFound } from '../errors.ts';
import { toId } from '../ids.ts';
import type { Entry } from '../ingestion/intake.ts';
import { readAhead } from '../ingestion/readings.ts';
import { PROVIDERS } from '../providers/index.ts';
import { AskError, type Job } from '../providers/provider.ts';
import { readHealth, writeHealth } from '../store/queries/channel-health.ts';
import { touchSecret } from '../store/queries/secrets.ts';
import { ASKING, endQueued, findNextDue, keepTaskJob, listLeftRunning, type Maxima } from '../store/queries/tasks.ts';
import type { Db } from '../store/schema.ts';
import type { DecideOutcome, WorkKind } from '../work/kind.ts';
import { packRaw, toNewChat } from './answers.ts';
import { askOnce } from './ask-once.ts';
import { findChannel } from './channel-asks.ts';
import { judge } from './circuit.ts';
import { type Claimed, claimTasks, type StartedTask } from './claim.ts';
import { countEnded } from './collection-run.ts';
import { toLocalDay } from './local-day.ts';
import { type AskedTask, afterCut, afterFailure } from './outcomes.ts';
import { createPace, type Pace } from './pace.ts';
import { openSecret } from './secrets.ts';
import type { CollectionServices } from './services.ts';
import { type EndedAsk, settle } from './settle.ts';
import { createUsageMaxima, type UsageMaxima } from './usage-maxima.ts';

/** Channels that one process asks at the same time. Each is asked by one process only, which so keeps to its limits. */
const MAX_CHANNELS = 256;
/** Short, because an ask that was cut off waits for it. */
const LEASE_SECONDS = 6;
/** How often to look for new tasks while asks are in flight. */
const LOOK_MS = 500;
/** The same while none is, because the rate or the provider holds the channel back. */
const IDLE_LOOK_MS = 5000;
/** The store is given this many chances to take what has arrived. */
const MAX_FAILED_TURNS = 10;
const SECRET_TOUCH_MS = 60_000;

/** Asks the queued tasks of one channel, until none is due. */
export const asking: WorkKind<CollectionServices> = {
  kind: ASKING,
  concurrency: MAX_CHANNELS,
  lease_seconds: LEASE_SECONDS,
  step: (services, { project, subject }, { signal }) => askChannel(services, { project, channel: subject, signal }),
};

interface ChannelStep {
  project: number;
  channel: number;
  signal: AbortSignal;
}

/** An ask that is over, and what it says about its channel. */
interface Landed {
  ended: EndedAsk;
  /** Null if it was answered; undefined if our own end cut it off, which says nothing. */
  error?: AskError | null;
}

async function askChannel(services: CollectionServices, step: ChannelStep): Promise<DecideOutcome> {
  const { project, channel } = step;
  const { store, log } = services;
  const cut = new AbortController();
  const cutOff = () => cut.abort(step.signal.reason);
  step.signal.addEventListener('abort', cutOff, { once: true });
  const { signal } = cut;
  const pace = createPace();
  const maxima = createUsageMaxima(project, channel);
  const before = await findChannel(store.db, project, channel);
  if (before?.ask) await PROVIDERS.get(before.ask.kind)!.prepare?.();
  const flights = new Map<number, Promise<void>>();
  // What a process that ended has left behind.
  let landed: Landed[] = (await listLeftRunning(store.db, project, channel)).map((task) => ({
    ended: { task, next: afterCut(task) },
  }));
  let wake = () => {};
  let failedTurns = 0;

  function launch(task: StartedTask, claimed: Claimed): void {
    const flight = fly(services, { project, task, claimed, signal }).then((result) => {
      flights.delete(task.task);
      landed.push(result);
      wake();
    });
    flights.set(task.task, flight);
  }

  /** Answers that cannot be stored now are kept: they were paid for. */
  async function turn(claims: boolean): Promise<Claimed | undefined> {
    const arrived = landed;
    landed = [];
    try {
      const claimed = await takeTurn(services, {
        project,
        channel,
        pace,
        maxima,
        arrived,
        in_flight: flights.size,
        claims,
      });
      failedTurns = 0;
      return claimed;
    } catch (error) {
      landed = [...arrived, ...landed];
      failedTurns += 1;
      if (isNotFound(error) || failedTurns >= MAX_FAILED_TURNS) throw error;
      log.warn({ project, channel, message: String(error).slice(0, 300) }, 'answers could not be stored yet');
      return undefined;
    }
  }

  try {
    while (!signal.aborted) {
      const claimed = await turn(true);
      if (claimed?.ask) pace.started(claimed.ask, { count: claimed.started.length, now: services.now().getTime() });
      for (const task of claimed?.started ?? []) launch(task, claimed!);
      if (claimed && (claimed.is_incomplete || landed.length > 0)) continue;
      if (claimed && flights.size === 0 && claimed.look_at === null) break;
      const now = services.now().getTime();
      const most = claimed && flights.size === 0 ? IDLE_LOOK_MS : LOOK_MS;
      const wait = Math.min(most, Math.max(1, (claimed?.look_at ?? Number.POSITIVE_INFINITY) - now));
      await waitFor(wait, signal, (resolve) => {
        wake = resolve;
      });
    }
    await Promise.all(flights.values());
    if (landed.length > 0) await turn(false);
    return (db) => decideNext(db, { project, channel });
  } finally {
    // Where a turn failed for good, whoever comes next treats these asks as cut off.
    cut.abort();
    await Promise.all(flights.values());
    step.signal.removeEventListener('abort', cutOff);
  }
}

/** Waits until an ask has ended, or it is time to look again. */
async function waitFor(wait: number, signal: AbortSignal, onWake: (resolve: () => void) => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, wait);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
    signal.addEventListener('abort', end, { once: true });
    onWake(end);
  });
}

/** When the channel is to be asked again. It is decided where nobody else can queue tasks. */
async function decideNext(db: Db, { project, channel }: { project: number; channel: number }) {
  const next = await findNextDue(db, project, channel);
  if (next === null) return 'done' as const;
  const { paused_until } = await readHealth(db, project, channel);
  const paused = paused_until === null ? 0 : Date.parse(paused_until);
  return { due_at: new Date(Math.max(next.getTime(), paused)) };
}

interface Turn extends Omit<ChannelStep, 'signal'> {
  pace: Pace;
  maxima: UsageMaxima;
  arrived: readonly Landed[];
  in_flight: number;
  /** Whether to start further asks. */
  claims: boolean;
}

/** One transaction: stores what has arrived, and starts what may be asked next. */
async function takeTurn(services: CollectionServices, turn: Turn): Promise<Claimed> {
  const { project, channel, pace, maxima, arrived, in_flight, claims } = turn;
  const { store } = services;
  const asks = arrived.map(({ ended }) => ended);
  const readings = await readArrived(services, { project, asks });
  const now = services.now();
  for (const { ended, error } of arrived) {
    if (ended.answer) maxima.add(toUsed(ended.answer));
    if (error === null) pace.answered();
    else if (error) pace.failed(error, { in_flight: in_flight + arrived.length, now: now.getTime() });
  }
  return store.write(project, async (transaction) => {
    const { db } = transaction;
    if (asks.length > 0) {
      const ended = await settle(transaction, project, { services, asks, readings });
      await countEnded(db, project, { ended, now });
    }
    const before = await readHealth(db, project, channel);
    let health = before;
    for (const { error } of arrived) {
      if (error === undefined) continue;
      const judged = judge(health, { reason: error?.reason ?? null, now });
      health = judged.health;
      if (judged.gives_up) await giveUp(db, { project, channel, error: error!, now });
    }
    if (JSON.stringify(health) !== JSON.stringify(before)) await writeHealth(db, project, { channel, health });
    if (!claims) return NOTHING_CLAIMED;
    const found = await findChannel(db, project, channel);
    const claimed = await claimTasks(db, project, { services, channel: found, health, pace, maxima, in_flight });
    await recordUse(db, { project, claimed, now });
    return claimed;
  });
}

function toUsed({ chat, cost, searches }: NonNullable<EndedAsk['answer']>): Maxima {
  const { input_tokens = null, output_tokens = null } = chat;
  return { input_tokens, output_tokens, searches, cost };
}

const NOTHING_CLAIMED: Claimed = {
  started: [],
  ask: null,
  secret: undefined,
  channel_id: '',
  time_zone: 'UTC',
  look_at: null,
  is_incomplete: false,
};

/** Reads answers before the transaction, so that other writers of the project need not wait for that. */
async function readArrived(
  services: CollectionServices,
  { project, asks }: { project: number; asks: readonly EndedAsk[] },
) {
  const entries = asks.flatMap(({ answer }, index): Entry[] => (answer ? [{ index, chat: answer.chat }] : []));
  if (entries.length === 0) return new Map();
  return readAhead({ services, project, on_duplicate: 'skip' }, entries);
}

async function giveUp(
  db: Db,
  { project, channel, error, now }: { project: number; channel: number; error: AskError; now: Date },
): Promise<void> {
  const ended = await endQueued(db, project, {
    filter: { channel },
    state: 'failed',
    reason: error.reason,
    message: `Not asked, because the channel did not answer after three pauses. ${error.message}`,
  });
  await countEnded(db, project, { ended, now });
}

async function recordUse(
  db: Db,
  { project, claimed: { started, secret }, now }: { project: number; claimed: Claimed; now: Date },
): Promise<void> {
  if (started.length === 0 || secret?.source !== 'stored') return;
  const last = secret.last_used_at === null ? 0 : Date.parse(secret.last_used_at);
  if (now.getTime() - last >= SECRET_TOUCH_MS) await touchSecret(db, project, { name: secret.name, now });
}

/** Asks one task. It always resolves: what went wrong is part of the result. */
async function fly(
  services: CollectionServices,
  { project, task, claimed, signal }: { project: number; task: StartedTask; claimed: Claimed; signal: AbortSignal },
): Promise<Landed> {
  const ask = claimed.ask!;
  const country_code = fromCountryKey(task.country);
  const id = toId('task', task.id);
  const job = task.job === null ? null : (JSON.parse(task.job) as Job);
  const asked: AskedTask & { id: string; reserved_on: string | null } = { ...task };
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
        asked.job = JSON.stringify(created);
        const { run, task: key, attempts, cuts } = task;
        await services.store.write(project, ({ db }) =>
          keepTaskJob(db, project, { run, task: key, attempts, cuts, job: JSON.stringify(created) }),
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
    const raw = isKept ? await packRaw({ ask, prompt: task.text, country_code, exchanges, job }) : null;
    return { ended: { task: asked, answer: { chat, cost, searches: reply.usage.searches, raw } }, error: null };
  } catch (error) {
    if (signal.aborted) return { ended: { task: asked, next: afterCut(asked) } };
    const known = error instanceof AskError ? error : new AskError('internal', String(error).slice(0, 300));
    const next = afterFailure(asked, known, { now: services.now(), random: Math.random });
    return { ended: { task: asked, next }, error: known };
  }
}
