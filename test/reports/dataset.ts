import type { TestProject } from '../harness/service.ts';

/** A project in plain words: things are named by their place, so that a test needs no ids. */
export interface Dataset {
  brands: string[];
  /** The brand that is our own, if any is. */
  own?: number;
  topics: string[];
  tags: string[];
  prompts: { country: string; topic: number | null; tags: number[] }[];
  /** The months whose sums reports may read, by their first days. */
  summed?: string[];
  chats: {
    prompt: number;
    channel: string;
    date: string;
    country: string;
    /** Of its answer; undefined for an answer that is too short to tell, or none. */
    language?: 'en' | 'de';
    /** Undefined: the answer is empty, and the chat is in no report. */
    mentions?: { brand: number; count: number; position: number; sentiment?: number }[];
    /** Places in PAGES, each once. */
    sources?: { page: number; citation_count: number }[];
  }[];
}

const ANSWERS = {
  en: 'This is a plain sentence that says nothing about any of the brands.',
  de: 'Das ist ein einfacher Satz, der über keine der Marken etwas aussagt.',
};

/** Pages that chats may cite, as they are normalised; several of one domain. */
export const PAGES = [
  'https://beta.example/1',
  'https://alpha.example/2',
  'https://alpha.example/1',
  'https://beta.example',
  'https://gamma.example/a?b=c',
  'https://alpha.example/3',
];

/** The ids of a dataset's things, at the same places. */
export interface Ids {
  brands: string[];
  topics: string[];
  tags: string[];
  prompts: string[];
  chats: string[];
}

/** Puts a dataset into an empty project, as any client would. */
export async function fillProject({ client }: TestProject, data: Dataset): Promise<Ids> {
  const create = async (path: string, bodies: object[]) => {
    const ids: string[] = [];
    for (const body of bodies) ids.push((await client.post(path, body)).body.id);
    return ids;
  };
  const brands = await create(
    '/brands',
    data.brands.map((name, place) => ({ name, is_own: place === data.own })),
  );
  const topics = await create(
    '/topics',
    data.topics.map((name) => ({ name })),
  );
  const tags = await create(
    '/tags',
    data.tags.map((name) => ({ name })),
  );
  const prompts = await create(
    '/prompts',
    data.prompts.map(({ country, topic, tags: own }, index) => ({
      text: `prompt ${index}`,
      country_code: country,
      ...(topic === null ? {} : { topic_id: topics[topic] }),
      tag_ids: own.map((tag) => tags[tag]),
    })),
  );
  const { body: result } = await client.post('/chats', {
    chats: data.chats.map(({ prompt, channel, date, country, language, mentions, sources = [] }, index) => ({
      prompt_id: prompts[prompt],
      model_channel_id: channel,
      date,
      country_code: country,
      external_id: `chat ${index}`,
      sources: sources.map(({ page, citation_count }) => ({ url: PAGES[page], citation_count })),
      ...(mentions ? (language ? { answer: ANSWERS[language] } : {}) : { answer: '' }),
      ...(mentions ? { mentions: mentions.map(({ brand, ...rest }) => ({ brand_id: brands[brand], ...rest })) } : {}),
    })),
  });
  if (result.accepted !== data.chats.length) throw new Error(`not all chats were accepted: ${JSON.stringify(result)}`);
  const everything = { query: { start_date: '2000-01-01', end_date: '2100-01-01', limit: '10000' } };
  const listed = (await client.get('/chats', everything)).body.data as { id: string; external_id: string }[];
  const chats = data.chats.map((_, index) => listed.find(({ external_id }) => external_id === `chat ${index}`)!.id);
  return { brands, topics, tags, prompts, chats };
}
