import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { createApi } from './in-process.mjs';

/** The measured data: one year of collection in one project, alone or with other projects in the same file. */
export const SMALL = { projects: 1, prompts: 500 };
export const FULL = { projects: 10, prompts: 500 };

export const FIRST_DAY = '2025-01-01';
export const LAST_DAY = '2025-12-31';
const CHANNELS = 8;
const DAYS = 365;
const BRANDS = 20;
const TOPICS = 10;
const TAGS = 15;
const COUNTRIES = ['AT', 'BR', 'CH', 'DE', 'ES', 'FR', 'GB', 'IT', 'NL', 'US'];
const SEED = 7;
/** How many chats are made per step, to limit memory. */
const CHATS_PER_STEP = 1_000_000;

const FOLDER = fileURLToPath(new URL('.data/', import.meta.url));
const TABLES = ['chats', 'mentions', 'sources', 'daily_chats', 'daily_mentions'];

/** The data file of this shape. It is made now if it does not exist. */
export async function ensureData({ projects, prompts }) {
  const shape = `${projects}x${prompts}`;
  const file = `${FOLDER}${shape}-${await toKey(shape)}.duckdb`;
  const manifestFile = `${file}.json`;
  if (existsSync(file) && existsSync(manifestFile)) return { file, ...JSON.parse(readFileSync(manifestFile, 'utf8')) };
  mkdirSync(FOLDER, { recursive: true });
  for (const name of readdirSync(FOLDER)) {
    if (name.startsWith(`${shape}-`)) rmSync(FOLDER + name, { recursive: true });
  }
  const started = performance.now();
  process.stderr.write(`making the data of ${projects} × ${prompts} prompts, once …\n`);
  const unfinished = `${FOLDER}${shape}-unfinished.duckdb`;
  const ids = await createProjects(unfinished, { projects, prompts });
  const counts = await fillFacts(unfinished, { projects, prompts });
  renameSync(unfinished, file);
  // The project in the middle: neither the first nor the last of each day.
  const slot = toMeasured(projects);
  const manifest = {
    project_id: ids[slot],
    project: slot + 1,
    ...counts,
    bytes: statSync(file).size,
    seconds: Math.round((performance.now() - started) / 1000),
  };
  writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
  process.stderr.write(`… ${JSON.stringify(manifest)}\n`);
  return { file, ...manifest };
}

/** The index of the measured project. Its numbers do not depend on the other projects. */
function toMeasured(projects) {
  return Math.floor((projects - 1) / 2);
}

/** Changes if the data would be different, or if the program could not open the file as it is. */
async function toKey(shape) {
  const { EXTRACTION_VERSION } = await import('../dist/extraction/extract.js');
  const hash = createHash('sha256').update(`${shape} ${EXTRACTION_VERSION}`);
  for (const path of ['data.mjs', '../dist/store/migrations.js'])
    hash.update(readFileSync(new URL(path, import.meta.url)));
  return hash.digest('hex').slice(0, 12);
}

/** Creates everything except the facts through the API. */
async function createProjects(file, { projects, prompts }) {
  const api = await createApi(file);
  try {
    const ids = [];
    for (let index = 0; index < projects; index += 1) ids.push(await createProject(api, { index, prompts }));
    return ids;
  } finally {
    await api.close();
  }
}

async function createProject({ post }, { index, prompts }) {
  const { id: project_id } = await post('/projects', { name: `Project ${index + 1}` });
  for (let brand = 1; brand <= BRANDS; brand += 1) {
    await post('/brands', {
      project_id,
      name: `Brand${String.fromCharCode(64 + brand)}x`,
      is_own: brand === 3,
      domains: [`brand-${brand}.example`],
    });
  }
  const topics = [];
  for (let topic = 1; topic <= TOPICS; topic += 1) {
    topics.push((await post('/topics', { project_id, name: `Topic ${topic}` })).id);
  }
  const tags = [];
  for (let tag = 1; tag <= TAGS; tag += 1) tags.push((await post('/tags', { project_id, name: `Tag ${tag}` })).id);
  const drafts = Array.from({ length: prompts }, (_, place) => {
    // One prompt in eleven has no topic; prompts have no tag to three tags.
    const topic_id = topics[place % (TOPICS + 1)];
    const first = (place * 7) % TAGS;
    return {
      text: `Which product is best for purpose ${place + 1}?`,
      country_code: toCountry(place + 1),
      ...(topic_id ? { topic_id } : {}),
      tag_ids: [0, 4, 9].slice(0, place % 4).map((step) => tags[(first + step) % TAGS]),
    };
  });
  for (let start = 0; start < drafts.length; start += 500) {
    const { rejected_count } = await post('/prompts/bulk', { project_id, prompts: drafts.slice(start, start + 500) });
    if (rejected_count > 0) throw new Error('prompts were refused');
  }
  return project_id;
}

function toCountry(prompt) {
  return COUNTRIES[prompt % COUNTRIES.length];
}

