import type { UnreadAnswer } from '../analysis/analyzed-chat.ts';
import type { BrandEvidence } from '../analysis/evidence.ts';
import { type ChatContent, createNotFoundYet, NO_USAGE, toContentSource } from '../domain/chat.ts';
import { toScore } from '../domain/sentiment.ts';
import { toId } from '../ids.ts';
import { findAmendments } from '../store/queries/amendments.ts';
import { findBrandNames } from '../store/queries/brands.ts';
import { findAnswers, findChat, findGivenMentions, type MentionRow, toChat } from '../store/queries/chats.ts';
import { listCorrections, MAX_CORRECTIONS_PER_CHAT } from '../store/queries/corrections.ts';
import { readLatestSettings, readSettings, readShown } from '../store/queries/extractions.ts';
import { readCatalog } from '../store/queries/models.ts';
import { findUsage } from '../store/queries/usage.ts';
import type { Db } from '../store/schema.ts';
import type { ReadContext } from './operation.ts';

/** The brands and pages in an answer that is not stored, read as a stored one would be. */
export async function findBrandsIn(
  db: Db,
  project: number,
  { answer, context: { readers }, signal }: { answer: UnreadAnswer; context: ReadContext; signal: AbortSignal },
): Promise<Pick<ChatContent, 'brands_mentioned' | 'sources'>> {
  // A brand that was added a moment ago is looked for too.
  const settings = await readLatestSettings(db, project);
  const names = await findBrandNames(db, project);
  const { sources, brands } = await readers.explain(settings, answer, signal);
  return { sources: sources.map(toContentSource), brands_mentioned: addRecommended(toFoundBrands(brands, names)) };
}

/**
 * A whole chat with the evidence for its numbers. Evidence is not stored: the answer is analyzed again with the settings
 * that made the facts in reports, which gives the same findings, this time with their offsets.
 */
export async function readContent(
  db: Db,
  project: number,
  { id, context: { readers, config }, signal }: { id: string; context: ReadContext; signal: AbortSignal },
): Promise<ChatContent | undefined> {
  const chat = await findChat(db, project, id);
  const answer = chat && (await findAnswers(db, project, [chat.chat])).get(chat.chat);
  if (!chat || !answer) return undefined;
  const { generation } = await readShown(db, project);
  const settings = await readSettings(db, project, generation);
  const catalog = await readCatalog(db, project);
  const text = answer.answer ?? '';
  const { channel_id: channel } = catalog.get(chat.channel);
  const names = await findBrandNames(db, project);
  const usage = (await findUsage(db, project, [chat.chat])).get(chat.chat) ?? NO_USAGE;
  const amendments = (await findAmendments(db, project, [chat.chat])).get(chat.chat);
  const page = { limit: MAX_CORRECTIONS_PER_CHAT, offset: 0 };
  const corrections = amendments ? await listCorrections(db, project, { filter: { chat: chat.chat }, page }) : null;
  const given = chat.is_given ? ((await findGivenMentions(db, project, [chat.chat])).get(chat.chat) ?? []) : null;
  const { sources, brands } = await readers.explain(
    settings,
    { answer: text, channel, sources: answer.sources, amendments },
    signal,
  );
  return {
    ...toChat(chat, { catalog, model_ids: config.MODEL_IDS }),
    messages: [
      { role: 'user', content: chat.prompt_text },
      ...(answer.answer === null ? [] : [{ role: 'assistant' as const, content: text }]),
    ],
    sources: sources.map(toContentSource),
    brands_mentioned: addRecommended(given ? toGivenBrands(given) : toFoundBrands(brands, names)),
    queries: JSON.parse(answer.queries),
    ...createNotFoundYet(),
    corrections: corrections?.data ?? [],
    ...usage,
  };
}

type ListedBrand = Omit<ChatContent['brands_mentioned'][number], 'recommended_position'>;

/** Counts the positions again without the brands that are only mentioned in passing, such as "works with Google Home". */
function addRecommended(brands: readonly ListedBrand[]): ChatContent['brands_mentioned'] {
  const judged = brands.filter(({ sentiment }) => sentiment !== null).map(({ position }) => position);
  const order = judged.sort((a, b) => a - b);
  return brands.map(({ id, name, position, ...rest }) => {
    const recommended_position = rest.sentiment === null ? null : order.indexOf(position) + 1;
    return { id, name, position, recommended_position, ...rest };
  });
}

function toGivenBrands(mentions: readonly MentionRow[]): ListedBrand[] {
  return mentions.map(({ id, name, position, mention_count, sentiment }) => ({
    id: toId('brand', id),
    name,
    position,
    count: mention_count,
    sentiment: toScore(sentiment),
    sentiment_source: 'given',
    mentions: [],
  }));
}

function toFoundBrands(
  brands: readonly BrandEvidence[],
  names: ReadonlyMap<number, { id: string; name: string }>,
): ListedBrand[] {
  return brands.flatMap(({ brand, sentiment, ...found }) => {
    const known = names.get(brand);
    return known ? [{ id: known.id, name: known.name, ...found, sentiment: toScore(sentiment) }] : [];
  });
}
