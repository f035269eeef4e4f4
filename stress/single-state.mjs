/**
 * Reads that race with writers. Writers keep to rules that hold in every state of the project (for example, a prompt that
 * comes and goes always has three chats or none), so a response that breaks one of them mixes states.
 */

const CHATS_OF_PROMPT = 3;
const QUERIES_OF_CHAT = 2;
const RANGE = { start_date: '2026-01-01', end_date: '2026-01-31' };
const EVERYTHING = { ...RANGE, limit: 10_000, include_total_count: true };
const CHANNEL = 'famA-0';

/** Fills a new project with what never changes. `ask` makes a request as a client of the project. */
export async function prepareProject(ask) {
  const create = async (path, body) => (await expectDone(ask, { method: 'POST', path, body })).id;
  const brands = [
    await create('/brands', { name: 'Zorbix', is_own: true }),
    await create('/brands', { name: 'Kestola' }),
  ];
  const topic_id = await create('/topics', { name: 'kept' });
  const tag_ids = [await create('/tags', { name: 'kept' })];
  const prompts = [];
  for (let place = 0; place < 3; place += 1) {
    prompts.push(await create('/prompts', { text: `kept ${place}`, country_code: 'US', topic_id, tag_ids }));
  }
  const kept = { brands, prompts };
  await addChats(ask, [...toGivenChats(kept, 'kept', prompts[0]), ...toAnswers('kept', prompts[1])]);
  return kept;
}

/** Changes the project until the signal, in several rounds side by side. Resolves with the number of changes. */
export async function runWriters(ask, kept, signal) {
  let changes = 0;
  const change = async (request) => {
    changes += 1;
    return expectDone(ask, request);
  };
  const repeat = async (name, round) => {
    for (let number = 0; !signal.aborted; number += 1) await round(change, kept, `${name} ${number}`);
  };
  await Promise.all([
    repeat('one', changePrompt),
    repeat('two', changePrompt),
    repeat('brand', changeBrand),
    repeat('answers', changeAnswers),
  ]);
  return changes;
}

/** A prompt that is in every state without tags only if it is without a topic. */
async function changePrompt(change, kept, name) {
  const create = async (path, body) => (await change({ method: 'POST', path, body })).id;
  const remove = (path) => change({ method: 'DELETE', path });
  const topic = await create('/topics', { name });
  const tag = await create('/tags', { name });
  const prompt = await create('/prompts', { text: name, country_code: 'US', topic_id: topic, tag_ids: [tag] });
  const chats = toGivenChats(kept, name, prompt);
  await addChats(change, chats);
  await remove(`/topics/${topic}`);
  await remove(`/tags/${tag}`);
  if (Math.random() < 0.5) await deleteChats(change, chats);
  await remove(`/prompts/${prompt}`);
}

async function changeBrand(change, _kept, name) {
  const { id } = await change({ method: 'POST', path: '/brands', body: { name } });
  await change({ method: 'PATCH', path: `/brands/${id}`, body: { name: `${name} renamed` } });
  await change({ method: 'DELETE', path: `/brands/${id}` });
}

async function changeAnswers(change, { prompts }, name) {
  const chats = toAnswers(name, prompts[2]);
  await addChats(change, chats);
  await deleteChats(change, chats);
}

/** The chats of one prompt, which come and go together. Their mentions came with them. */
function toGivenChats({ brands }, name, prompt_id) {
  return Array.from({ length: CHATS_OF_PROMPT }, (_, place) => ({
    prompt_id,
    model_channel_id: CHANNEL,
    date: `2026-01-0${place + 1}`,
    country_code: 'US',
    external_id: `${name}, given ${place}`,
    answer: 'An answer.',
    mentions: brands.map((brand_id, index) => ({ brand_id, count: index + 1, position: index + 1 })),
    sources: [{ url: `https://first.example/${place}` }, { url: 'https://second.example' }],
    queries: Array.from({ length: QUERIES_OF_CHAT }, (_query, index) => `query ${index}`),
  }));
}

/** Chats whose answers are read, and name brands that are not tracked. */
function toAnswers(name, prompt_id) {
  return [1, 2].map((place) => ({
    prompt_id,
    model_channel_id: CHANNEL,
    date: `2026-01-1${place}`,
    country_code: 'US',
    external_id: `${name}, answer ${place}`,
    answer: `1. **Zorbix** is good.\n2. **Brumelle Vanta** is better.\n3. **Plinkost** is best (${name}, ${place}).`,
  }));
}

const addChats = (ask, chats) => expectDone(ask, { method: 'POST', path: '/chats', body: { chats } });

