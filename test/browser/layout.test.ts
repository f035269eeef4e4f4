import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../harness/program.ts';
import { type Stage, setStage, settle, show, waitForChanges } from './visit.ts';

/** How long charts and tables may take to find their place, on a busy machine. */
const LONGEST_FIT_MS = 90_000;
const WIDTHS = [375, 768, 1024, 1366, 1440, 1920];
const PATHS = [
  '/',
  '/?metric=position',
  '/prompts',
  '/answers',
  '/answers?q=grinder',
  '/compare',
  '/compare?rows=topic&metric=position',
  '/sources',
  '/sources?view=pages',
  '/sources?view=gaps',
  '/brands',
  '/collection/channels',
  '/collection/schedule',
  '/collection/runs',
  '/import',
  '/settings/share',
  '/settings/notifications',
  ...['you', 'brand', 'competitors', 'prompts', 'answers', 'run'].map((step) => `/start/${step}`),
];
const LONG_NAMES = [
  'The Extraordinarily Long-Named International Coffee Machine Company of Western Australia',
  'Kaffeevollautomatenreparaturwerkstattgesellschaftsverband',
];

let stage: Stage;
let project: string;
let promptPath: string;

beforeAll(async () => {
  stage = await setStage();
  const list = async (path: string) => (await ask(stage.program, { path })).body as { data: { id: string }[] };
  project = (await list('/projects')).data[0]!.id;
  promptPath = `/prompts/${(await list(`/prompts?project_id=${project}`)).data[0]!.id}`;
});
afterAll(() => stage.close());

/** What does not fit: a page or table that is too wide, panels and cells over each other, numbers that are cut off. */
async function findMisfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const misfits: string[] = [];
    const describe = (element: Element) => `${element.className} "${element.textContent?.slice(0, 40)}"`;
    /** Neighbors may share an edge that falls between two pixels. */
    const SLACK = 1.5;
    const overlap = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
    const findOverlaps = (elements: Element[], what: string) => {
      const boxes = elements.map((element) => element.getBoundingClientRect());
      for (const [index, box] of boxes.entries()) {
        for (let other = index + 1; other < boxes.length; other += 1) {
          if (!overlap(box, boxes[other]!)) continue;
          misfits.push(`${what} overlap: ${describe(elements[index]!)} and ${describe(elements[other]!)}`);
        }
      }
    };
    /** The box of what an element shows, which may be larger than the element. */
    const toInkBox = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) misfits.push('The page scrolls.');
    for (const table of document.querySelectorAll('.table')) {
      if (table.scrollWidth > table.clientWidth) misfits.push(`The table is too wide: ${table.ariaLabel}`);
      for (const row of [...table.querySelectorAll('.table-row')].slice(0, 30)) {
        const cells = [...row.children];
        findOverlaps(cells, 'Cells');
        const { top, bottom } = row.getBoundingClientRect();
        for (const cell of cells) {
          const box = cell.getBoundingClientRect();
          if (box.top < top - SLACK || box.bottom > bottom + SLACK)
            misfits.push(`Higher than its row: ${describe(cell)}`);
        }
        for (const cell of cells.filter((element) => element.classList.contains('is-number'))) {
          const [box, ink] = [cell.getBoundingClientRect(), toInkBox(cell)];
          if (ink.left < box.left - SLACK || ink.right > box.right + SLACK) misfits.push(`Cut off: ${describe(cell)}`);
        }
      }
    }
    findOverlaps([...document.querySelectorAll('main .panel')], 'Panels');
    findOverlaps(
      [...document.querySelectorAll('.panel-head > *, .panel-tools > *')].filter(
        (element) => !element.classList.contains('panel-tools'),
      ),
      'Tools',
    );
    for (const panel of document.querySelectorAll(
      'main .panel, main .figure, .movers a, .start-head, .start-form > *, .start-card, .chip.is-removable, .checklist small',
    )) {
      const [box, ink] = [panel.getBoundingClientRect(), toInkBox(panel)];
      if (ink.right > box.right + SLACK) misfits.push(`Wider than its place: ${describe(panel)}`);
    }
    return misfits;
  });
}

/** Waits until charts and tables have measured their place, which takes a moment, and returns what still does not fit. */
async function check(page: Page): Promise<string[]> {
  let misfits = await findMisfits(page);
  const deadline = performance.now() + LONGEST_FIT_MS;
  while (misfits.length > 0 && performance.now() < deadline) {
    await page.waitForTimeout(100);
    misfits = await findMisfits(page);
  }
  return misfits;
}

