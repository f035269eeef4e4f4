const ALL_DAYS = 'start_date=2000-01-01&end_date=2100-01-01';

/** What requests can name in each project, as `read` answers now. */
export async function readPools({ read, projects }) {
  const pools = [];
  for (const [name, { id, days }] of Object.entries(projects)) {
    const caller = name === 'other' ? 'other' : 'company';
    const list = async (path, body) => {
      const { status, bytes } = await read({
        operation: 'pools',
        method: body ? 'POST' : 'GET',
        path: `/v1${path}${path.includes('?') ? '&' : '?'}project_id=${id}${body ? '' : '&limit=200'}`,
        caller,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      // A project that was deleted is asked about too.
      if (status === 404) return [];
      if (status !== 200) throw new Error(`${path}: ${status} ${bytes}`);
      return JSON.parse(bytes).data;
    };
    const ids = async (path) => (await list(path)).map((entry) => entry.id);
    const chats = await list(`/chats?${ALL_DAYS}&sort=desc`);
    const report = { start_date: '2000-01-01', end_date: '2100-01-01', limit: 40 };
    const runs = await ids('/runs');
    const webhooks = await ids('/webhooks');
    const channels = await list('/model-channels');
    pools.push({
      name,
      project_id: id,
      caller,
      days,
      brand: await ids('/brands'),
      prompt: [...(await ids('/prompts')), ...(await ids('/prompts?is_archived=true'))],
      topic: await ids('/topics'),
      tag: await ids('/tags'),
      chat: [...chats.map((chat) => chat.id), ...(await ids(`/chats?${ALL_DAYS}`))],
      external_id: chats.flatMap(({ external_id }) => external_id ?? []),
      model: await ids('/models'),
      model_channel: channels.map((channel) => channel.id),
      run: runs,
      webhook: webhooks,
      correction: await ids('/corrections'),
      brand_suggestion: await ids('/brands/suggestions'),
      topic_suggestion: await ids('/topics/suggestions'),
      prompt_suggestion: await ids('/prompts/suggestions'),
      share_link: await ids('/share-links'),
      domain: (await list('/reports/domains', report)).map(({ domain }) => domain),
      url: (await list('/reports/urls', report)).map(({ url }) => url),
      domain_classification: (await list('/classifications/domains')).map((entry) => entry.name),
      url_classification: (await list('/classifications/urls')).map((entry) => entry.name),
    });
  }
  return pools;
}
