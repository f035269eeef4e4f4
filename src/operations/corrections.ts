import { type Static, Type } from 'typebox';
import type { UnreadAnswer } from '../analysis/analyzed-chat.ts';
import { renewChat } from '../analysis/correct-chat.ts';
import { type CheckedAnswer, evaluate } from '../analysis/evaluate.ts';
import type { BrandEvidence } from '../analysis/evidence.ts';
import { findUnread } from '../analysis/stored-answers.ts';
import { createBreath } from '../breath.ts';
import { Correction, CorrectionKind } from '../domain/correction.ts';
import { Evaluation } from '../domain/evaluation.ts';
import { groupBy } from '../domain/grouping.ts';
import { fromLanguageKey } from '../domain/languages.ts';
import { Created, List, Nullable, Paging, Strict, toList } from '../domain/paging.ts';
import { toThousandths } from '../domain/sentiment.ts';
import { invalid, notFound } from '../errors.ts';
import { toAmendments } from '../store/queries/amendments.ts';
import { findChat, findChatByKey } from '../store/queries/chats.ts';
import {
  deleteCorrection,
  findCorrectedChat,
  insertCorrection,
  listChecked,
  listCorrections,
  type NewCorrection,
} from '../store/queries/corrections.ts';
import { readGenerations, readLatestSettings, readSettings } from '../store/queries/extractions.ts';
import { findKey } from '../store/queries/lookups.ts';
import { defineChange } from './define-change.ts';
import { requireKey } from './objects.ts';
import { defineOperation, type WriteCall } from './operation.ts';

const group = 'Corrections';
/** What an evaluation reads at most: the answers that were checked last. */
const MAX_EVALUATED = 2000;
const ANSWERS_PER_PAGE = 100;
/** Names are shorter. */
const MAX_PASSAGE = 500;

const NewInput = Strict({
  chat_id: Type.String(),
  kind: CorrectionKind,
  brand_id: Type.Optional(Type.String({ description: 'Required unless the kind is `checked`.' })),
  start: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description:
        'With `end`, the passage as offsets in the answer, in UTF-16 code units. `brand` needs it; `not_brand` without it is about every mention of the brand in the answer.',
    }),
  ),
  end: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  sentiment: Type.Optional(
    Nullable(
      Type.Number({
        minimum: -1,
        maximum: 1,
        description: 'For the kind `sentiment`: from -1 to 1, or null if nothing good or bad is said about the brand.',
      }),
    ),
  ),
});
type NewInput = Static<typeof NewInput>;

export const correctionOperations = [
  defineOperation({
    id: 'list_corrections',
    method: 'GET',
    path: '/corrections',
    group,
    summary: 'List Corrections',
    description: 'What people corrected in answers, the latest first.',
    scope: 'project',
    right: 'read',
    input: {
      ...Paging,
      chat_id: Type.Optional(Type.String()),
      brand_id: Type.Optional(Type.String()),
      kind: Type.Optional(CorrectionKind),
    },
    output: List(Correction),
    handle: async ({ reader: { db }, project, input: { chat_id, brand_id, kind, ...page } }) => {
      const chat = chat_id === undefined ? undefined : await findKey(db, project, { kind: 'chat', id: chat_id });
      const brand = brand_id === undefined ? undefined : await findKey(db, project, { kind: 'brand', id: brand_id });
      const isUnknown =
        (chat_id !== undefined && chat === undefined) || (brand_id !== undefined && brand === undefined);
      if (isUnknown) return toList({ data: [], total: 0 });
      return toList(await listCorrections(db, project, { filter: { chat, brand, kind }, page }));
    },
  }),
  defineOperation({
    id: 'create_correction',
    method: 'POST',
    path: '/corrections',
    group,
    summary: 'Correct Chat',
    description:
      'Corrects what was found in an answer. Reports show it at once, and it stays when the answer is analyzed again. A correction replaces earlier ones about the same thing.',
    scope: 'project',
    right: 'write',
    creates: true,
    is_idempotent: true,
    input: NewInput.properties,
    output: Created,
    handle: createCorrection,
  }),
  defineChange({
    id: 'delete_correction',
    method: 'DELETE',
    path: '/corrections/{id}',
    group,
    summary: 'Undo Correction',
    description: 'Removes the correction. The result of the automatic analysis counts again.',
    kind: 'correction',
    change: async (transaction, { context: { readers }, project, key }) => {
      const { db } = transaction;
      const chat = await findChatByKey(db, project, await findCorrectedChat(db, project, key));
      await deleteCorrection(db, project, key);
      await renewChat(transaction, project, { chat: chat!, readers });
    },
  }),
  defineOperation({
    id: 'get_evaluation',
    method: 'GET',
    path: '/corrections/evaluation',
    group,
    summary: 'Evaluate Extraction',
    tool: 'How often Overheard finds brands and sentiment correctly, measured on answers that people have checked.',
    description: `Compares what extraction finds by itself with the answers that people checked, the latest ${MAX_EVALUATED} of them.`,
    scope: 'project',
    right: 'read',
    is_heavy: true,
    input: {},
    output: Evaluation,
    handle: async ({ context: { readers }, reader: { db }, project, signal }) => {
      const { total, chats } = await listChecked(db, project, MAX_EVALUATED);
      const { generation } = await readGenerations(db, project);
      const settings = await readSettings(db, project, generation);
      const checked: (CheckedAnswer & { language: number })[] = [];
      const explain = async (unread: UnreadAnswer) => (await readers.explain(settings, unread, signal)).brands;
      const breathe = createBreath();
      for (let from = 0; from < chats.length; from += ANSWERS_PER_PAGE) {
        const page = chats.slice(from, from + ANSWERS_PER_PAGE);
        const answers = await findUnread(db, project, page);
        for (const [index, answer] of answers.entries()) {
          const found = await explain({ ...answer, amendments: undefined });
          checked.push({ found, right: await explain(answer), language: page[index]!.language });
          await breathe();
        }
      }
      const languages = [...groupBy(checked, ({ language }) => language)]
        .sort(([, a], [, b]) => b.length - a.length)
        .map(([language, own]) => ({ language: fromLanguageKey(language), ...evaluate(own) }));
      return { checked_answers: total, ...evaluate(checked), languages };
    },
  }),
];

