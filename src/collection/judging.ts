import { renewChat } from '../analysis/correct-chat.ts';
import type { BrandEvidence } from '../analysis/evidence.ts';
import { applySettings } from '../analysis/project-settings.ts';
import { findUnread } from '../analysis/stored-answers.ts';
import type { Ask } from '../domain/ask.ts';
import { fromCountryKey } from '../domain/countries.ts';
import type { Verdict } from '../domain/judge.ts';
import { createUuid, toId } from '../ids.ts';
import { findBrandNames } from '../store/queries/brands.ts';
import { findChatByKey } from '../store/queries/chats.ts';
import { readGenerations, readSettings } from '../store/queries/extractions.ts';
import {
  findJudge,
  listUnjudged,
  replaceVerdicts,
  setProblem,
  type UnjudgedChat,
  writeJudge,
} from '../store/queries/judges.ts';
import { JUDGING } from '../store/queries/work.ts';
import type { WorkKind } from '../work/kind.ts';
import { type AskableChannel, findChannel, isAskable } from './channel-asks.ts';
import { MAX_JUDGED_CHARACTERS, parseVerdicts, QUESTION_VERSION, toQuestion } from './judge-answer.ts';
import { askWithinBudget } from './paid-ask.ts';
import type { CollectionServices } from './services.ts';

const CHATS_PER_STEP = 4;
/** How soon answers are judged that came in meanwhile. */
const LOOK_AGAIN_MS = 30_000;
/** How long judging rests after the channel or the budget refused. */
const PAUSE_MS = 5 * 60_000;

/** What verdicts depend on: the question, and the model that answers it. */
export function toJudgeVersion({ kind, model = '', base_url = '' }: Ask): string {
  return [QUESTION_VERSION, kind, model, base_url].join(' ').trim();
}

/** Has the answers of a project judged by its judge, the newest first. It goes on as long as the project has one. */
export const judging: WorkKind<CollectionServices> = {
  kind: JUDGING,
  concurrency: 2,
  step: async (services, { project }, { signal }) => {
    const { store, now } = services;
    const judge = await findJudge(store.db, project);
    if (!judge) return 'done';
    const later = (ms: number) => ({ due_at: new Date(now().getTime() + ms) });
    const note = async (problem: string | null) => {
      if (problem !== judge.problem) await store.write(project, ({ db }) => setProblem(db, project, problem));
    };
    const channel = await findChannel(store.db, project, judge.channel);
    if (!channel || !isAskable(channel)) {
      await note('The channel is not set up for asking any more.');
      return later(PAUSE_MS);
    }
    const version = toJudgeVersion(channel.ask);
    if (version !== judge.version) {
      // Its channel got another model: what the one before said does not count any more.
      await store.write(project, async (transaction) => {
        await writeJudge(transaction.db, project, { ...judge, version });
        await applySettings(transaction, project, { reason: 'The judge has another model.', now: now() });
      });
      return 'again';
    }
    const chats = await listUnjudged(store.db, project, { judge, limit: CHATS_PER_STEP });
    const outcomes = await Promise.all(
      chats.map((chat) => judgeChat(services, project, { chat, channel, version, signal })),
    );
    // The process stops: what was cut off says nothing about the channel.
    if (signal.aborted) return 'again';
    const problem = outcomes.find((outcome) => outcome.problem !== null)?.problem ?? null;
    await note(problem);
    if (problem !== null) return later(PAUSE_MS);
    return chats.length < CHATS_PER_STEP ? later(LOOK_AGAIN_MS) : 'again';
  },
};

export interface JudgedChat {
  answer: string;
  /** What the built-in scorer finds. */
  found: BrandEvidence[];
  verdicts: Verdict[];
  /** In billionths of a dollar; null: unknown. */
  cost: number | null;
  /** Why it could not be judged now. */
  problem: string | null;
}

/** Has one answer judged, and stores the verdicts together with the facts that follow from them. */
export async function judgeChat(
  services: CollectionServices,
  project: number,
  {
    chat,
    channel,
    version,
    signal,
  }: { chat: UnjudgedChat; channel: AskableChannel; version: string; signal: AbortSignal },
): Promise<JudgedChat> {
  const { store, readers } = services;
  const { unread, settings, names } = await store.read(project, async ({ db }) => {
    const { generation } = await readGenerations(db, project);
    return {
      unread: (await findUnread(db, project, [chat]))[0]!,
      settings: await readSettings(db, project, generation),
      names: await findBrandNames(db, project),
    };
  });
  const { answer, amendments } = unread;
  // Which brands are mentioned is not for the judge to say; what is said about them is judged without anybody's score.
  const scoreless = { mentions: amendments?.mentions ?? [], sentiments: [] };
  const { brands: found } = await readers.explain(settings, { ...unread, amendments: scoreless }, signal);
  const brands = found.flatMap(({ brand }) => {
    const known = names.get(brand);
    return known ? [{ brand, name: known.name }] : [];
  });
  const keep = async (verdicts: Verdict[]) =>
    store.write(project, async (transaction) => {
      const current = await findChatByKey(transaction.db, project, chat.chat);
      if (!current) return;
      await replaceVerdicts(transaction, project, { chat: chat.chat, version, verdicts });
      await renewChat(transaction, project, { chat: current, readers });
    });
  if (answer.length > MAX_JUDGED_CHARACTERS) {
    const verdicts = brands.map(({ brand }) => ({ brand, is_refused: true, thousandths: null, quotes: [] }));
    await keep(verdicts);
    return { answer, found, verdicts, cost: 0, problem: null };
  }
  const result = await askWithinBudget(services, project, {
    channel,
    prompt: toQuestion(answer, brands),
    country_code: fromCountryKey(chat.country),
    id: toId('task', createUuid()),
    signal,
  });
  if ('reason' in result) {
    return { answer, found, verdicts: [], cost: result.cost, problem: `${channel.name}: ${result.message}` };
  }
  const verdicts = parseVerdicts(result.reply.answer, { answer, brands });
  await keep(verdicts);
  return { answer, found, verdicts, cost: result.cost, problem: null };
}
