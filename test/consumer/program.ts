import {
  ApiError,
  type ApiErrorCode,
  type InputOfRoute,
  type ItemOfRoute,
  type OutputOfRoute,
  Overheard,
} from 'overheard/client';

/** What a stranger's program could look like. It is compiled against the published package, and never run. */
const overheard = new Overheard({ url: 'https://overheard.example.com', key: 'ohc_…', retries: 3 });
const controller = new AbortController();

const request: InputOfRoute<'POST /reports/brands'> = { project_id: 'or_…', dimensions: ['date', 'model_channel_id'] };
const report = await overheard.call('POST /reports/brands', request, { signal: controller.signal });
export const visibility: (number | null)[] = report.data.map((row) => row.visibility);

export const texts: string[] = [];
for await (const { messages } of overheard.list('GET /prompts', { project_id: 'or_…', limit: 100 })) {
  texts.push(...messages.map(({ content }) => content));
}

export const { id }: { id: string } = await overheard.call(
  'POST /prompts',
  { text: 'Which one?', country_code: 'US' },
  { idempotencyKey: 'once' },
);
await overheard.call('POST /chats', {
  dry_run: true,
  chats: [{ prompt_id: id, model_id: 'famA-scraper', date: '2026-01-01', answer: 'Acme.' }],
});
const csv = await overheard.fetch('GET /brands', {}, { accept: 'text/csv' });
export const text: string = await csv.text();

export type Brand = ItemOfRoute<'GET /brands'>;
export const isOwn = (brand: Brand): boolean => brand.is_own;
export type Project = OutputOfRoute<'GET /key'>['project'];

try {
  await overheard.call('DELETE /brands/{id}', { id: 'kw_…' });
} catch (error) {
  if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
  report404(error.code, error.details[0]?.path);
}

function report404(code: ApiErrorCode, path: string | undefined): void {
  texts.push(code, path ?? '');
}

// @ts-expect-error: there is no such route.
await overheard.call('GET /nothing', {});
// @ts-expect-error: a topic has a name.
await overheard.call('POST /topics', {});
// @ts-expect-error: no dimension has this name.
await overheard.call('POST /reports/brands', { dimensions: ['day'] });
// @ts-expect-error: this list has no pages.
overheard.list('GET /secrets', {});
// @ts-expect-error: a brand has no such field.
export const unknown = (brand: Brand) => brand.nothing;