const deleteChats = (ask, chats) =>
  expectDone(ask, {
    method: 'DELETE',
    path: '/chats',
    body: { external_ids: chats.map(({ external_id }) => external_id) },
  });

async function expectDone(ask, request) {
  const answer = await ask(request);
  // Some `ask` are themselves made of this function.
  if (answer.status === undefined) return answer;
  const { status, body } = answer;
  if (status >= 300 || body.rejected > 0) throw new Error(`${request.path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/**
 * Makes one read after another, of each kind in turn. Each resolves with what shows that the response is of no single state,
 * or with null.
 */
export function createReads(ask, kept) {
  const kinds = listReads(kept);
  const seen = { chats: [] };
  let turn = 0;
  return async () => {
    const { name, request, check } = kinds[turn++ % kinds.length];
    const asked = request(seen);
    const { status, body, text } = await ask(asked);
    if (status === 404 && asked.may_be_gone) return null;
    if (status !== 200) return `${name}: ${status} ${text.slice(0, 200)}`;
    const problem = findEmpty(body ?? null) ?? check(body ?? text, seen);
    return problem === null ? null : `${name}: ${problem}`;
  };
}

function listReads(kept) {
  const [brand] = kept.brands;
  const get = (path, check, options = {}) => ({
    name: `GET ${path}`,
    request: () => ({ method: 'GET', path, ...options }),
    check,
  });
  const post = (path, body, check) => ({
    name: `POST ${path} by ${body.dimensions ?? 'nothing'}`,
    request: () => ({ method: 'POST', path, body }),
    check,
  });
  const dates = `start_date=${RANGE.start_date}&end_date=${RANGE.end_date}&limit=10000`;
  const report = (dimensions, more = {}) => ({ ...EVERYTHING, dimensions, ...more });
  const lists = [
    get('/topics?limit=10000', checkTotal),
    get('/tags?limit=10000', checkTotal),
    get('/brands?limit=10000', checkTotal),
    get('/prompts?limit=10000', firstOf(checkTotal, checkPrompts)),
    get(`/chats?${dates}`, firstOf(checkTotal, checkChats(kept))),
  ];
  return [
    // Lists are read most.
    ...lists,
    ...lists,
    ...lists,
    get(`/chats?${dates}&about_brand_id=${brand}&order_by=mention_count`, firstOf(checkTotal, checkChats(kept))),
    get(`/chats?${dates}`, checkLines(kept), { accept: 'application/x-ndjson' }),
    {
      name: 'GET /chats/{id}/content',
      request: ({ chats }) => ({
        method: 'GET',
        path: `/chats/${chats[Math.floor(Math.random() * chats.length)] ?? 'cht_none'}/content`,
        may_be_gone: true,
      }),
      check: checkContent,
    },
    get('/runs?limit=10000', checkTotal),
    get('/brands/suggestions?limit=200', firstOf(checkTotal, checkSuggestions)),
    post('/reports/brands', report([]), firstOf(checkTotal, checkBrandRows)),
    post('/reports/brands', report(['topic_id']), firstOf(checkTotal, checkBrandRows)),
    post('/reports/brands', report(['tag_id'], { include_diagnostics: true }), firstOf(checkTotal, checkBrandRows)),
    post('/reports/brands', report(['prompt_id']), firstOf(checkTotal, checkBrandRows, checkPromptRows(kept))),
    post('/reports/brands', report(['chat_id']), firstOf(checkTotal, checkBrandRows)),
    post('/reports/domains', report(['prompt_id']), firstOf(checkTotal, checkSources(kept))),
    post('/reports/urls', report(['topic_id', 'tag_id']), firstOf(checkTotal, checkShares)),
    post('/queries/search', { ...RANGE, limit: 10_000 }, firstOf(checkTotal, checkQueries(kept))),
  ];
}

/** A check that makes several, and gives the first problem. */
function firstOf(...checks) {
  return (body, seen) => {
    for (const check of checks) {
      const problem = check(body, seen);
      if (problem !== null) return problem;
    }
    return null;
  };
}

/** Where a response has an object without fields: the id of something that is gone. */
function findEmpty(value, path = '') {
  if (value === null || typeof value !== 'object') return null;
  const entries = Object.entries(value);
  if (entries.length === 0 && !Array.isArray(value)) return `${path} is {}`;
  for (const [key, inner] of entries) {
    const problem = findEmpty(inner, `${path}.${key}`);
    if (problem !== null) return problem;
  }
  return null;
}

function checkTotal({ data, total_count }) {
  return total_count === data.length ? null : `${data.length} rows of a total of ${total_count}`;
}

function checkPrompts({ data }) {
  const odd = data.find(({ topic, tags }) => tags.length === 0 && topic !== null);
  return odd ? `a prompt has a topic but no tags: ${JSON.stringify(odd)}` : null;
}

/** The number of items of each prompt that comes and goes. */
function checkCounts(kept, items, expected) {
  const counts = new Map();
  for (const id of items) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const [id, count] of counts) {
    if (!kept.prompts.includes(id) && count !== expected) return `${id} has ${count} in place of ${expected}`;
  }
  return null;
}

function checkChats(kept) {
  return ({ data }, seen) => {
    seen.chats = data.map(({ id }) => id);
    return checkCounts(
      kept,
      data.map(({ prompt }) => prompt.id),
      CHATS_OF_PROMPT,
    );
  };
}

function checkLines(kept) {
  return (text) => {
    const chats = text.split('\n').filter(Boolean).map(JSON.parse);
    const odd = chats.find(({ external_id, mentions }) => external_id.includes('given') && mentions?.length !== 2);
    if (odd) return `a chat without its mentions: ${JSON.stringify(odd)}`;
    const given = chats.filter(({ prompt_text }) => !prompt_text.startsWith('kept'));
    return checkCounts(
      kept,
      given.map(({ prompt_text }) => prompt_text),
      CHATS_OF_PROMPT,
    );
  };
}

function checkContent({ external_id, brands_mentioned, queries, messages }) {
  if (messages.length !== 2) return `${messages.length} messages`;
  if (!external_id.includes('given')) return brands_mentioned.length === 0 ? 'no brands' : null;
  if (queries.length !== QUERIES_OF_CHAT) return `${queries.length} queries`;
  return brands_mentioned.length === 2 ? null : `${brands_mentioned.length} brands`;
}

function checkSuggestions({ data }) {
  const odd = data.find(({ share, examples }) => !(share > 0 && share <= 1) || examples.length === 0);
  return odd ? `share or examples: ${JSON.stringify(odd)}` : null;
}

const DIMENSIONS = ['topic', 'tag', 'prompt', 'chat'];

/** Every group has the same brands, one total, and shares that add up. */
function checkBrandRows({ data, diagnostics = [] }) {
  if (data.length > 0 && diagnostics.some(({ code }) => code.startsWith('no_')))
    return 'rows, but nothing to report on';
  const groups = new Map();
  for (const row of data) {
    const key = JSON.stringify(DIMENSIONS.map((name) => row[name]));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const names = new Set(
    [...groups.values()].map((rows) =>
      rows
        .map(({ brand }) => brand.id)
        .sort()
        .join(' '),
    ),
  );
  if (names.size > 1) return `groups have different brands: ${[...names].join('; ')}`;
  for (const [key, rows] of groups) {
    if (new Set(rows.map(({ visibility_total }) => visibility_total)).size > 1) return `${key} has several totals`;
    const mentions = rows.reduce((sum, { mention_count }) => sum + mention_count, 0);
    const shares = rows.reduce((sum, { share_of_voice }) => sum + (share_of_voice ?? 0), 0);
    if (mentions > 0 && Math.abs(shares - 1) > 1e-9) return `${key} has shares that add up to ${shares}`;
    if (rows.some(({ visibility_count, visibility_total }) => visibility_count > visibility_total)) {
      return `${key} has a brand in more chats than there are`;
    }
  }
  return null;
}

function checkPromptRows({ prompts }) {
  return ({ data }) => {
    const odd = data.find(({ prompt, visibility_total }) => {
      return !prompts.includes(prompt.id) && visibility_total !== CHATS_OF_PROMPT;
    });
    return odd ? `a prompt with some of its chats: ${JSON.stringify(odd)}` : null;
  };
}

function checkSources({ prompts }) {
  return (body) => {
    const odd = body.data.find(({ prompt, retrieval_count, mentioned_brands }) => {
      const isWhole = retrieval_count === CHATS_OF_PROMPT && mentioned_brands.length === 2;
      return !prompts.includes(prompt.id) && !isWhole;
    });
    return odd ? `a prompt with some of its pages: ${JSON.stringify(odd)}` : checkShares(body);
  };
}

function checkShares({ data }) {
  const odd = data.find(({ retrieved_chat_count, total_chat_count }) => retrieved_chat_count > total_chat_count);
  return odd ? `a source in more chats than there are: ${JSON.stringify(odd)}` : null;
}

function checkQueries(kept) {
  return ({ data }) =>
    checkCounts(
      kept,
      data.map(({ prompt }) => prompt.id),
      CHATS_OF_PROMPT * QUERIES_OF_CHAT,
    );
}
