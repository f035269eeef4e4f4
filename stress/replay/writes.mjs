import { createChats, DAY_MS, toDay } from './answers.mjs';

/**
 * Makes the same changes in both programs, one after the other: every operation that writes and asks nobody, on projects whose
 * re-analysis has stopped and on others, and changes that are refused.
 */
export async function makeChanges({ send, random, projects }) {
  const change = async (method, path, body, { caller = 'company', headers } = {}) => {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const operation = `${method} ${path.replace(/\/\w\w_[^/?]+/g, '/{id}').split('?')[0]}`;
    const answer = await send({ operation, method, path: `/v1${path}`, body: text, caller, headers });
    return answer.status < 300 ? JSON.parse(answer.bytes) : null;
  };
  for (const name of ['half', 'frozen', 'pages', 'small', 'other', 'untouched']) {
    const project = projects[name];
    const caller = name === 'other' ? 'other' : 'company';
    const own = (method, path, body, options) =>
      change(method, path, typeof body === 'string' ? body : { project_id: project.id, ...body }, {
        caller,
        ...options,
      });
    await changeRecords(own, project);
    await changeAnswers(own, { project, random });
    await changeBrands(own, { project, isRunning: name === 'frozen' || name === 'pages' });
    await refuse(own, project);
  }
  await changeCompany(change, projects);
}

async function changeRecords(own, { prompts, tags, topics }) {
  const tag = await own('POST', '/tags', { name: 'new', color: 'teal', group: 'new group' });
  await own('PATCH', `/tags/${tag.id}`, { name: 'newer' });
  await own('PATCH', `/tags/${tags[2]}`, { group: 'letters' });
  await own('PATCH', '/tag-groups/letters', { name: 'signs' });
  await own('DELETE', `/tags/${tags[0]}`, {});
  const topic = await own('POST', '/topics', { name: 'new', country_code: 'DE' });
  await own('PATCH', `/topics/${topics[0]}`, { name: 'renamed' });
  await own('DELETE', `/topics/${topics[1]}`, {});
  const text = 'A prompt that was added?';
  const prompt = await own('POST', '/prompts', {
    text,
    country_code: 'US',
    topic_id: topic.id,
    tag_ids: [tag.id, tags[1]],
  });
  await own('POST', '/prompts', { text, country_code: 'US' });
  await own('POST', '/prompts/bulk', {
    prompts: [
      { text: 'One more?', country_code: 'BR' },
      { text, country_code: 'US' },
    ],
  });
  await own('PATCH', `/prompts/${prompts[0]}`, { topic_id: topic.id, tag_ids: [tag.id] });
  await own('PATCH', `/prompts/${prompt.id}`, { volume: 77 });
  await own('POST', `/prompts/${prompts[2]}/archive`, {});
  await own('POST', `/prompts/${prompts.at(-1)}/unarchive`, {});
  const idea = await own('POST', '/prompts/suggestions', { text: 'An idea?', country_code: 'US', volume: 5 });
  await own('POST', `/prompts/suggestions/${idea.id}/accept`, {});
  const bad = await own('POST', '/prompts/suggestions', { text: 'A bad idea?', country_code: 'US' });
  await own('POST', `/prompts/suggestions/${bad.id}/reject`, {});
  await own('POST', '/classifications/domains', { name: 'Added', color: 'sky' });
  await own('PUT', '/classifications/domain-assignments', { domain: 'site-4.example', classification: 'Added' });
  await own('PUT', '/classifications/domain-assignments', { domain: 'site-1.example', classification: null });
  await own('DELETE', '/classifications/domains', { name: 'Rarely used' });
  await own('POST', '/classifications/urls', { name: 'Added' });
  await own('PUT', '/classifications/url-assignments', {
    url: 'https://site-5.example/page/1',
    classification: 'Added',
  });
  await own('DELETE', '/classifications/urls', { name: 'Advert' });
  await own('PUT', '/project-profile', {
    occupation: 'Seller',
    industry: 'Retail',
    targetMarkets: [{ location: 'Berlin' }],
  });
  await own('PUT', '/schedule', { is_active: false, cron: '30 5 * * *', replicates: 2 });
  await own('PATCH', '/model-channels/famD-0', { unsupported_country_codes: ['US'] });
  const link = await own('POST', '/share-links', { name: 'new', expires_in_days: 3 });
  await own('DELETE', `/share-links/${link.id}`, {});
}

