import { setTimeout as pause } from 'node:timers/promises';
import { createClient, KEY, waitUntilIdle } from '../program.mjs';
import { createRandom } from '../random.mjs';
import { BRANDS, COUNTRIES, createChats, DAY_MS, toDay, UNTRACKED } from './answers.mjs';
import { createCompanyKey, openProgram } from './programs.mjs';

const NDJSON = { 'Content-Type': 'application/x-ndjson' };
/** Nobody listens there, so what is sent there fails at once. */
const CLOSED = 'http://127.0.0.1:9';
const OWN_MODEL = { id: 'house-model-1', name: 'House model', family: 'house' };
/** What each project is there for is in its name. */
const PROJECTS = {
  half: { name: 'Months half summed up', prompts: 40, chats: 2600, days: 430 },
  frozen: { name: 'A re-analysis of brands that stopped', prompts: 30, chats: 2600, days: 200 },
  pages: { name: 'A re-analysis of pages that stopped', prompts: 20, chats: 2200, days: 120 },
  small: { name: 'Few answers', prompts: 6, chats: 150, days: 40, brands: 6, hasOwn: false },
  asked: { name: 'Asks by itself', prompts: 6, chats: 60, days: 20 },
  other: { name: 'Of another company', prompts: 12, chats: 500, days: 100, isOther: true },
  untouched: { name: 'Brands without answers', prompts: 3, chats: 0, days: 1 },
  empty: { name: 'Nothing at all', prompts: 0, chats: 0, days: 1, brands: 0 },
};

/**
 * Makes a database with the program of a folder: months that are summed up, months that are not, one whose sums were not
 * finished, changes of days that are not added up, and two re-analyses that stopped halfway.
 */
export async function fillDatabase({ databases, name, folder, seed, log }) {
  await databases.create(name);
  const url = databases.toUrl(name);
  const open = (hasWorker) => openProgram(folder, { url, hasWorker });
  const random = createRandom(seed);
  const keys = { company: KEY, other: createCompanyKey(folder, { url, company: 'Other' }) };

  log('projects and answers …');
  let program = await open(false);
  const projects = {};
  for (const [project, plan] of Object.entries(PROJECTS)) {
    const client = createProjectClient(program, plan.isOther ? keys.other : keys.company);
    projects[project] = await createProject(client, { ...plan, random });
  }
  const withWorker = await addCompanyThings({ program, keys, projects });
  await program.stop();

  log('background work …');
  program = await open(true);
  await waitUntilIdle(program);
  await withWorker(program);
  await waitUntilIdle(program);
  await program.stop();
  // Months are summed up once more, because brands have changed.
  await finishWork({ databases, name, open: () => open(true) }).then((running) => running.stop());

  log('re-analyses that stop halfway …');
  program = await open(false);
  await startAnalyses({ program, keys, projects });
  await program.stop();
  program = await open(true);
  await waitUntilHalfway(createProjectClient(program, keys.company), [projects.frozen.id, projects.pages.id]);
  await program.kill();

  log('late changes …');
  program = await open(false);
  await changeLate({ program, keys, projects, random });
  await program.stop();
  await databases.run(name, listUnfinishedSums());
  // As a server does by itself after a while; plans for tables that it knows nothing of take a hundred times as long.
  await databases.run(name, ['analyze']);
  return { keys, projects };
}

/** Starts a program with background work, all of it due now, and waits until it is done. */
export async function finishWork({ databases, name, open }) {
  await databases.run(name, ["update work set due_at = '1970-01-01 00:00:00+00'"]);
  const program = await open();
  await waitUntilIdle(program);
  return program;
}

