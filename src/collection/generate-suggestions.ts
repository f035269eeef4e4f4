import { fromCountryKey } from '../domain/countries.ts';
import { type AppError, invalid } from '../errors.ts';
import { createUuid, toId } from '../ids.ts';
import { readProfile } from '../store/queries/projects.ts';
import { findFrequentCountry, listBrandNames, listKnownTexts, listTopicNames } from '../store/queries/suggestions.ts';
import type { Db } from '../store/schema.ts';
import type { AskableChannel } from './channel-asks.ts';
import { askWithinBudget } from './paid-ask.ts';
import type { CollectionServices } from './services.ts';
import { chooseNew, listTemplateQuestions, type Market, parseQuestions, toRequest } from './suggest-prompts.ts';

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });
const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' });
/** Countries whose names need an article inside a sentence. */
const WITH_ARTICLE = ['AE', 'DO', 'GB', 'NL', 'PH', 'US'];
/** An assistant's ideas are partly known, so it is asked for more than are wanted. */
const EXTRA = 1.5;

export interface Wish {
  count: number;
  /** A key; undefined: that of the topic, or the most frequent among the prompts. */
  country: number | undefined;
  /** 0: none. */
  topic: number;
  /** Undefined: a channel uses that of the country, and templates are in English. */
  language: string | undefined;
  /** Asks this channel; undefined: templates. */
  channel: AskableChannel | undefined;
  signal: AbortSignal;
}

export interface Ideas {
  texts: string[];
  country: number;
  source: 'template' | 'channel';
}

/** New questions that customers of the project's market may ask. */
export async function findIdeas(services: CollectionServices, project: number, wish: Wish): Promise<Ideas> {
  const { db } = services.store;
  const topics = await listTopicNames(db, project);
  const topic = topics.find(({ key }) => key === wish.topic);
  const country = wish.country ?? topic?.country ?? (await findFrequentCountry(db, project));
  if (country === null) throw invalid('country_code', 'is required, because the project has no prompts yet.');
  const market = await readMarket(db, project, {
    country,
    topics: topic ? [topic.name] : topics.map(({ name }) => name),
    language: wish.language,
  });
  // With a topic, only the topic is asked about.
  const focused = topic ? { ...market, products: [], industry: '' } : market;
  const known = await listKnownTexts(db, project, country);
  const { count, channel } = wish;
  if (!channel) {
    const questions = listTemplateQuestions(topic ? { ...focused, own_brands: [] } : focused);
    return { texts: chooseNew(questions, { known, count }), country, source: 'template' };
  }
  const answer = await askChannel(services, project, { ...wish, channel, market: focused, country });
  return { texts: chooseNew(parseQuestions(answer), { known, count }), country, source: 'channel' };
}

async function askChannel(
  services: CollectionServices,
  project: number,
  {
    channel,
    count,
    market,
    country,
    signal,
  }: { channel: AskableChannel; count: number; market: Market; country: number; signal: AbortSignal },
): Promise<string> {
  const result = await askWithinBudget(services, project, {
    channel,
    prompt: toRequest(market, Math.ceil(count * EXTRA)),
    country_code: fromCountryKey(country),
    id: toId('task', createUuid()),
    signal,
  });
  if ('reason' in result) throw toRefusal(channel, result.message);
  return result.reply.answer;
}

function toRefusal({ name }: AskableChannel, message: string): AppError {
  return invalid('model_channel_id', `${name} gave no suggestions. ${message}`);
}

async function readMarket(
  db: Db,
  project: number,
  { country, topics, language }: { country: number; topics: string[]; language: string | undefined },
): Promise<Market> {
  const { industry, productsAndServices } = await readProfile(db, project);
  const brands = await listBrandNames(db, project);
  return {
    own_brands: brands.filter(({ is_own }) => is_own).map(({ name }) => name),
    competitors: brands.filter(({ is_own }) => !is_own).map(({ name }) => name),
    products: productsAndServices,
    industry,
    topics,
    country_name: toCountryName(fromCountryKey(country)),
    language: language ?? null,
    language_name: language === undefined ? null : (LANGUAGE_NAMES.of(language) ?? null),
  };
}

function toCountryName(code: string): string {
  const name = COUNTRY_NAMES.of(code) ?? code;
  return WITH_ARTICLE.includes(code) ? `the ${name}` : name;
}