async function changeAnswers(own, { project, random }) {
  const { id, prompts, brands } = project;
  const post = (chats, query = '', options) => own('POST', `/chats${query}`, { chats }, options);
  const kept = { ...project, prompts: prompts.slice(3), days: 45 };
  const chats = kept.prompts.length > 0 ? createChats(kept, { random, count: 60, prefix: 'changed' }) : [];
  await post(chats.slice(0, 20));
  await post(chats.slice(0, 20));
  await post(chats.slice(10, 30), '?dry_run=true');
  await post(chats.slice(15, 40), '?on_duplicate=replace', { headers: { 'idempotency-key': `chats ${id}` } });
  await post(chats.slice(15, 40), '?on_duplicate=replace', { headers: { 'idempotency-key': `chats ${id}` } });
  const lines = chats
    .slice(40)
    .map((chat) => `${JSON.stringify(chat)}\n`)
    .join('');
  const ndjson = { headers: { 'content-type': 'application/x-ndjson' } };
  await own('POST', `/chats?project_id=${id}`, `${lines}{"date":"2026-01-01"}\nnot JSON\n`, ndjson);
  await post([
    {
      prompt_text: 'Nobody asked this before?',
      country_code: 'US',
      model_id: 'famA-scraper',
      date: toDay(Date.now()),
      answer: `Zorbix, ${id}.`,
    },
    { prompt_id: 'pr_unknown', model_channel_id: 'famA-0', date: '2026-01-01', answer: 'Lost.' },
    {
      prompt_id: prompts.at(-1),
      model_channel_id: 'famA-0',
      date: '2026-01-01',
      mentions: [{ brand_id: 'kw_unknown', count: 1, position: 1 }],
    },
    { prompt_id: prompts.at(-1), model_channel_id: 'famA-0', date: 'yesterday' },
  ]);
  const known = chats.flatMap(({ external_id }) => external_id ?? []);
  await own('DELETE', '/chats', { external_ids: [...known.slice(0, 5), 'nobody has it'] });
  const found = await own(
    'GET',
    `/chats?project_id=${id}&start_date=2000-01-01&end_date=2100-01-01&status=answered&limit=4`,
    '',
  );
  for (const [place, chat] of (found?.data ?? []).entries()) await changeAnswer(own, { chat, place, brands });
}

async function changeAnswer(own, { chat, place, brands }) {
  if (place === 0) return own('DELETE', `/chats/${chat.id}`, {});
  const correction = await own('POST', '/corrections', {
    chat_id: chat.id,
    kind: 'sentiment',
    brand_id: brands[0],
    sentiment: 0.25,
  });
  await own('POST', '/corrections', { chat_id: chat.id, kind: 'checked' });
  if (correction && place === 2) await own('DELETE', `/corrections/${correction.id}`, {});
}

async function changeBrands(own, { project: { brands, prompts }, isRunning }) {
  await own('POST', '/brands/preview', { name: 'Fablewood', aliases: ['Norrheim'] });
  await own('PATCH', `/brands/${brands[2]}`, { color: 'pink', domains: ['site-5.example'] });
  await own('PATCH', `/brands/${brands[0]}`, { is_own: false });
  await own('PATCH', `/brands/${brands[1]}`, { is_own: true });
  // What these change shows only after the re-analysis, which begins again where it is running.
  if (!isRunning) await own('PATCH', `/brands/${brands[3]}`, { name: 'Zeta renamed', aliases: ['Vexilon'] });
  const added = await own('POST', '/brands', { name: 'Fablewood' });
  await own('POST', '/brands', { name: 'fablewood' });
  const mentions = [brands[0], added.id].map((brand_id, place) => ({ brand_id, count: 2, position: place + 1 }));
  await own('POST', '/chats', {
    chats: [{ prompt_id: prompts[3] ?? prompts[0], model_channel_id: 'famA-0', date: toDay(Date.now()), mentions }],
  });
  await own('PATCH', `/brands/${added.id}`, { aliases: ['Fable'], case: 'sensitive' });
  await own('DELETE', `/brands/${brands[4]}`, {});
}

async function refuse(own, { id, prompts }) {
  const missing = 'kw_01a00000-0000-7000-8000-000000000000';
  await own('PATCH', `/brands/${missing}`, { name: 'x' });
  await own('DELETE', `/brands/${missing}`, {});
  await own('POST', '/brands', { name: '' });
  await own('POST', '/brands', { name: 'Regex', regex: '(' });
  await own('POST', '/tags', { name: 'newer' });
  await own('PATCH', `/prompts/${prompts[0]}`, { tag_ids: ['tg_unknown'] });
  await own('POST', '/chats', { chats: 'none' });
  await own('POST', `/chats?project_id=${id}`, '{');
  await own('POST', '/corrections', { chat_id: 'ch_unknown', kind: 'checked' });
  await own('POST', '/tags', { name: 'read only' }, { caller: 'read' });
  await own('POST', '/tags', { name: 'of a link' }, { caller: 'link half' });
  await own('POST', '/tags', { name: 'of nobody' }, { caller: 'unknown' });
}

async function changeCompany(change, { half, empty, asked }) {
  const key = await change('POST', '/keys', { name: 'new', project_id: half.id });
  await change('DELETE', `/keys/${key.id}`);
  await change('POST', '/models', { id: 'house-model-3', name: 'Three', family: 'house' });
  await change('PATCH', '/models/house-model-1', { name: 'Renamed' });
  await change('POST', '/models', { id: 'house-model-3', name: 'Twice' });
  const project = await change('POST', '/projects', { name: 'New', external_id: 'new' });
  await change('POST', '/brands', { project_id: project.id, name: 'Alone' });
  const date = toDay(Date.now() - 40 * DAY_MS);
  await change('POST', '/chats', {
    project_id: project.id,
    chats: [{ prompt_text: 'Who?', country_code: 'US', model_channel_id: 'famA-0', date, answer: 'Alone and others.' }],
  });
  await change('PATCH', `/projects/${project.id}`, { name: 'Renamed' });
  await change('DELETE', `/projects/${empty.id}`);
  await change('PUT', '/secrets/example', { project_id: asked.id, value: 'another value', hosts: ['api.example.org'] });
  await change('DELETE', '/secrets/example', { project_id: asked.id });
  const hook = await change('POST', '/webhooks', {
    project_id: asked.id,
    url: 'http://127.0.0.1:9/two',
    events: ['run_failed'],
  });
  await change('PATCH', `/webhooks/${hook.id}`, { project_id: asked.id, is_active: false });
  await change('DELETE', `/webhooks/${hook.id}`, { project_id: asked.id });
}
