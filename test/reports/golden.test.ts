import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestProject, type TestService } from '../harness/service.ts';
import { fillProject, type Ids } from './dataset.ts';
import { GOLDEN_CASES, GOLDEN_DATA } from './golden-data.ts';

let service: TestService;
let project: TestProject;
let ids: Ids;

beforeAll(async () => {
  service = await startService();
  project = await service.createProject();
  ids = await fillProject(project, GOLDEN_DATA);
});
afterAll(() => service.close());

describe('golden reports', () => {
  it.each(GOLDEN_CASES)('$name', async ({ request, columns, rows }) => {
    const { status, body } = await project.client.post('/reports/brands', withIds(request));
    expect(status).toBe(200);
    const got = body.data.map((row: Record<string, unknown>) => columns.map((column) => toPlace(row[column])));
    expect(got).toEqual(rows);
  });

  it('shows a dimension exactly when it is asked for', async () => {
    const range = { start_date: '2026-01-01', end_date: '2026-02-28' };
    const fields = [
      'prompt',
      'model',
      'model_channel',
      'tag',
      'topic',
      'date',
      'week',
      'month',
      'country_code',
      'chat',
    ];
    const plain = (await project.client.post('/reports/brands', range)).body.data[0];
    expect(fields.filter((field) => field in plain)).toEqual([]);
    const dimensions = ['tag_id', 'chat_id', 'week'];
    const cut = (await project.client.post('/reports/brands', { ...range, dimensions })).body.data[0];
    expect(fields.filter((field) => field in cut)).toEqual(['tag', 'week', 'chat']);
  });

  it.each([
    { dimensions: ['date', 'date'] },
    { dimensions: ['brand_id'] },
    { filters: [{ field: 'date', operator: 'in', values: ['2026-01-01'] }] },
    { filters: [{ field: 'brand_id', operator: 'eq', values: ['x'] }] },
    { filters: [{ field: 'brand_id', operator: 'in', values: [] }] },
    { filters: [{ field: 'brand_id', operator: 'in', values: [1] }] },
    { filters: [{ field: 'model_id', operator: 'in', values: ['unheard-of'] }] },
    { filters: [{ field: 'country_code', operator: 'not_in', values: ['XX'] }] },
    { order_by: [{ field: 'prompt_id' }] },
    { order_by: [{ field: 'visibility' }, { field: 'visibility', direction: 'asc' }] },
    { order_by: [{ field: 'visibility', direction: 'up' }] },
    { having: [{ field: 'date', operator: 'in', values: ['2026-01-01'] }] },
    { having: [{ field: 'visibility', operator: 'gt' }] },
    { having: [{ field: 'visibility', operator: 'in', values: ['1'] }] },
    { having: [{ field: 'brand_id', operator: 'in', value: 1 }] },
    { having: [{ field: 'visibility', operator: 'gt', value: 1, values: ['1'] }] },
  ])('refuses %j', async (request) => {
    const { status, body } = await project.client.post('/reports/brands', request);
    expect(status).toBe(400);
    expect(body.message).toMatch(/\.$|\?$/);
  });

  it('follows a prompt that moves to another topic at once', async () => {
    const mover = await service.createProject();
    const own = await fillProject(mover, GOLDEN_DATA);
    await mover.client.patch(`/prompts/${own.prompts[2]}`, { topic_id: own.topics[1], tag_ids: [own.tags[1]] });
    const request = {
      start_date: '2026-01-01',
      end_date: '2026-02-28',
      dimensions: ['topic_id', 'tag_id'],
      filters: [{ field: 'brand_id', operator: 'in', values: [own.brands[1]] }],
      order_by: [
        { field: 'topic_id', direction: 'asc' },
        { field: 'tag_id', direction: 'asc' },
      ],
    };
    const { body } = await mover.client.post('/reports/brands', request);
    const groups = body.data.map((row: { topic: { id: string }; tag: { id: string }; visibility_total: number }) => [
      own.topics.indexOf(row.topic.id),
      own.tags.indexOf(row.tag.id),
      row.visibility_total,
    ]);
    expect(groups).toEqual([
      [0, 0, 3],
      [0, 1, 2],
      [1, 1, 2],
    ]);
  });
});

/** `$brands.0` → the id. */
function withIds(request: object): object {
  const text = JSON.stringify(request).replace(
    /\$(\w+)\.(\d+)/g,
    (_, kind: keyof Ids, place) => ids[kind][Number(place)]!,
  );
  return JSON.parse(text);
}

/** An id → `$brands.0`; models and channels stand for themselves. */
function toPlace(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { id } = value as { id: string };
  for (const [kind, list] of Object.entries(ids)) {
    if (list.includes(id)) return `$${kind}.${list.indexOf(id)}`;
  }
  return id;
}