/** Sends what has to succeed, with `project_id` where it belongs. */
function createProjectClient(program, key) {
  const call = createClient(program, key);
  return async (method, path, body, options = {}) => {
    const { status, text } = await call(method, path, { body, ...options });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`);
    const answer = JSON.parse(text);
    if (answer.rejected?.length > 0) throw new Error(`${path}: ${JSON.stringify(answer.rejected[0])}`);
    return answer;
  };
}

async function createProject(client, { name, prompts, chats, days, brands = BRANDS.length, hasOwn = true, random }) {
  const { id } = await client('POST', '/projects', { name, external_id: `outside ${name}` });
  const create = async (path, body) => (await client('POST', path, { project_id: id, ...body })).id;
  const project = { id, days, brands: [], topics: [], tags: [], prompts: [], chats };
  for (const [place, brand] of BRANDS.slice(0, brands).entries()) {
    project.brands.push(await create('/brands', toBrand(brand, place, hasOwn)));
  }
  for (const topic of ['one', 'Two', 'zwölf']) project.topics.push(await create('/topics', { name: topic }));
  for (const tag of ['x', 'Y', 'z', 'ä', 'nobody has it']) {
    project.tags.push(
      await create('/tags', { name: tag, ...(tag === 'x' || tag === 'Y' ? { group: 'letters' } : {}) }),
    );
  }
  for (let place = 0; place < prompts; place += 1) {
    // One prompt in four has no topic, and one in four no tag; the others have up to three.
    const topic_id = project.topics[place % 4];
    const tag_ids = project.tags.slice(0, 4).filter((_, tag) => place % 4 > 0 && (place + tag) % (place % 4) === 0);
    const text = `Which product is best for purpose ${place}?`;
    const country_code = COUNTRIES[place % COUNTRIES.length];
    project.prompts.push(await create('/prompts', { text, country_code, tag_ids, ...(topic_id ? { topic_id } : {}) }));
  }
  if (chats > 0) await sendChats(client, id, createChats(project, { random, count: chats, prefix: 'first' }));
  return project;
}

function toBrand(name, place, hasOwn) {
  const slug = `brand-${place}`;
  return {
    name,
    is_own: hasOwn && place === 0,
    domains: place % 3 === 2 ? [] : [`${slug}.example`, `www.${slug}.test`],
    aliases: place % 2 === 0 ? [`${name} Works`, `The ${name}`] : [],
    ...(place === 3 ? { exclude: ['Kestola Street'], case: 'insensitive' } : {}),
    ...(place === 8 ? { regex: 'Plink(?:ost|y)' } : {}),
  };
}

function sendChats(client, project_id, chats, query = '') {
  const body = chats.map((chat) => `${JSON.stringify(chat)}\n`).join('');
  return client('POST', `/chats?project_id=${project_id}${query}`, body, { headers: NDJSON });
}

/** What projects have beside answers. Returns what can only be done while there is background work. */
async function addCompanyThings({ program, keys, projects }) {
  const client = createProjectClient(program, keys.company);
  const other = createProjectClient(program, keys.other);
  for (const own of [client, other]) await own('POST', '/models', OWN_MODEL);
  await client('POST', '/models', { id: 'house-model-2', name: 'Gone' });
  const { data: channels } = await client('GET', `/model-channels?project_id=${projects.small.id}&limit=100`);
  for (const project of Object.values(projects))
    project.channel = channels.find(({ id }) => id.startsWith('house'))?.id;
  for (const [name, project] of Object.entries(projects)) {
    if (project.chats === 0) continue;
    const own = name === 'other' ? other : client;
    const random = createRandom(project.chats);
    await sendChats(own, project.id, createChats(project, { random, count: 30, prefix: 'own model' }));
    await describeProject(own, project);
  }
  await client('DELETE', '/models/house-model-2');
  await client('POST', '/keys', { name: 'reads', project_id: projects.half.id, rights: 'read' }).then(({ key }) => {
    keys.read = key;
  });
  const { id: gone } = await client('POST', '/keys', { name: 'gone', project_id: projects.half.id });
  await client('DELETE', `/keys/${gone}`);
  for (const name of ['half', 'frozen']) {
    const link = await client('POST', '/share-links', { project_id: projects[name].id, name: 'shown' });
    keys[`link ${name}`] = findToken(link);
    const { id } = await client('POST', '/share-links', { project_id: projects[name].id });
    await client('DELETE', `/share-links/${id}?project_id=${projects[name].id}`);
  }
  return (running) => askAndSuggest(createProjectClient(running, keys.company), projects);
}

/** The secret of a new share link, whatever field or address has it. */
function findToken(link) {
  return /\boh\w_[\w-]+/.exec(JSON.stringify(link))[0];
}

/** Classifications, corrections, an archived prompt, and so on. */
async function describeProject(client, { id: project_id, prompts, brands }) {
  const send = (method, path, body) => client(method, path, { project_id, ...body });
  await send('POST', '/classifications/domains', { name: 'Partner', color: 'lime' });
  await send('POST', '/classifications/domains', { name: 'Rarely used' });
  await send('POST', '/classifications/urls', { name: 'Advert', color: 'red' });
  await send('PUT', '/classifications/domain-assignments', { domain: 'site-1.example', classification: 'Partner' });
  await send('PUT', '/classifications/domain-assignments', { domain: 'site-2.example', classification: 'Rarely used' });
  await send('PUT', '/classifications/url-assignments', {
    url: 'https://site-3.example/page/0',
    classification: 'Advert',
  });
  await send('POST', `/prompts/${prompts.at(-1)}/archive`, {});
  await send('PATCH', `/prompts/${prompts[0]}`, { volume: 1200 });
  await send('PUT', '/project-profile', {
    occupation: 'Maker',
    industry: 'Household',
    brandPresentation: ['Makes things'],
    productsAndServices: ['Things', 'Spare parts'],
    targetMarkets: [{ location: 'Germany' }],
    audienceDistribution: { simpleRecommendationSeeker: 50, informedShopper: 30, evaluativeResearcher: 20 },
  });
  await send('POST', '/prompts/suggestions', { text: 'What else?', country_code: 'US' });
  await correct(client, { project_id, brands });
}

async function correct(client, { project_id, brands }) {
  const { data } = await client(
    'GET',
    `/chats?project_id=${project_id}&start_date=2000-01-01&end_date=2100-01-01&brand_id=${brands[1]}&status=answered&limit=60`,
  );
  let corrected = 0;
  for (const { id: chat_id } of data) {
    const { brands_mentioned } = await client('GET', `/chats/${chat_id}/content?project_id=${project_id}`);
    const found = brands_mentioned.find(({ mentions }) => mentions.length > 0);
    if (!found) continue;
    const { start, end } = found.mentions[0];
    const kinds = [
      { kind: 'not_brand', brand_id: found.id, start, end },
      { kind: 'sentiment', brand_id: found.id, sentiment: -0.5 },
      { kind: 'checked' },
    ];
    await client('POST', '/corrections', { project_id, chat_id, ...kinds[corrected % 3] });
    corrected += 1;
    if (corrected === 9) return;
  }
}

/** Answers of the demo's assistant, asks that fail, a webhook that is not heard, and a brand that answers had named before. */
async function askAndSuggest(client, { asked, half, small }) {
  const send = (method, path, body) => client(method, path, { project_id: asked.id, ...body });
  await send('POST', '/webhooks', { url: `${CLOSED}/hook`, events: ['run_finished', 'run_failed'] });
  await send('PATCH', '/model-channels/famA-0', { is_active: true, ask: { kind: 'demo' } });
  await send('PATCH', '/model-channels/famK-1', {
    is_active: true,
    unsupported_country_codes: ['DE'],
    ask: { kind: 'openai-compatible', model: 'none', base_url: `${CLOSED}/v1`, price: { input: 1, output: 2 } },
  });
  await send('PUT', '/model-channels/famB-0/furniture', { furniture: [{ text: 'It depends on', cut: 'line' }] });
  await send('PUT', '/secrets/example', { value: 'nobody knows it', hosts: ['api.example.com'] });
  await send('PUT', '/schedule', {
    is_active: false,
    cron: '0 6 * * 1',
    time_zone: 'Europe/Berlin',
    budget: { day: 1, month: 10 },
  });
  for (const model_channel_ids of [['famA-0'], ['famK-1', 'famA-0']]) {
    const { id } = await send('POST', '/runs', {
      kind: 'collection',
      model_channel_ids,
      prompt_ids: asked.prompts.slice(0, 4),
    });
    for (let looks = 0; ; looks += 1) {
      const { state } = await client('GET', `/runs/${id}?project_id=${asked.id}`);
      if (state !== 'running') break;
      // What fails is tried again for a while.
      if (looks === 12) await client('POST', `/runs/${id}/cancel`, { project_id: asked.id });
      await pause(500);
    }
  }
  for (const project of [half, small]) {
    await client('POST', '/brands', { project_id: project.id, name: UNTRACKED[0], domains: ['site-4.example'] });
  }
}

/** Brands that are new, gone, renamed or have another name, in a project whose answers are not re-analyzed yet. */
async function startAnalyses({ program, keys, projects: { frozen, pages } }) {
  const client = createProjectClient(program, keys.company);
  const send = (project, method, path, body) => client(method, path, { project_id: project.id, ...body });
  // Hidden until then, though answers that bring their mentions name them.
  const hide = async (project, body) => void project.brands.push((await send(project, 'POST', '/brands', body)).id);
  await hide(frozen, { name: UNTRACKED[1], aliases: [UNTRACKED[2]] });
  // The answers that follow do not name them.
  for (const brand of frozen.brands.splice(8, 2)) await send(frozen, 'DELETE', `/brands/${brand}`, {});
  await send(frozen, 'PATCH', `/brands/${frozen.brands[1]}`, { exclude: ['and'], aliases: ['worth a look'] });
  await send(pages, 'PUT', '/model-channels/famA-0/furniture', { furniture: [{ text: 'It depends on', cut: 'rest' }] });
  await hide(pages, { name: UNTRACKED[3] });
}

async function waitUntilHalfway(client, projects) {
  for (;;) {
    const runs = await Promise.all(
      projects.map(async (id) => (await client('GET', `/runs?project_id=${id}&kind=extraction&limit=1`)).data[0]),
    );
    if (runs.some(({ state }) => state !== 'running')) throw new Error('a re-analysis was over before it was stopped');
    if (runs.every(({ done }) => done > 0)) return;
    await pause(5);
  }
}

/** Changes that background work would follow up, and does not: of few months, so that the others stay summed up. */
async function changeLate({ program, keys, projects, random }) {
  const client = createProjectClient(program, keys.company);
  const { half, frozen, pages, small } = projects;
  for (const [project, months] of [
    [half, [2, 5, 9]],
    [frozen, [0, 4]],
    [pages, [0]],
  ]) {
    for (const month of months) await changeMonth(client, project, { random, last: Date.now() - month * 30 * DAY_MS });
  }
  // With answers of every month.
  await client('DELETE', `/prompts/${small.prompts[1]}?project_id=${small.id}`);
  await client('DELETE', `/topics/${half.topics[2]}?project_id=${half.id}`);
  await client('DELETE', `/tags/${half.tags[3]}?project_id=${half.id}`);
  const { id } = await client('POST', '/projects', { name: 'Deleted' });
  await client('DELETE', `/projects/${id}`);
}

/** Adds, replaces and deletes answers of a few days. */
async function changeMonth(client, project, { random, last }) {
  const project_id = project.id;
  const [start, end] = [toDay(last - 4 * DAY_MS), toDay(last)];
  const { data } = await client('GET', `/chats?project_id=${project_id}&start_date=${start}&end_date=${end}`);
  const known = data.flatMap(({ external_id }) => external_id ?? []);
  const chats = createChats(project, { random, count: 30, prefix: `late ${end}`, last, days: 3 });
  const isReplaced = (place) => place < 8 && known[place] !== undefined;
  await sendChats(
    client,
    project_id,
    chats.map((chat, place) => (isReplaced(place) ? { ...chat, external_id: known[place] } : chat)),
    '&on_duplicate=replace',
  );
  const external_ids = known.slice(8, 14);
  if (external_ids.length > 0) await client('DELETE', '/chats', { project_id, external_ids });
}

/** As a process leaves a month that ends while it makes the sums: claimed by a negative number, with some of the rows. */
function listUnfinishedSums() {
  const month = '(select max(date) from summed_months where project = 1)';
  return [
    `delete from monthly_mentions where project = 1 and prompt > 5 and date = ${month}`,
    `delete from monthly_urls where project = 1 and date = ${month}`,
    `update summed_months set source_generation = -4711 where project = 1 and date = ${month}`,
  ];
}
