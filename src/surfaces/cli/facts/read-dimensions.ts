import type { Overheard } from '../../../client/overheard.ts';
import type { InputOfRoute, ItemOfRoute, PagedRoute } from '../../../client/routes.ts';
import type { Row } from '../../../exporting/columns.ts';
import { NDJSON } from '../../../exporting/formats.ts';
import { readJsonLines } from './read-json-lines.ts';
import { BRANDS, CHANNELS, DOMAINS, PROMPT_TAGS, PROMPTS, type StarTable, TAGS, TOPICS, URLS } from './star-schema.ts';

/** All dates that there are. */
export const EVER = { start_date: '0001-01-01', end_date: '9999-12-31' };

type Project = { project_id?: string };

/** Everything that facts refer to, as rows of their tables. */
export async function* readDimensions(client: Overheard, project: Project): AsyncGenerator<[StarTable, Row[]]> {
  const list = async <Known extends PagedRoute>(route: Known, input: object = {}) => {
    const rows: ItemOfRoute<Known>[] = [];
    const response = await client.fetch(route, { ...project, ...input } as InputOfRoute<Known>, { accept: NDJSON });
    for await (const row of readJsonLines<ItemOfRoute<Known>>(response)) rows.push(row);
    return rows;
  };
  yield [BRANDS, (await list('GET /brands')).map(({ id, name, is_own }) => ({ brand_id: id, name, is_own }))];
  yield [TOPICS, (await list('GET /topics')).map(({ id, ...topic }) => ({ topic_id: id, ...topic }))];
  yield [TAGS, (await list('GET /tags')).map(({ id, name, group }) => ({ tag_id: id, name, tag_group: group }))];
  const channels = await list('GET /model-channels');
  yield [
    CHANNELS,
    channels.map(({ id, name, current_model }) => ({ model_channel_id: id, name, model_id: current_model.id })),
  ];
  const prompts = [...(await list('GET /prompts')), ...(await list('GET /prompts', { is_archived: true }))];
  yield [
    PROMPTS,
    prompts.map(({ id, messages, topic, user_location, volume, is_archived }) => ({
      prompt_id: id,
      text: messages[0]!.content,
      country_code: user_location.country,
      topic_id: topic?.id ?? null,
      volume,
      is_archived,
    })),
  ];
  yield [PROMPT_TAGS, prompts.flatMap(({ id, tags }) => tags.map((tag) => ({ prompt_id: id, tag_id: tag.id })))];
  yield [DOMAINS, await list('POST /reports/domains', EVER)];
  yield [URLS, await list('POST /reports/urls', EVER)];
}