async function fillFacts(file, { projects, prompts }) {
  const { toCountryKey } = await import('../dist/domain/countries.js');
  const instance = await DuckDBInstance.create(file, { memory_limit: '6GB', temp_directory: `${file}.tmp` });
  const connection = await instance.connect();
  const run = (sql) => connection.run(sql);
  const chatsADay = projects * prompts * CHANNELS;
  const daysAStep = Math.max(1, Math.floor(CHATS_PER_STEP / chatsADay));
  await run(`create temp macro seed(project) as hash(${SEED}, project - ${toMeasured(projects)})`);
  // The first page of a chat comes from lane 0, the second from lane 1, and so on, so no chat has a page twice. Lanes share
  // domains in pairs.
  await run(`create temp macro page(seed, chat, lane) as
    (pow((hash(seed, chat, lane) % 1000003) / 1000003.0, 3) * 2222)::integer * 9 + lane::integer + 1`);
  await run(`create temp macro site(url) as
    (pow((hash(url) % 10007) / 10007.0, 2) * 399)::integer * 5 + ((url - 1) % 9) // 2 + 1`);
  for (let day = 0; day < DAYS; day += daysAStep) {
    const end = Math.min(DAYS, day + daysAStep);
    await run(`create or replace temp table step as
      select project, seed(project) as seed, date '${FIRST_DAY}' + day as date, prompt, channel,
        [${COUNTRIES.map(toCountryKey)}][1 + prompt % ${COUNTRIES.length}] as country,
        (day * ${prompts * CHANNELS} + (prompt - 1) * ${CHANNELS} + channel + 1)::integer as chat,
        case hash(seed(project), day, prompt, channel) % 100 when 0 then 2 when 1 then 3 else 1 end as status
      from (select 1 + (i // ${prompts * CHANNELS}) % ${projects} as project, (i // ${chatsADay})::integer as day,
          ((i // ${CHANNELS}) % ${prompts} + 1)::integer as prompt, (i % ${CHANNELS})::integer as channel
        from range(${day * chatsADay}, ${end * chatsADay}) numbers(i))`);
    await run(`insert into chats (project, date, prompt, channel, country, chat, id, status, is_given, external_id, fingerprint)
      select project, date, prompt, channel, country, chat, uuidv7(), status, false, null, gen_random_uuid() from step`);
    await run(`insert into answers (project, chat, answer, sources, queries, query_count)
      select project, chat, 'Answer ' || chat, '[]', '[]', 0 from step`);
    await run(`insert into mentions (project, date, prompt, channel, country, chat, brand, mention_count, position, sentiment, generation)
      select project, date, prompt, channel, country, chat, brand,
        1 + (rest % 16 >= 8)::integer + (rest % 16 >= 13)::integer + (rest % 16 = 15)::integer, 1 + (rest // 16) % 6,
        case when (rest // 100) % 4 > 0 then ((rest // 400) % 1601)::integer - 600 end, generation
      from (select *, hash(seed, chat, brand) % 1000 as chance, hash(seed, chat, brand) // 1000 as rest
        from (select step.*, unnest(range(1, ${BRANDS + 1}))::integer as brand from step where status in (1, 2)))
      join (select project, generation from projects) using (project)
      where chance < greatest(10, 550 - 26 * (brand - 1) + ((prompt * 7 + brand * 13) % 5 - 2) * 20)`);
    await run(`insert into sources (project, date, prompt, channel, country, chat, url, domain, citation_count, is_first)
      select project, date, prompt, channel, country, chat, page(seed, chat, lane), site(page(seed, chat, lane)),
        (hash(seed, lane, chat) % 4)::integer,
        case when lane % 2 = 1 and site(page(seed, chat, lane)) = site(page(seed, chat, lane - 1)) then 0 else 1 end
      from (select step.*, unnest(range(0, (case hash(seed, chat) % 20 when 0 then 0 else 1 + hash(seed, chat) // 20 % 9 end)::bigint)) as lane
        from step where status in (1, 2))`);
  }
  await run('drop table step');
  await run(`insert into urls (project, url, address, domain, title, class)
    select project, url, 'https://' || left(md5(site(url)::text), 6) || '-' || site(url) || '.example/' || left(md5(url::text), 8) || '/' || url,
      site(url), 'Page ' || url, ['ARTICLE', 'LISTICLE', 'PRODUCT_PAGE', 'OTHER'][1 + url % 4]
    from projects, (select unnest(range(1, 20008))::integer as url) order by project, url`);
  await run(`insert into domains (project, domain, name, class)
    select project, domain, left(md5(domain::text), 6) || '-' || domain || '.example', ['EDITORIAL', 'CORPORATE', 'UGC', 'OTHER'][1 + domain % 4]
    from projects, (select unnest(range(1, 2001))::integer as domain) order by project, domain`);
  await fillDailySums(run, projects);
  await run(`insert into counters (project, name, value)
    select project, keys.name, keys.value from projects,
      (values ('chat', ${DAYS * prompts * CHANNELS}), ('url', 20007), ('domain', 2000)) keys(name, value)`);
  await run('checkpoint');
  const counts = {};
  for (const table of TABLES) {
    const [[count]] = (await connection.runAndReadAll(`select count(*) from ${table}`)).getRows();
    counts[table] = Number(count);
  }
  connection.closeSync();
  instance.closeSync();
  return counts;
}

/** Writes the daily sums as they are after the program has compacted a project's changes. */
async function fillDailySums(run, projects) {
  for (let project = 1; project <= projects; project += 1) {
    await run(`insert into daily_chats (project, date, channel, country, chats)
      select project, date, channel, country, count(*) from chats where project = ${project} and status in (1, 2)
      group by all order by all`);
    await run(`insert into daily_mentions (project, generation, date, channel, country, brand, visibility_count, mention_count,
        position_sum, sentiment_thousandths, sentiment_count, sentiment_positive_count, sentiment_negative_count)
      select project, generation, date, channel, country, brand, count(*), sum(mention_count), sum(position),
        coalesce(sum(sentiment), 0), count(sentiment), count(*) filter (where sentiment > 100),
        count(*) filter (where sentiment < -100) from mentions where project = ${project}
      group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureData(process.argv.includes('--small') ? SMALL : FULL);
}
