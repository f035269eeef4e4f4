import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { toStatus } from '../../src/surfaces/http-shape.ts';
import { type FakeModel, startFakeModel } from '../harness/fake-model.ts';
import { type Answer, type Client, startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const NDJSON = 'application/x-ndjson';
const DATED = { start_date: '2026-01-01', end_date: '2026-01-31' };

let service: TestService;
let provider: FakeModel;

/** A project with one of everything, each under a name that no other project has. */
interface Tenant {
  word: string;
  project: string;
  company: Client;
  client: Client;
  key: string;
  /** Whoever has the project's share link. */
  viewer: Client;
  share_link: string;
  webhook: string;
  delivery: string;
  topic: string;
  tag: string;
  brand: string;
  prompt: string;
  suggestion: string;
  topic_suggestion: string;
  brand_suggestion: string;
  chat: string;
  /** A chat that was sent without its mentions, and its correction. */
  analyzed: string;
  correction: string;
  run: string;
  external: string;
  classification: string;
  secret_name: string;
  model: string;
  /** A run whose first ask is never answered. */
  collecting: string;
  cancelled: string;
  /** What nobody else may read: every id, name and text. */
  secrets: string[];
}

let own: Tenant;
let sibling: Tenant;
let foreign: Tenant;
let foreignSibling: Tenant;

beforeAll(async () => {
  service = await startService();
  provider = await startFakeModel(() => 'hang');
  const [first, second] = [await service.createCompany(), await service.createCompany()];
  own = await createTenant(first.client);
  sibling = await createTenant(first.client);
  foreign = await createTenant(second.client);
  foreignSibling = await createTenant(second.client);
  for (const tenant of [own, sibling, foreign, foreignSibling]) await waitForSuggestion(tenant);
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

/** Brands are suggested a few seconds after the answers came. */
async function waitForSuggestion(tenant: Tenant): Promise<void> {
  await waitUntil('a brand is suggested', async () => {
    const { data } = (await tenant.client.get('/brands/suggestions')).body;
    if (data.length > 0) tenant.brand_suggestion = data[0].id;
    return data.length > 0;
  });
  tenant.secrets.push(tenant.brand_suggestion.slice(3));
}

let tenants = 0;

async function createTenant(company: Client): Promise<Tenant> {
  tenants += 1;
  const word = `tenant${tenants}x`;
  // A word with a digit would be taken for a product.
  const untracked = `Zorbix${String.fromCharCode(0x60 + tenants)}`;
  const create = async (client: Client, path: string, body: object) => {
    const answer = await client.post(path, body);
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const { id: project } = await create(company, '/projects', { name: `project of ${word}` });
  const { id: key, key: secret } = await create(company, '/keys', { project_id: project, name: `key of ${word}` });
  const client = service.as(secret);
  const link = { project_id: project, name: `link of ${word}` };
  const { id: share_link, token } = await create(company, '/share-links', link);
  // Nobody listens there, so its deliveries fail at once.
  const hook = { url: `http://127.0.0.1:9/${word}`, events: ['run_failed'] };
  const { id: webhook, secret: signing } = await create(client, '/webhooks', hook);
  const { id: delivery } = (await client.post(`/webhooks/${webhook}/test`)).body;
  const { id: topic } = await create(client, '/topics', { name: `topic of ${word}` });
  const { id: tag } = await create(client, '/tags', { name: `tag of ${word}`, group: `group of ${word}` });
  const { id: brand } = await create(client, '/brands', { name: `brand of ${word}`, aliases: [`alias of ${word}`] });
  const text = { country_code: 'US', topic_id: topic, tag_ids: [tag] };
  const { id: prompt } = await create(client, '/prompts', { ...text, text: `prompt of ${word}` });
  const { id: suggestion } = await create(client, '/prompts/suggestions', { ...text, text: `suggestion of ${word}` });
  const classification = `classification of ${word}`;
  for (const path of ['/classifications/domains', '/classifications/urls']) {
    await create(client, path, { name: classification });
  }
  const profile = { industry: `industry of ${word}`, products_and_services: [`service of ${word}`] };
  await client.put('/project-profile', profile);
  const [{ id: topic_suggestion }] = (await client.get('/topics/suggestions')).body.data;
  await client.patch('/model-channels/famA-0', { is_active: true });
  const secret_name = `key-of-${word}`;
  await client.put(`/secrets/${secret_name}`, { value: `value of ${word}` });
  // Models belong to the company, so a sibling may see this one.
  const model = `model-${tenants}`;
  await create(company, '/models', { id: model, name: 'A model' });
  const external = `chat of ${word}`;
  await client.post('/chats', {
    chats: [
      {
        prompt_id: prompt,
        model_id: 'famA-scraper',
        date: '2026-01-01',
        answer: `**${untracked} Mini**: answer of ${word}`,
        sources: [{ url: `https://${word}.com/page`, title: `title of ${word}` }],
        queries: [`query of ${word}`],
        external_id: external,
        mentions: [{ brand_id: brand, count: 1, position: 1 }],
      },
    ],
  });
  await client.post('/chats', {
    chats: [{ prompt_id: prompt, model_id: 'famA-scraper', date: '2026-01-01', answer: `It is the brand of ${word}.` }],
  });
  const [{ id: chat }, { id: analyzed }] = (await client.get('/chats')).body.data;
  const { id: correction } = await create(client, '/corrections', { chat_id: analyzed, kind: 'checked' });
  const asking = {
    kind: 'openai-compatible',
    model: 'm',
    base_url: provider.base_url,
    concurrency: 1,
    timeout_seconds: 600,
  };
  await client.patch('/model-channels/famA-0', { ask: asking });
  await client.patch('/model-channels/famC-0', { ask: { kind: 'demo' } });
  const { id: collecting } = await create(client, '/runs', { kind: 'collection', replicates: 2 });
  const isAsking = async () => (await client.get(`/runs/${collecting}`)).body.tasks.running === 1;
  await waitUntil('the first ask is made', isAsking);
  const { id: cancelled } = await create(client, '/runs', { kind: 'collection' });
  await client.post(`/runs/${cancelled}/cancel`);
  const preview = { name: `preview of ${word}`, all: true };
  const run = (await client.post('/brands/preview', preview)).body.run.id;
  const objects = [
    project,
    key,
    share_link,
    webhook,
    delivery,
    topic,
    tag,
    brand,
    prompt,
    suggestion,
    topic_suggestion,
    chat,
    analyzed,
    correction,
  ];
  const ids = [...objects, run, collecting, cancelled];
  const secrets = [word, untracked, ...ids.map((id: string) => id.slice(3)), secret, token, signing];
  return {
    word,
    project,
    company,
    client,
    key,
    viewer: service.as(token),
    share_link,
    webhook,
    delivery,
    topic,
    tag,
    brand,
    prompt,
    suggestion,
    topic_suggestion,
    brand_suggestion: '',
    chat,
    analyzed,
    correction,
    run,
    external,
    classification,
    secret_name,
    model,
    collecting,
    cancelled,
    secrets,
  };
}

interface Trial {
  /** What stands in the path for `{id}`. */
  id?: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  accept?: string;
}

/** A use of other tenants' things in one's own project. */
interface Foray extends Trial {
  name: string;
  status: number;
  /** Looks at an answer that is no error. */
  check?(answer: Answer): void | Promise<void>;
}

interface Plan {
  /** A request that succeeds with the tenant's own key. */
  valid(tenant: Tenant): Trial;
  /** Every place where an id or a name of another tenant can stand; `mine` is the caller's own project. */
  forays?(theirs: Tenant, mine: Tenant): Foray[];
}

const isEmptyList = ({ body }: Answer) => expect(body).toEqual({ data: [], totalCount: 0, total_count: 0 });
const isEmptyData = ({ body }: Answer) => expect(body).toEqual({ data: [] });
const isEmptyText = ({ text }: Answer) => expect(text).toBe('');
const isRejected = ({ body }: Answer) => expect(body).toMatchObject({ accepted: 0, duplicates: 0, rejected_count: 1 });

/** Operations on `{id}` whose object is unknown. */
function byId(
  kind:
    | 'topic'
    | 'tag'
    | 'brand'
    | 'prompt'
    | 'suggestion'
    | 'topic_suggestion'
    | 'brand_suggestion'
    | 'chat'
    | 'correction'
    | 'run'
    | 'key'
    | 'share_link'
    | 'webhook'
    | 'delivery'
    | 'project'
    | 'secret_name'
    | 'model'
    | 'collecting'
    | 'cancelled',
  body?: object,
) {
  const toTrial = (tenant: Tenant) => ({ id: tenant[kind], ...(body ? { body: { ...body } } : {}) });
  return {
    valid: toTrial,
    forays: (theirs: Tenant): Foray[] => [{ name: `their ${kind}`, status: 404, ...toTrial(theirs) }],
  };
}

function createNamed(): Plan {
  return { valid: () => ({ body: { name: `new ${UNKNOWN}` } }) };
}

const REFERENCES = (theirs: Tenant) => [
  { name: 'their topic', more: { topic_id: theirs.topic } },
  { name: 'their tag', more: { tag_ids: [theirs.tag] } },
];

function createText(text: string): Plan {
  const body = { text, country_code: 'US' };
  return {
    valid: () => ({ body: { ...body } }),
    forays: (theirs) => REFERENCES(theirs).map(({ name, more }) => ({ name, status: 400, body: { ...body, ...more } })),
  };
}

function reportPlan(): Plan {
  const fields = (tenant: Tenant) => ({
    brand_id: tenant.brand,
    prompt_id: tenant.prompt,
    tag_id: tenant.tag,
    topic_id: tenant.topic,
    chat_id: tenant.chat,
  });
  const toBody = (field: string) => ({ ...DATED, dimensions: field === 'brand_id' ? [] : [field] });
  return {
    valid: () => ({ body: toBody('prompt_id') }),
    forays: (theirs, mine) =>
      Object.entries(fields(theirs)).flatMap(([field, id]) =>
        (['filters', 'having'] as const).flatMap((place): Foray[] => [
          {
            name: `${place}: ${field} in`,
            status: 200,
            body: { ...toBody(field), [place]: [{ field, operator: 'in', values: [id] }] },
            check: isEmptyData,
          },
          {
            name: `${place}: ${field} not_in`,
            status: 200,
            body: { ...toBody(field), [place]: [{ field, operator: 'not_in', values: [id] }] },
            check: async ({ body }) =>
              expect(body).toEqual((await mine.client.post('/reports/brands', toBody(field))).body),
          },
        ]),
      ),
  };
}

function classificationPlans(kind: 'domain' | 'url'): Record<string, Plan> {
  const target = { [kind]: 'https://example.com/a' };
  return {
    [`list_${kind}_classifications`]: { valid: () => ({}) },
    [`create_${kind}_classification`]: createNamed(),
    [`delete_${kind}_classification`]: {
      valid: ({ classification: name }) => ({ body: { name } }),
      forays: ({ classification: name }) => [
        { name: 'their classification in the body', status: 404, body: { name } },
        { name: 'their classification in the query', status: 404, query: { name } },
      ],
    },
    [`list_${kind}_assignments`]: { valid: () => ({}) },
    [`assign_${kind}_classification`]: {
      valid: ({ classification }) => ({ body: { ...target, classification } }),
      forays: ({ classification }) => [
        { name: 'their classification', status: 404, body: { ...target, classification } },
      ],
    },
  };
}

function newChat(mine: Tenant) {
  return { prompt_id: mine.prompt, model_id: 'famA-scraper', date: '2026-01-01', answer: 'new', mentions: [] };
}

function askWith({ secret_name: secret }: Tenant) {
  return { kind: 'openai', model: 'gpt-5', secret };
}

const PLANS: Record<string, Plan> = {
  report_brands: reportPlan(),
  get_project_profile: { valid: () => ({}) },
  replace_project_profile: { valid: () => ({ body: { industry: 'new' } }) },
  list_prompts: {
    valid: () => ({}),
    forays: ({ topic, tag, word }) => [
      { name: 'their topic', status: 200, query: { topic_id: topic }, check: isEmptyList },
      { name: 'their tag', status: 200, query: { tag_id: tag }, check: isEmptyList },
      { name: 'their text', status: 200, query: { search: word }, check: isEmptyList },
    ],
  },
  create_prompt: createText('new prompt'),
  create_prompts: {
    valid: () => ({ body: { prompts: [{ text: 'new', country_code: 'US' }] } }),
    forays: (theirs) =>
      REFERENCES(theirs).map(({ name, more }) => ({
        name,
        status: 200,
        body: { prompts: [{ text: 'new', country_code: 'US', ...more }] },
        check: isRejected,
      })),
  },
  update_prompt: {
    valid: ({ prompt: id }) => ({ id, body: { volume: 5 } }),
    forays: (theirs, mine) => [
      { name: 'their prompt', status: 404, id: theirs.prompt, body: { volume: 5 } },
      { name: 'their prompt with my topic', status: 404, id: theirs.prompt, body: { topic_id: mine.topic } },
      ...REFERENCES(theirs).map(({ name, more }) => ({ name, status: 400, id: mine.prompt, body: more })),
    ],
  },
  delete_prompt: byId('prompt'),
  archive_prompt: byId('prompt'),
  unarchive_prompt: byId('prompt'),
  list_prompt_suggestions: {
    valid: () => ({}),
    forays: ({ topic }) => [{ name: 'their topic', status: 200, query: { topic_id: topic }, check: isEmptyData }],
  },
  generate_prompt_suggestions: {
    valid: () => ({ body: { count: 1, country_code: 'US' } }),
    forays: ({ topic: topic_id }) => [
      { name: 'their topic', status: 400, body: { count: 1, country_code: 'US', topic_id } },
    ],
  },
  list_brand_suggestions: {
    valid: () => ({}),
    forays: ({ brand, prompt, topic, tag, chat }) => [
      ...Object.entries({ brand_id: brand, prompt_id: prompt, topic_id: topic, tag_id: tag }).map(([field, id]) => ({
        name: `their ${field}`,
        status: 200,
        query: { [field]: id },
        check: isEmptyList,
      })),
      ...Object.entries({ prompt_id: prompt, topic_id: topic, tag_id: tag, chat_id: chat }).map(([field, id]) => ({
        name: `their ${field} in a filter`,
        status: 200,
        query: { filters: JSON.stringify([{ field, operator: 'in', values: [id] }]) },
        check: isEmptyList,
      })),
    ],
  },
  accept_brand_suggestion: byId('brand_suggestion'),
  reject_brand_suggestion: byId('brand_suggestion'),
  get_schedule: { valid: () => ({}) },
  put_schedule: { valid: () => ({ body: {} }) },
  create_run: {
    valid: () => ({ body: { kind: 'collection' } }),
    forays: ({ prompt }) => [{ name: 'their prompt', status: 400, body: { kind: 'collection', prompt_ids: [prompt] } }],
  },
  estimate_run: {
    valid: () => ({ body: {} }),
    forays: ({ prompt }) => [{ name: 'their prompt', status: 400, body: { prompt_ids: [prompt] } }],
  },
  cancel_run: byId('collecting'),
  retry_run: byId('cancelled'),
  list_tasks: byId('collecting'),
  create_model: { valid: () => ({ body: { id: 'new-model', name: 'New' } }) },
  update_model: byId('model', { name: 'new name' }),
  delete_model: byId('model'),
  list_channel_presets: { valid: () => ({}) },
  test_model_channel: {
    valid: () => ({ id: 'famB-0', body: { text: 'new', country_code: 'US', ask: { kind: 'demo' } } }),
    forays: (theirs) => [
      {
        name: 'their secret',
        status: 400,
        id: 'famB-0',
        body: { text: 'new', country_code: 'US', ask: askWith(theirs) },
      },
    ],
  },
  list_secrets: { valid: () => ({}) },
  put_secret: { valid: () => ({ id: 'new', body: { value: 'new' } }) },
  delete_secret: byId('secret_name'),
  create_prompt_suggestion: createText('new suggestion'),
  accept_prompt_suggestion: byId('suggestion'),
  reject_prompt_suggestion: byId('suggestion'),
  list_topics: { valid: () => ({}) },
  create_topic: createNamed(),
  update_topic: byId('topic', { name: 'new name' }),
  delete_topic: byId('topic'),
  list_topic_suggestions: { valid: () => ({}) },
  accept_topic_suggestion: byId('topic_suggestion'),
  reject_topic_suggestion: byId('topic_suggestion'),
  list_tag_groups: { valid: () => ({}) },
  update_tag_group: {
    valid: ({ word }) => ({ id: `group of ${word}`, body: { color: 'blue' } }),
    forays: ({ word }) => [{ name: 'their group', status: 404, id: `group of ${word}`, body: { color: 'blue' } }],
  },
  delete_tag_group: {
    valid: ({ word }) => ({ body: { group: `group of ${word}` } }),
    forays: ({ word }) => [
      { name: 'their group', status: 404, body: { group: `group of ${word}` } },
      { name: 'their tags', status: 404, query: { group: `group of ${word}` }, body: { delete_tags: true } },
    ],
  },
  list_actions: { valid: () => ({ body: {} }) },
  get_url_content: {
    valid: ({ word }) => ({ body: { url: `https://${word}.com/page` } }),
    forays: ({ word }) => [{ name: 'their page', status: 404, body: { url: `https://${word}.com/page` } }],
  },
  list_tags: {
    valid: () => ({}),
    forays: ({ word }) => [
      { name: 'their group', status: 200, query: { group: `group of ${word}` }, check: isEmptyList },
    ],
  },
  create_tag: createNamed(),
  update_tag: byId('tag', { name: 'new name' }),
  delete_tag: byId('tag'),
  list_brands: { valid: () => ({}) },
  create_brand: createNamed(),
  update_brand: byId('brand', { name: 'new name' }),
  delete_brand: byId('brand'),
  ...classificationPlans('domain'),
  ...classificationPlans('url'),
  list_chats: {
    valid: () => ({}),
    forays: (theirs) =>
      Object.entries({
        brand_id: theirs.brand,
        prompt_id: theirs.prompt,
        topic_id: theirs.topic,
        tag_id: theirs.tag,
        external_id: theirs.external,
      }).flatMap(([name, value]): Foray[] => [
        { name, status: 200, query: { [name]: value }, check: isEmptyList },
        { name: `${name}, exported`, status: 200, query: { [name]: value }, accept: NDJSON, check: isEmptyText },
      ]),
  },
  create_chats: {
    valid: (mine) => ({ body: { chats: [newChat(mine)] } }),
    forays: (theirs, mine) => [
      {
        name: 'their prompt',
        status: 200,
        body: { chats: [{ ...newChat(mine), prompt_id: theirs.prompt }] },
        check: isRejected,
      },
      {
        name: 'their brand',
        status: 200,
        body: { chats: [{ ...newChat(mine), mentions: [{ brand_id: theirs.brand, count: 1, position: 1 }] }] },
        check: isRejected,
      },
    ],
  },
  delete_chats: {
    valid: ({ external }) => ({ body: { external_ids: [external] } }),
    forays: ({ external, chat }) => [
      { name: 'their external id', status: 404, body: { external_ids: [external] } },
      { name: 'the id of their chat', status: 404, body: { external_ids: [chat] } },
    ],
  },
  delete_chat: byId('chat'),
  get_chat_content: byId('chat'),
  list_corrections: {
    valid: () => ({}),
    forays: (theirs) =>
      Object.entries({ chat_id: theirs.analyzed, brand_id: theirs.brand }).map(
        ([name, value]): Foray => ({ name, status: 200, query: { [name]: value }, check: isEmptyList }),
      ),
  },
  create_correction: {
    valid: ({ analyzed }) => ({ body: { chat_id: analyzed, kind: 'checked' } }),
    forays: (theirs, mine) => [
      { name: 'their chat', status: 404, body: { chat_id: theirs.analyzed, kind: 'checked' } },
      {
        name: 'their brand',
        status: 404,
        body: { chat_id: mine.analyzed, kind: 'brand', brand_id: theirs.brand, start: 0, end: 2 },
      },
    ],
  },
  delete_correction: byId('correction'),
  get_evaluation: { valid: () => ({}) },
  get_overview: { valid: () => ({ query: DATED }) },
  plan_brands: {
    valid: ({ brand }) => ({ body: { ...DATED, brand_id: brand, change: 0.1 } }),
    forays: (theirs, mine) => [
      { name: 'their brand', status: 404, body: { ...DATED, brand_id: theirs.brand, change: 0.1 } },
      {
        name: 'their prompt',
        status: 200,
        body: {
          ...DATED,
          brand_id: mine.brand,
          change: 0.1,
          filters: [{ field: 'prompt_id', operator: 'in', values: [theirs.prompt] }],
        },
        check: ({ body }) => expect(body.answers).toBe(0),
      },
    ],
  },
  get_judge: { valid: () => ({}) },
  put_judge: { valid: () => ({ body: { model_channel_id: null } }) },
  try_judge: { valid: () => ({ body: { model_channel_id: 'famC-0', answers: 1 } }) },
  ...Object.fromEntries(
    ['report_domains', 'report_urls', 'search_queries', 'search_shopping_queries'].map((id) => [
      id,
      {
        valid: () => ({}),
        forays: (theirs: Tenant): Foray[] =>
          Object.entries({
            prompt_id: theirs.prompt,
            topic_id: theirs.topic,
            tag_id: theirs.tag,
            chat_id: theirs.chat,
          }).map(([field, value]) => ({
            name: `their ${field}`,
            status: 200,
            body: { filters: [{ field, operator: 'in', values: [value] }] },
            check: ({ body }) => expect(body.data).toEqual([]),
          })),
      },
    ]),
  ),
  preview_brand: {
    valid: ({ brand: id }) => ({ body: { id, name: 'new name' } }),
    forays: ({ brand: id }) => [{ name: 'their brand', status: 404, body: { id, name: 'new name' } }],
  },
  list_facts: { valid: () => ({ query: DATED }) },
  list_fact_days: { valid: () => ({ query: DATED }) },
  list_runs: { valid: () => ({}) },
  get_run: byId('run'),
  get_channel_furniture: { valid: () => ({ id: 'famA-0' }) },
  replace_channel_furniture: { valid: () => ({ id: 'famB-0', body: { furniture: [] } }) },
  list_models: { valid: () => ({}) },
  list_model_channels: { valid: () => ({}) },
  update_model_channel: {
    valid: () => ({ id: 'famB-0', body: { is_active: true } }),
    forays: (theirs) => [{ name: 'their secret', status: 400, id: 'famB-0', body: { ask: askWith(theirs) } }],
  },
  list_projects: { valid: () => ({}) },
  create_project: createNamed(),
  update_project: byId('project', { name: 'new name' }),
  delete_project: byId('project'),
  get_key: { valid: () => ({}) },
  list_keys: { valid: () => ({}) },
  create_key: {
    valid: ({ project: project_id }) => ({ body: { project_id } }),
    forays: ({ project: project_id }) => [{ name: 'their project', status: 404, body: { project_id } }],
  },
  revoke_key: byId('key'),
  list_share_links: { valid: () => ({}) },
  create_share_link: { valid: () => ({ body: { name: 'new' } }) },
  revoke_share_link: byId('share_link'),
  list_webhooks: { valid: () => ({}) },
  create_webhook: { valid: () => ({ body: { url: 'https://new.example/hook', events: ['run_failed'] } }) },
  update_webhook: byId('webhook', { events: ['run_finished'] }),
  rotate_webhook_secret: byId('webhook'),
  test_webhook: byId('webhook'),
  list_deliveries: byId('webhook'),
  repeat_delivery: byId('delivery'),
  delete_webhook: byId('webhook'),
};

function planOf({ id }: Operation): Plan {
  const plan = PLANS[id];
  if (!plan) throw new Error(`${id} is a new operation: say above how tenants could reach each other by it`);
  return plan;
}

function ask(client: Client, { method, path }: Operation, { id, query, body, accept }: Trial): Promise<Answer> {
  return client.request(method, path.replace(/\{\w+\}/, id ?? ''), {
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
    ...(accept ? { headers: { accept } } : {}),
  });
}

/** Nothing of the tenant but what the caller wrote himself. */
function expectNothingOf(tenants: Tenant[], { text }: Answer, trial: Trial): void {
  const sent = JSON.stringify(trial);
  for (const secret of tenants.flatMap(({ secrets }) => secrets)) {
    if (!sent.includes(secret)) expect(text).not.toContain(secret);
  }
}

/** Everything that a tenant can see of itself. */
async function takeStock({ client, company, project }: Tenant): Promise<unknown> {
  const query: Record<string, string> = DATED;
  const lists: Record<string, unknown> = {};
  for (const { id, method, path, scope, is_dated } of OPERATIONS) {
    if (method !== 'GET' || path.includes('{') || scope !== 'project') continue;
    lists[id] = (await client.get(path, is_dated ? { query } : {})).body;
  }
  const withoutUse = ({ last_used_at: _, ...rest }: { last_used_at: unknown }) => rest;
  const keys = (await company.get('/keys')).body.data.map(withoutUse);
  return {
    ...lists,
    list_share_links: (await client.get('/share-links')).body.data.map(withoutUse),
    archived: (await client.get('/prompts', { query: { is_archived: 'true' } })).body,
    export: (await client.get('/chats', { query, headers: { accept: NDJSON } })).text,
    report: (await client.post('/reports/brands', DATED)).body,
    projects: (await company.get('/projects')).body.data.filter(({ id }: { id: string }) => id === project),
    keys: keys.filter((key: { project: { id: string } | null }) => key.project?.id === project),
  };
}

const PROJECT_OPERATIONS = OPERATIONS.filter(({ scope }) => scope === 'project');

it('is planned for every operation there is, and for no other', () => {
  for (const operation of OPERATIONS) expect(() => planOf(operation)).not.toThrow();
  expect(Object.keys(PLANS).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
});

describe('a request for another project', () => {
  let before: unknown;
  beforeAll(async () => {
    before = [await takeStock(foreign), await takeStock(sibling)];
  });

  it.each(PROJECT_OPERATIONS.map((operation) => [operation.id, operation] as const))(
    '%s: 404 to a company key as if there were none, 403 to a project key',
    async (_id, operation) => {
      const { valid } = planOf(operation);
      const places: ((project_id: string, trial: Trial) => Trial)[] = [
        (project_id, trial) => ({ ...trial, query: { ...trial.query, project_id } }),
      ];
      if (operation.method !== 'GET') {
        places.push((project_id, trial) => ({ ...trial, body: { ...trial.body, project_id } }));
      }
      for (const place of places) {
        const refusals = [];
        for (const project_id of [foreign.project, `or_${UNKNOWN}`]) {
          const trial = place(project_id, valid(foreign));
          const answer = await ask(own.company, operation, trial);
          expect(answer.status).toBe(404);
          expectNothingOf([foreign, foreignSibling], answer, trial);
          const { request_id: _request, ...body } = answer.body;
          refusals.push(body);
        }
        expect(refusals[0]).toEqual(refusals[1]);
        for (const [project_id, tenant] of [
          [foreign.project, foreign],
          [sibling.project, sibling],
          [`or_${UNKNOWN}`, foreign],
        ] as const) {
          const trial = place(project_id, valid(tenant));
          const answer = await ask(own.client, operation, trial);
          expect(answer.status).toBe(403);
          expectNothingOf([foreign, foreignSibling, sibling], answer, trial);
        }
      }
    },
  );

  it('changes nothing there', async () => {
    expect([await takeStock(foreign), await takeStock(sibling)]).toEqual(before);
  });
});

describe("others' ids in one's own project", () => {
  let before: unknown;
  beforeAll(async () => {
    before = [await takeStock(foreign), await takeStock(sibling), await takeStock(own)];
  });

  const forayed = OPERATIONS.filter((operation) => planOf(operation).forays && operation.scope === 'project');
  it.each(forayed.map((operation) => [operation.id, operation] as const))(
    '%s: are unknown to a project key and to a company key',
    async (_id, operation) => {
      for (const theirs of [foreign, sibling]) {
        for (const { name, status, check, ...trial } of planOf(operation).forays!(theirs, own)) {
          const byCompany = { ...trial, query: { ...trial.query, project_id: own.project } };
          for (const answer of [
            await ask(own.client, operation, trial),
            await ask(own.company, operation, byCompany),
          ]) {
            expect(answer.status, name).toBe(status);
            expectNothingOf([theirs], answer, trial);
            await check?.(answer);
          }
        }
      }
    },
  );

  it('get the answer that ids get which exist nowhere', async () => {
    const nothing: Tenant = {
      ...foreign,
      topic: `to_${UNKNOWN}`,
      tag: `tg_${UNKNOWN}`,
      brand: `kw_${UNKNOWN}`,
      prompt: `pr_${UNKNOWN}`,
      suggestion: `ps_${UNKNOWN}`,
      topic_suggestion: `ts_${UNKNOWN}`,
      brand_suggestion: `bs_${UNKNOWN}`,
      chat: `ch_${UNKNOWN}`,
      analyzed: `ch_${UNKNOWN}`,
      correction: `co_${UNKNOWN}`,
      share_link: `sl_${UNKNOWN}`,
      webhook: `wh_${UNKNOWN}`,
      delivery: `de_${UNKNOWN}`,
      external: 'nothing',
      classification: 'nothing',
      secret_name: 'nothing',
    };
    const toNeutral = ({ status, text }: Answer, { topic, tag, brand, prompt, external, secret_name }: Tenant) =>
      [topic, tag, brand, prompt, external, secret_name].reduce(
        (neutral, id) => neutral.replaceAll(id, 'ID'),
        `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`,
      );
    for (const operation of forayed) {
      const known = planOf(operation).forays!(foreign, own);
      const unknown = planOf(operation).forays!(nothing, own);
      for (const [index, foray] of known.entries()) {
        const answers = [
          toNeutral(await ask(own.client, operation, foray), foreign),
          toNeutral(await ask(own.client, operation, unknown[index]!), nothing),
        ];
        // A search for words of the tenant is the same request in both.
        expect(answers[0], `${operation.id}: ${foray.name}`).toBe(answers[1]);
      }
    }
  });

  it('change nothing anywhere', async () => {
    expect([await takeStock(foreign), await takeStock(sibling), await takeStock(own)]).toEqual(before);
  });
});

describe('companies', () => {
  let before: unknown;
  beforeAll(async () => {
    before = [await takeStock(foreign), await takeStock(foreignSibling), await takeStock(own)];
  });

  const companyOperations = OPERATIONS.filter(({ scope }) => scope === 'company');

  it.each(companyOperations.map((operation) => [operation.id, operation] as const))(
    '%s: is closed to project keys, and to the other company as if nothing were there',
    async (_id, operation) => {
      const { valid, forays } = planOf(operation);
      for (const tenant of [own, sibling, foreign]) {
        const trial = valid(tenant);
        const answer = await ask(own.client, operation, trial);
        expect(answer.status).toBe(403);
        expectNothingOf([sibling, foreign, foreignSibling], answer, trial);
      }
      for (const { status, name, ...trial } of forays?.(foreign, own) ?? []) {
        const answer = await ask(own.company, operation, trial);
        expect(answer.status, name).toBe(status);
        expectNothingOf([foreign, foreignSibling], answer, trial);
        const unknown = forays!({ ...foreign, project: `or_${UNKNOWN}`, key: `ky_${UNKNOWN}` }, own)[0]!;
        const { request_id: _a, ...known } = answer.body;
        const { request_id: _b, ...nothing } = (await ask(own.company, operation, unknown)).body;
        expect(known).toEqual(nothing);
      }
    },
  );

  it('change nothing of each other', async () => {
    expect([await takeStock(foreign), await takeStock(foreignSibling), await takeStock(own)]).toEqual(before);
  });
});

describe('reading', () => {
  const reading = OPERATIONS.filter(({ right }) => right !== 'write');

  it.each(reading.map((operation) => [operation.id, operation] as const))(
    '%s: shows what is own, and nothing of others',
    async (_id, operation) => {
      const trial = planOf(operation).valid(own);
      const byCompany = operation.scope === 'project' ? { ...trial, query: { project_id: own.project } } : trial;
      const answer = await ask(own.company, operation, byCompany);
      expect(answer.status).toBe(toStatus(operation));
      expectNothingOf([foreign, foreignSibling], answer, trial);
      if (operation.scope === 'company') return;
      const narrow = await ask(own.client, operation, trial);
      expect(narrow.status).toBe(toStatus(operation));
      expectNothingOf([sibling, foreign, foreignSibling], narrow, trial);
    },
  );
});

describe('a share link', () => {
  // Every line is a decision: what people without an account can read.
  const VIEWED = [
    'get_chat_content',
    'get_key',
    'get_overview',
    'list_brands',
    'list_chats',
    'list_domain_classifications',
    'list_model_channels',
    'list_models',
    'list_prompts',
    'list_tags',
    'list_topics',
    'list_url_classifications',
    'report_brands',
    'report_domains',
    'report_urls',
  ];
  const viewed = OPERATIONS.filter(({ id }) => VIEWED.includes(id));
  const hidden = OPERATIONS.filter(({ id }) => !VIEWED.includes(id));
  let before: unknown;
  beforeAll(async () => {
    before = [await takeStock(foreign), await takeStock(sibling), await takeStock(own)];
  });

  it('reaches what says so, and nothing else', () => {
    expect(
      OPERATIONS.filter(({ right }) => right === 'view')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(VIEWED);
  });

  it.each(viewed.map((operation) => [operation.id, operation] as const))(
    '%s: shows its project, and other projects as if there were none',
    async (_id, operation) => {
      const { valid, forays } = planOf(operation);
      const trial = valid(own);
      const answer = await ask(own.viewer, operation, trial);
      expect(answer.status).toBe(200);
      expectNothingOf([sibling, foreign, foreignSibling], answer, trial);
      expect(answer.text).not.toContain(own.secret_name);
      if (operation.scope !== 'project') return;
      const named = await ask(own.viewer, operation, { ...trial, query: { ...trial.query, project_id: own.project } });
      expect(named.body).toEqual(answer.body);
      const refusals = [];
      for (const [project_id, tenant] of [
        [foreign.project, foreign],
        [sibling.project, sibling],
        [`or_${UNKNOWN}`, foreign],
      ] as const) {
        const other = { ...valid(tenant), query: { project_id } };
        const refused = await ask(own.viewer, operation, other);
        expect(refused.status).toBe(404);
        expectNothingOf([foreign, foreignSibling, sibling], refused, other);
        refusals.push(refused.body.message);
      }
      expect(new Set(refusals).size).toBe(1);
      for (const theirs of [foreign, sibling]) {
        for (const { name, status, check, ...foray } of forays?.(theirs, own) ?? []) {
          const seen = await ask(own.viewer, operation, foray);
          expect(seen.status, name).toBe(foray.accept === NDJSON ? 403 : status);
          expectNothingOf([theirs], seen, foray);
          if (foray.accept !== NDJSON) await check?.(seen);
        }
      }
    },
  );

  it.each(hidden.map((operation) => [operation.id, operation] as const))(
    '%s: is closed, whichever project is named',
    async (_id, operation) => {
      const trials = [own, sibling, foreign].flatMap((tenant) => {
        const trial = planOf(operation).valid(tenant);
        return [trial, { ...trial, query: { ...trial.query, project_id: tenant.project } }];
      });
      for (const trial of trials) {
        const answer = await ask(own.viewer, operation, trial);
        expect(answer.status).toBe(403);
        expect(answer.body.code).toBe('forbidden');
        expectNothingOf([own, sibling, foreign, foreignSibling], answer, trial);
      }
    },
  );

  it('exports no files', async () => {
    for (const accept of [NDJSON, 'text/csv']) {
      for (const path of ['/chats', '/prompts', '/brands']) {
        expect((await own.viewer.get(path, { headers: { accept } })).status).toBe(403);
      }
      expect((await own.viewer.post('/reports/brands', DATED, { headers: { accept } })).status).toBe(403);
    }
  });

  it('changes nothing anywhere', async () => {
    expect([await takeStock(foreign), await takeStock(sibling), await takeStock(own)]).toEqual(before);
  });
});

describe('names', () => {
  it("may be the same as others': neither refused nor warned of, and each stays with its own", async () => {
    const mine = await createTenant(foreign.company);
    const before = await takeStock(foreign);
    for (const path of ['/topics', '/tags', '/brands', '/classifications/domains', '/classifications/urls']) {
      const name = (await foreign.client.get(path)).body.data[0].name;
      const created = await mine.client.post(path, { name });
      expect(created.status, path).toBe(201);
    }
    const prompt = await mine.client.post('/prompts', { text: `prompt of ${foreign.word}`, country_code: 'US' });
    expect(prompt.status).toBe(201);
    expect(prompt.body.warning).toBeUndefined();
    const text = `suggestion of ${foreign.word}`;
    expect((await mine.client.post('/prompts/suggestions', { text, country_code: 'US' })).status).toBe(201);
    const chats = [{ ...newChat(mine), external_id: foreign.external }];
    const added = await mine.client.post('/chats', { chats }, { query: { on_duplicate: 'replace' } });
    expect(added.body).toMatchObject({ accepted: 1, duplicates: 0 });
    expect((await mine.client.delete('/chats', { external_ids: [foreign.external] })).status).toBe(200);
    expect((await mine.client.delete('/classifications/urls', { name: foreign.classification })).status).toBe(200);
    expect(await takeStock(foreign)).toEqual(before);
  });

  it('of attempts are apart too: the same Idempotency-Key of two tenants makes two things', async () => {
    const headers = { 'idempotency-key': 'shared' };
    const [mine, theirs] = [await createTenant(own.company), await createTenant(foreign.company)];
    const first = await theirs.client.post('/topics', { name: 'the same' }, { headers });
    const second = await mine.client.post('/topics', { name: 'the same' }, { headers });
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });
});

describe('the requests of these tests', () => {
  const writing = OPERATIONS.filter(({ right }) => right === 'write');
  const isFinal = ({ method, path }: Operation) => method === 'DELETE' || /(accept|reject)$/.test(path);
  let shared: Tenant;
  beforeAll(async () => {
    shared = await createTenant(own.company);
  });

  it.each(writing.map((operation) => [operation.id, operation] as const))(
    '%s: succeeds for whom it belongs to',
    async (_id, operation) => {
      const tenant = isFinal(operation) ? await createTenant(own.company) : shared;
      if (operation.id.endsWith('_brand_suggestion')) await waitForSuggestion(tenant);
      const client = operation.scope === 'company' ? tenant.company : tenant.client;
      expect((await ask(client, operation, planOf(operation).valid(tenant))).status).toBe(toStatus(operation));
    },
  );
});