/** So many days ago. */
function toDay(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

async function checkAll(paths: readonly string[] = [...PATHS, promptPath]): Promise<string[]> {
  const { page } = await stage.visit('/', { viewport: { width: 1280, height: 900 } });
  const problems: string[] = [];
  for (const path of paths) {
    await show(page, path);
    if (path === '/') await waitForChanges(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      problems.push(...(await check(page)).map((misfit) => `${path} at ${width}: ${misfit}`));
    }
  }
  await page.context().close();
  return problems;
}

describe('every table and panel', () => {
  it('is looked at, so that an overlap would be found', async () => {
    const { page } = await stage.visit('/', { viewport: { width: 1440, height: 900 } });
    await waitForChanges(page);
    await settle(page);
    expect(await check(page)).toEqual([]);
    await page.locator('.overview-below > :first-child').evaluate((panel) => {
      (panel as HTMLElement).style.marginInlineEnd = '-8rem';
    });
    await page
      .locator('[role="cell"][data-name="Position"]')
      .first()
      .evaluate((cell) => {
        (cell as HTMLElement).style.marginInlineStart = '-3rem';
      });
    const found = (await findMisfits(page)).join('\n');
    expect(found).toContain('Panels overlap');
    expect(found).toContain('Cells overlap');
    await page.context().close();
  });

  it('has its place at every width', async () => {
    expect(await checkAll()).toEqual([]);
  });

  it('has its place in an import with 40 columns and long values', async () => {
    const { page } = await stage.visit('/import', { viewport: { width: 1280, height: 900 } });
    const long = LONG_NAMES.join(' ').repeat(5);
    const row = (index: number) => [
      long,
      `${LONG_NAMES[1]} ${index}`,
      index % 2 ? 'US' : long.slice(0, 150),
      '2026-01-01',
      long,
    ];
    const rows = [
      [
        'prompt',
        'model',
        'country',
        'date',
        'answer',
        ...Array.from({ length: 35 }, (_, at) => `${LONG_NAMES[at % 2]} ${at}`),
      ],
      ...Array.from({ length: 10 }, (_, index) => [...row(index), ...Array.from({ length: 35 }, () => LONG_NAMES[1])]),
    ];
    const csv = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');
    const file = { name: `${long.slice(0, 200)}.csv`, mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('35 columns are not imported').click();
    await page.getByText('10 rows will be rejected').waitFor();
    const problems: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      problems.push(...(await check(page)).map((misfit) => `${width}: ${misfit}`));
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows prompts, topics and tags in full at 1440 pixels, and no empty column', async () => {
    const { page } = await stage.visit('/prompts', { viewport: { width: 1440, height: 900 } });
    await page.locator('.chip').first().waitFor();
    await settle(page);
    await page.evaluate(() => document.fonts.ready);
    const listCut = () =>
      page.locator('.table .two-lines, .table .chips, .table .chip').evaluateAll((elements) =>
        elements
          .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => {
            return scrollWidth > clientWidth || scrollHeight > clientHeight + 1;
          })
          .map(({ textContent }) => textContent),
      );
    await expect.poll(listCut).toEqual([]);
    expect(await page.locator('.table .two-lines').count()).toBeGreaterThan(12);
    expect(await page.getByRole('columnheader').allTextContents()).not.toContain('Volume');
    await page.context().close();
  });

  it('has its place with long names, also of the own brand', async () => {
    const { data } = (await ask(stage.program, { path: `/brands?project_id=${project}` })).body as {
      data: { id: string; is_own: boolean; name: string }[];
    };
    const renamed = [data.find(({ is_own }) => is_own)!, data.find(({ is_own }) => !is_own)!];
    for (const [index, { id, name }] of renamed.entries()) {
      const body = { project_id: project, name: LONG_NAMES[index], aliases: [name] };
      expect((await ask(stage.program, { method: 'PATCH', path: `/brands/${id}`, body })).status).toBe(200);
    }
    // What the start and the import show of names is checked below.
    expect(await checkAll([...PATHS, promptPath].filter((path) => !/^\/(start|import)/.test(path)))).toEqual([]);
  });

  it('has its place in a project that begins, with far too long names and 200 competitors', async () => {
    const post = async (path: string, body: object) =>
      (await ask(stage.program, { method: 'POST', path, body })).body.id as string;
    const begun = await post('/projects', { name: LONG_NAMES.join(' ') });
    const toPaths = (paths: readonly string[]) => paths.map((path) => `${path}?project=${begun}`);
    const steps = PATHS.filter((path) => path.startsWith('/start/'));
    const empty = await checkAll([...toPaths(['/', ...steps]), '/start/new']);
    for (const [index, name] of LONG_NAMES.entries()) {
      const shared = { project_id: begun, name, aliases: LONG_NAMES.map((other) => `${other} ${index}`) };
      await post('/brands', { ...shared, is_own: index === 0, domains: [`${'very-'.repeat(20)}long-${index}.com`] });
      await post('/topics', { project_id: begun, name: name.slice(0, 64) });
    }
    const names = Array.from({ length: 197 }, (_, number) => `${LONG_NAMES[number % 2]} ${number}`);
    const ids = await Promise.all(names.map((name) => post('/brands', { project_id: begun, name })));
    expect(ids).not.toContain(undefined);
    const chat = { prompt_text: 'Which is best?', country_code: 'US', model_channel_id: 'famA-0' };
    const answer = LONG_NAMES.map((name) => `${name} 7`).join(' and ');
    await post('/chats', {
      project_id: begun,
      chats: [1, 2].map((day) => ({ ...chat, date: toDay(day), answer: `${answer} on day ${day}.` })),
    });
    await post('/prompts/suggestions/generate', { project_id: begun, count: 10, country_code: 'US' });
    expect([...empty, ...(await checkAll(toPaths(['/', ...steps, '/brands'])))]).toEqual([]);
  });
});