async function createCorrection({ context, project, input, signal, write }: WriteCall<NewInput>) {
  const { kind, sentiment = null } = input;
  refuseIncomplete(input);
  return write(async (transaction) => {
    const { db } = transaction;
    const chat = await findChat(db, project, input.chat_id);
    if (!chat) throw notFound('chat');
    if (chat.is_given) {
      const message = 'is a chat that was sent with its own mentions. Send it again with the right ones instead.';
      throw invalid('chat_id', message);
    }
    const brand =
      input.brand_id === undefined ? 0 : await requireKey(db, project, { kind: 'brand', id: input.brand_id });
    const [unread] = await findUnread(db, project, [chat]);
    // A brand that was added a moment ago is looked for too.
    const settings = await readLatestSettings(db, project);
    const findBrand = async (answer: UnreadAnswer) =>
      (await context.readers.explain(settings, answer, signal)).brands.find((found) => found.brand === brand);
    const before = brand === 0 ? undefined : await findBrand(unread!);
    const correction: NewCorrection = {
      chat: chat.chat,
      kind,
      brand,
      ...toPassage(input, unread!.answer),
      sentiment: kind === 'sentiment' && sentiment !== null ? toThousandths(sentiment) : null,
      sentiment_before: kind === 'sentiment' ? (before?.sentiment ?? null) : null,
    };
    if (kind === 'sentiment' && !before) {
      throw invalid('brand_id', 'was not found in this answer. Add its mention first.');
    }
    if (kind === 'not_brand' && !hasMention(before, correction)) {
      throw invalid('start', 'is not a mention of this brand, so there is nothing to correct.');
    }
    const changed = { ...unread!, amendments: toAmendments([correction]) };
    if (kind === 'brand' && !hasMention(await findBrand(changed), correction)) {
      const message =
        'is in a passage that Overheard does not analyze, such as code, a URL, or text across two paragraphs. Choose the name alone.';
      throw invalid('start', message);
    }
    const id = await insertCorrection(db, project, { correction, now: context.now() });
    await renewChat(transaction, project, { chat, readers: context.readers });
    return { id };
  });
}

/** Refuses what a kind of correction cannot do without. */
function refuseIncomplete({ kind, brand_id, start, end, sentiment }: NewInput): void {
  if (kind !== 'checked' && brand_id === undefined) throw invalid('brand_id', `is required for the kind ${kind}.`);
  if (kind === 'checked' && brand_id !== undefined) throw invalid('brand_id', 'cannot be sent with kind "checked".');
  const hasPassage = start !== undefined || end !== undefined;
  if (kind === 'brand' && !hasPassage) throw invalid('start', 'is required for the kind brand.');
  if (hasPassage && kind !== 'brand' && kind !== 'not_brand') {
    throw invalid('start', `cannot be sent with kind "${kind}".`);
  }
  if (hasPassage && (start === undefined || end === undefined)) {
    throw invalid(start === undefined ? 'start' : 'end', 'is missing. Send both start and end.');
  }
  if (kind === 'sentiment' && sentiment === undefined)
    throw invalid('sentiment', 'is required for the kind sentiment.');
  if (kind !== 'sentiment' && sentiment !== undefined) {
    throw invalid('sentiment', `cannot be sent with kind "${kind}".`);
  }
}

/** The passage of a correction, with its text. */
function toPassage({ start, end }: NewInput, answer: string): Pick<NewCorrection, 'start_at' | 'end_at' | 'text'> {
  if (start === undefined || end === undefined) return { start_at: null, end_at: null, text: null };
  if (start >= end) throw invalid('end', `is ${end}, which is not after the start, ${start}.`);
  if (end > answer.length) throw invalid('end', `is ${end}, but the answer has only ${answer.length} code units.`);
  if (end - start > MAX_PASSAGE) throw invalid('end', `makes a passage of more than ${MAX_PASSAGE} code units.`);
  return { start_at: start, end_at: end, text: answer.slice(start, end) };
}

/** Whether the brand has a mention in the passage; without a passage, any mention. */
function hasMention(found: BrandEvidence | undefined, { start_at, end_at }: NewCorrection): boolean {
  if (!found) return false;
  if (start_at === null || end_at === null) return true;
  return found.mentions.some(({ start, end }) => start < end_at && start_at < end);
}
