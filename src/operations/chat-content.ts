import { type ChatContent, NO_USAGE } from '../domain/chat.ts';
import { toRawEnd, toRawStart } from '../extraction/readable-text.ts';
import type { Analysis } from '../extraction/settings.ts';
import { toId } from '../ids.ts';
import { findBrandNames } from '../store/queries/brands.ts';
import { findAnswers, findChat, findGivenMentions, type MentionRow, toChat } from '../store/queries/chats.ts';
import { readGenerations, readSettings, readShown } from '../store/queries/extractions.ts';
import { readCatalog } from '../store/queries/models.ts';
import { findUsage } from '../store/queries/usage.ts';
import type { Db } from '../store/schema.ts';
import type { ReadContext } from './operation.ts';

/** The brands and pages in an answer that is not stored, read as a stored one would be. */
export async function findBrandsIn(
  db: Db,
  project: number,
  {
    answer,
    context: { readers },
  }: { answer: { answer: string; channel: string; sources: string }; context: ReadContext },
): Promise<Pick<ChatContent, 'brands_mentioned' | 'sources'>> {
  // A brand that was added a moment ago is looked for too.
  const { generation, next_generation } = await readGenerations(db, project);
  const settings = await readSettings(db, project, next_generation === 0 ? generation : next_generation);
  const analysis = readers.analyze(settings, answer);
  const names = await findBrandNames(db, project);
  return { sources: analysis.sources, brands_mentioned: toFoundBrands(answer.answer, { analysis, names }) };
}

/**
 * A whole chat with the evidence for its numbers. Evidence is not stored: the answer is analyzed again with the settings
 * that made the facts in reports, which gives the same findings, this time with their offsets.
 */
export async function readContent(
  db: Db,
  project: number,
  { id, context: { readers, config } }: { id: string; context: ReadContext },
): Promise<ChatContent | undefined> {
  const chat = await findChat(db, project, id);
  const answer = chat && (await findAnswers(db, project, [chat.chat])).get(chat.chat);
  if (!chat || !answer) return undefined;
  const { generation } = await readShown(db, project);
  const settings = await readSettings(db, project, generation);
  const catalog = await readCatalog(db, project);
  const text = answer.answer ?? '';
  const analysis = readers.analyze(settings, {
    answer: text,
    channel: catalog.get(chat.channel).channel_id,
    sources: answer.sources,
  });
  const names = await findBrandNames(db, project);
  const usage = (await findUsage(db, project, [chat.chat])).get(chat.chat) ?? NO_USAGE;
  return {
    ...toChat(chat, { catalog, model_ids: config.MODEL_IDS }),
    messages: [
      { role: 'user', content: chat.prompt_text },
      ...(answer.answer === null ? [] : [{ role: 'assistant' as const, content: text }]),
    ],
    sources: analysis.sources,
    brands_mentioned: chat.is_given
      ? toGivenBrands((await findGivenMentions(db, project, [chat.chat])).get(chat.chat) ?? [])
      : toFoundBrands(text, { analysis, names }),
    queries: JSON.parse(answer.queries),
    ...usage,
  };
}

function toGivenBrands(mentions: readonly MentionRow[]): ChatContent['brands_mentioned'] {
  return mentions.map(({ id, name, position, mention_count, sentiment }) => ({
    id: toId('brand', id),
    name,
    position,
    count: mention_count,
    sentiment: toFraction(sentiment),
    mentions: [],
  }));
}

function toFoundBrands(
  text: string,
  { analysis, names }: { analysis: Analysis; names: ReadonlyMap<number, { id: string; name: string }> },
): ChatContent['brands_mentioned'] {
  const { brands, sentiments, remarks, readable } = analysis;
  return brands.flatMap(({ brand, position, count, mentions }, finding) => {
    const known = names.get(brand);
    if (!known) return [];
    const clausesOf = (mention: number) =>
      remarks
        .filter((remark) => remark.finding === finding && remark.mention === mention)
        .map((remark) => {
          const start = toRawStart(readable, remark.start);
          const end = toRawEnd(readable, remark.end);
          return { start, end, text: text.slice(start, end), sentiment: remark.thousandths / 1000 };
        });
    return [
      {
        id: known.id,
        name: known.name,
        position,
        count,
        sentiment: toFraction(sentiments[finding]!),
        mentions: mentions.map((mention, index) => ({ ...mention, clauses: clausesOf(index) })),
      },
    ];
  });
}

function toFraction(thousandths: number | null): number | null {
  return thousandths === null ? null : thousandths / 1000;
}
