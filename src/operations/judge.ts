import { Type } from 'typebox';
import { applySettings } from '../analysis/project-settings.ts';
import { findChannel } from '../collection/channel-asks.ts';
import { type JudgedChat, judgeChat, toJudgeVersion } from '../collection/judging.ts';
import { CalendarDate } from '../domain/date-schemas.ts';
import { addDays, toDay } from '../domain/dates.ts';
import { Judge, JudgeTrial } from '../domain/judge.ts';
import { toDollars } from '../domain/money.ts';
import { Done, Nullable } from '../domain/paging.ts';
import { Defaulted } from '../domain/schema.ts';
import { toScore, toSentimentClass } from '../domain/sentiment.ts';
import { toId } from '../ids.ts';
import { findBrandNames } from '../store/queries/brands.ts';
import {
  countVerdicts,
  deleteJudge,
  findJudge,
  listNewestWithBrands,
  type UnjudgedChat,
  writeJudge,
} from '../store/queries/judges.ts';
import { JUDGING, wakeWork } from '../store/queries/work.ts';
import { requireAskable } from './objects.ts';
import { defineOperation, type WriteCall } from './operation.ts';

const group = 'Judge';
const DEFAULT_DAYS = 30;
const MAX_TRIED = 20;
const TRIED_AT_ONCE = 5;

const NO_JUDGE = { model_channel_id: null, start_date: null, judged: 0, waiting: 0, refused: 0, problem: null };

export const judgeOperations = [
  defineOperation({
    id: 'get_judge',
    method: 'GET',
    path: '/judge',
    group,
    summary: 'Get Judge',
    description: 'The channel whose model judges sentiment in place of the built-in scorer, and how far it has come.',
    scope: 'project',
    right: 'read',
    output: Judge,
    handle: async ({ reader: { db }, project }) => {
      const judge = await findJudge(db, project);
      if (!judge) return NO_JUDGE;
      const { start_date, problem } = judge;
      const model_channel_id = (await findChannel(db, project, judge.channel))?.channel_id ?? null;
      return { model_channel_id, start_date, ...(await countVerdicts(db, project, judge)), problem };
    },
  }),
  defineOperation({
    id: 'put_judge',
    method: 'PUT',
    path: '/judge',
    group,
    summary: 'Set Judge',
    description:
      'Has a model judge what answers say about brands. It reads each answer once, in the background, within the budget of the schedule. Until then, and wherever its verdict cannot be used, the built-in score counts. With `model_channel_id: null`, the built-in score counts everywhere again.',
    scope: 'project',
    right: 'write',
    input: {
      model_channel_id: Nullable(Type.String()),
      start_date: Type.Optional(
        Type.With(CalendarDate, { description: `Answers from this day on; default: the last ${DEFAULT_DAYS} days.` }),
      ),
    },
    output: Done,
    handle: async ({ context, project, input: { model_channel_id, start_date }, write }) => {
      const now = context.now();
      return write(async (transaction) => {
        const { db } = transaction;
        const before = await findJudge(db, project);
        if (model_channel_id === null) await deleteJudge(db, project);
        else {
          const channel = await requireAskable(db, project, model_channel_id);
          const version = toJudgeVersion(channel.ask);
          const from = start_date ?? before?.start_date ?? addDays(toDay(now), -DEFAULT_DAYS);
          await writeJudge(db, project, { channel: channel.key, version, start_date: from, problem: null });
          await wakeWork(db, { project, kind: JUDGING, subject: 0 });
        }
        if ((await findJudge(db, project))?.version !== before?.version) {
          await applySettings(transaction, project, { reason: 'The judge of sentiment changed.', now });
        }
        return {};
      });
    },
  }),
  defineOperation({
    id: 'try_judge',
    method: 'POST',
    path: '/judge/try',
    group,
    summary: 'Try Judge',
    description: `Has a model judge the newest answers that name a brand, at most ${MAX_TRIED}, and shows where it differs from the built-in scorer. It costs as much as judging them, and changes no numbers unless this channel is already the judge.`,
    scope: 'project',
    right: 'write',
    input: {
      model_channel_id: Type.String(),
      answers: Defaulted(Type.Integer({ minimum: 1, maximum: MAX_TRIED }), MAX_TRIED),
    },
    output: JudgeTrial,
    handle: tryJudge,
  }),
];

type TrialCall = WriteCall<{ model_channel_id: string; answers: number }>;

async function tryJudge({ context, project, input, signal }: TrialCall): Promise<JudgeTrial> {
  const { db } = context.store;
  const channel = await requireAskable(db, project, input.model_channel_id);
  const version = toJudgeVersion(channel.ask);
  const chats = await listNewestWithBrands(db, project, input.answers);
  const judge = (chat: UnjudgedChat) => judgeChat(context, project, { chat, channel, version, signal });
  const judged: TriedChat[] = [];
  while (judged.length < chats.length && judged.every(({ problem }) => problem === null)) {
    const page = chats.slice(judged.length, judged.length + TRIED_AT_ONCE);
    const results = await Promise.all(page.map(judge));
    judged.push(...page.map(({ id }, index) => ({ id: toId('chat', id), ...results[index]! })));
  }
  return toTrial(judged, await findBrandNames(db, project));
}

type TriedChat = JudgedChat & { id: string };

function toTrial(chats: readonly TriedChat[], names: Awaited<ReturnType<typeof findBrandNames>>): JudgeTrial {
  const judged = chats.filter(({ problem }) => problem === null);
  const compared = judged.flatMap(({ id, answer, found, verdicts }) =>
    verdicts.map((verdict) => ({
      id,
      answer,
      verdict,
      built_in: found.find(({ brand }) => brand === verdict.brand)?.sentiment ?? null,
    })),
  );
  const used = compared.filter(({ verdict }) => !verdict.is_refused);
  const differing = used.filter(
    ({ verdict, built_in }) => toSentimentClass(verdict.thousandths) !== toSentimentClass(built_in),
  );
  const costs = chats.map(({ cost }) => cost);
  return {
    answers: judged.length,
    brands: compared.length,
    same: used.length - differing.length,
    refused: compared.length - used.length,
    cost: costs.includes(null) ? null : toDollars(costs.reduce<number>((sum, cost) => sum + cost!, 0)),
    problem: chats.find(({ problem }) => problem !== null)?.problem ?? null,
    differences: differing.map(({ id, answer, verdict: { brand, thousandths, quotes }, built_in }) => ({
      chat: { id },
      brand: { id: names.get(brand)!.id, name: names.get(brand)!.name },
      built_in: toScore(built_in),
      judge: toScore(thousandths),
      quotes: quotes.map(({ start, end }) => ({ start, end, text: answer.slice(start, end) })),
    })),
  };
}
