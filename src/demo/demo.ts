import { applySettings, createFirstSettings } from '../analysis/project-settings.ts';
import { planSchedule } from '../collection/schedule.ts';
import type { Context } from '../context.ts';
import { toCountryKey } from '../domain/countries.ts';
import { toDay } from '../domain/dates.ts';
import { ingestChats } from '../ingestion/ingest-chats.ts';
import { toEntry } from '../ingestion/intake.ts';
import { openBook } from '../operations/prompts.ts';
import { DEMO_BRANDS, DEMO_PROMPTS, DEMO_SUGGESTIONS, DEMO_TAGS, DEMO_TOPICS } from '../providers/demo/demo-words.ts';
import { insertBrand } from '../store/queries/brands.ts';
import { listChannels, writeChannelState } from '../store/queries/channels.ts';
import { INSTALLATION } from '../store/queries/counters.ts';
import { findKeys } from '../store/queries/lookups.ts';
import { insertProject, type ProjectRow, writeProfile } from '../store/queries/projects.ts';
import { writeSchedule } from '../store/queries/schedules.ts';
import { insertSuggestion } from '../store/queries/suggestions.ts';
import { insertTag } from '../store/queries/tags.ts';
import { insertTopic } from '../store/queries/topics.ts';
import type { Transaction } from '../store/store.ts';
import { createDemoChats, DEMO_CHANNELS } from './demo-answers.ts';

/** Makes the demo project, all of it or nothing. */
export async function createDemo(context: Context, company: number): Promise<ProjectRow> {
  const now = context.now();
  return context.store.write(INSTALLATION, async (transaction) => {
    const row = await insertProject(transaction.db, {
      company,
      name: 'Demo: coffee at home',
      settings: createFirstSettings(),
      now,
    });
    await addBrands(transaction, row.project, context);
    await addPrompts(transaction, row.project, context);
    await addProfile(transaction, row);
    const chats = [...createDemoChats(toDay(now))];
    const entries = chats.map((chat, index) => toEntry(index, chat));
    const { rejected } = await ingestChats(transaction, row.project, {
      services: context,
      entries,
      on_duplicate: 'skip',
    });
    if (rejected.length > 0) throw new Error(`the demo was refused: ${rejected[0]!.message}`);
    await addCollection(transaction, row.project, now);
    return row;
  });
}

async function addBrands(transaction: Transaction, project: number, { config, now }: Context): Promise<void> {
  for (const { name, aliases, domain, color, is_own } of DEMO_BRANDS) {
    const brand = { name, aliases, domains: [domain], color, is_own, exclude: [], regex: null, case: 'smart' };
    await insertBrand(transaction.db, project, { brand, limits: config, now: now() });
  }
  await applySettings(transaction, project, { reason: 'The demo begins.', now: now() });
}

async function addPrompts(transaction: Transaction, project: number, context: Context): Promise<void> {
  const { db } = transaction;
  const { config, now } = context;
  const topicIds: string[] = [];
  for (const name of DEMO_TOPICS)
    topicIds.push(await insertTopic(transaction, project, { topic: { name }, maximum: config.MAX_TOPICS, now: now() }));
  const tagIds: string[] = [];
  for (const name of DEMO_TAGS) {
    tagIds.push(
      await insertTag(transaction, project, {
        tag: { name, color: 'gray', group: null },
        maximum: config.MAX_TAGS,
        now: now(),
      }),
    );
  }
  const topicKeys = await findKeys(db, project, { kind: 'topic', ids: topicIds });
  const tagKeys = await findKeys(db, project, { kind: 'tag', ids: tagIds });
  const toTopic = (name: string | null) =>
    name === null ? 0 : topicKeys.get(topicIds[DEMO_TOPICS.indexOf(name as never)]!)!;
  const toTags = (names: readonly string[]) =>
    names.map((name) => tagKeys.get(tagIds[DEMO_TAGS.indexOf(name as never)]!)!);
  const book = await openBook(transaction, project, { texts: DEMO_PROMPTS.map(({ text }) => text), context });
  for (const { text, country, topic, tags } of DEMO_PROMPTS) {
    await book.add({ text, country: toCountryKey(country), topic: toTopic(topic), tags: toTags(tags) });
  }
  await book.flush();
  for (const { text, country, topic, volume } of DEMO_SUGGESTIONS) {
    const draft = { text, country: toCountryKey(country), topic: toTopic(topic), tags: [], volume };
    await insertSuggestion(db, project, {
      source: 'template',
      draft,
      now: now(),
    });
  }
}

/** Asks the invented assistant every day at midnight, and today's questions at once. */
async function addCollection({ db }: Transaction, project: number, now: Date): Promise<void> {
  for (const channel of await listChannels(db, project)) {
    if (!DEMO_CHANNELS.includes(channel.channel_id)) continue;
    const state = { ...channel, is_active: true, is_switched: true, ask: { kind: 'demo' as const } };
    await writeChannelState(db, project, { channel: channel.key, state });
  }
  const yesterday = new Date(Date.parse(`${toDay(now)}T00:00:00Z`) - 1000);
  const schedule = {
    is_active: true,
    cron: '0 0 * * *',
    time_zone: 'UTC',
    replicates: 1,
    day_limit: null,
    month_limit: null,
    seen_until: yesterday.toISOString(),
  };
  await writeSchedule(db, project, schedule);
  await planSchedule(db, project, { schedule, now: yesterday });
}

async function addProfile({ db }: Transaction, { project, name }: ProjectRow): Promise<void> {
  await writeProfile(db, project, {
    occupation: 'Maker of coffee equipment',
    industry: 'Household appliances',
    brandPresentation: ['Varrow builds grinders and espresso machines that can be repaired.'],
    productsAndServices: ['Burr grinders', 'Espresso machines', 'Spare parts'],
    targetMarkets: [{ location: 'United States', osmId: '' }],
    audienceDistribution: { simpleRecommendationSeeker: 50, informedShopper: 30, evaluativeResearcher: 20 },
    name,
    usedPreparedProfile: false,
  });
}
