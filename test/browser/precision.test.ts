import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../process/program.ts';
import { open, type Stage, setStage, settle, show } from './visit.ts';

let stage: Stage;
let project: string;

beforeAll(async () => {
  stage = await setStage();
  const { data } = (await ask(stage.program, { path: '/projects' })).body as { data: { id: string }[] };
  project = data[0]!.id;
});
afterAll(() => stage.close());

const band = (page: Page) => page.locator('.chart-band');
const colorOf = (page: Page, selector: string) => page.locator(selector).first().getAttribute('data-color');

describe('a chart over time', () => {
  it('has a band around the own brand, and around the brand chosen in the legend instead', async () => {
    const { page, complaints } = await stage.visit(`/?project=${project}`, { viewport: { width: 1440, height: 900 } });
    await band(page).waitFor();
    expect(await colorOf(page, '.chart-band')).toBe(await colorOf(page, '.chart-line.is-strong'));
    const other = page.locator('.chart-legend button').first();
    const color = await other.locator('.brand-mark').getAttribute('data-color');
    await other.click();
    await expect.poll(() => colorOf(page, '.chart-band')).toBe(color);
    await other.click();
    await page.mouse.move(0, 0);
    await page.getByRole('slider').focus();
    await expect.poll(() => colorOf(page, '.chart-band')).not.toBe(color);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('says the bounds and the number of answers in words, in the tooltip and in its table', async () => {
    const { page } = await stage.visit(`/?project=${project}`);
    await band(page).waitFor();
    await page.getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toMatch(
      /: \d+ answers: Varrow \d+\.\d% \(\d+\.\d% to \d+\.\d%\); /,
    );
    expect(await page.locator('.chart-tip-bounds').innerText()).toMatch(/^\d+\.\d% to \d+\.\d%$/);
    expect(await page.locator('.chart-tip > p').innerText()).toMatch(/ · \d+ answers$/);
    await page.getByRole('button', { name: 'Table' }).click();
    const row = await page.locator('.chart-table tbody tr').last().innerText();
    expect(row).toMatch(/\d{4}\s+\d+\s+\d+\.\d% \(\d+\.\d% to \d+\.\d%\)\s+\d+\.\d%\s/);
    // Brands are named in different numbers of answers, so each position says how many.
    await show(page, `/?project=${project}&metric=position`);
    await expect.poll(() => page.locator('.chart-table tbody tr').last().innerText()).toMatch(/\) n = \d+\s/);
    await page.close();
  });

  it('has no band around an average of several days, and one on the page of a prompt', async () => {
    const { data } = (await ask(stage.program, { path: `/prompts?project_id=${project}` })).body as {
      data: { id: string }[];
    };
    const { page } = await stage.visit(`/prompts/${data[0]!.id}?project=${project}&by=week`);
    await band(page).waitFor();
    const [from, to] = [-40, 0].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
    await show(page, `/?project=${project}&by=date&from=${from}&to=${to}`);
    await band(page).waitFor();
    await page.getByRole('button', { name: '7-day average' }).click();
    await band(page).waitFor({ state: 'detached' });
    await settle(page);
    expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/: \d+ answers: Varrow \d+\.\d%; /);
    await page.close();
  });
});

describe('the key figures', () => {
  it('explain in words how sure they are, by keyboard too', async () => {
    const { page, complaints } = await stage.visit(`/?project=${project}`);
    await settle(page);
    await page.getByText('How sure is this?').press('Enter');
    await page.getByText(/^Visibility is between \d+\.\d% and \d+\.\d% \([\d,]+ answers\)\.$/).waitFor();
    await page.getByText(/^From [\d,]+ answers to 12 prompts\./).waitFor();
    await page.getByText('12 prompts are few').waitFor();
    await page.getByRole('link', { name: 'Plan for more precision' }).click();
    await page.getByRole('heading', { name: 'Precision' }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('offer no plan to people with a share link', async () => {
    const { body } = await ask(stage.program, {
      method: 'POST',
      path: '/share-links',
      body: { project_id: project },
    });
    const { page, complaints } = await open(stage.browser, stage.program);
    await page.goto(body.url as string);
    await band(page).waitFor();
    await page.getByText('How sure is this?').click();
    await page.getByText('When not to trust it').waitFor();
    expect(await page.getByRole('link', { name: 'Plan for more precision' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('of every prompt say how many answers they come from', async () => {
    const { page } = await stage.visit(`/prompts?project=${project}`, { viewport: { width: 1440, height: 900 } });
    const cell = page.locator('[role="cell"][data-name="Answers"]').first();
    await expect.poll(() => cell.innerText()).toMatch(/^\d+$/);
    await page.context().close();
  });
});

describe('the plan beside the schedule', () => {
  const slider = (page: Page) => page.getByRole('slider', { name: 'To notice a change of' });
  const readWays = (page: Page) => page.locator('.planner-ways li').allInnerTexts();

  it('says what it takes to notice a change, and what that costs', async () => {
    const { page, complaints } = await stage.visit('/docs', {});
    await page.route('**/v1/schedule?*', async (route) => {
      const schedule = await (await route.fetch()).json();
      await route.fulfill({ json: { ...schedule, estimate: { asks: 36, cost: 0.36, cost_known: true } } });
    });
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/reports/brands/plan')) asked += 1;
    });
    await page.goto(`/collection/schedule?project=${project}`);
    await slider(page).focus();
    await page.keyboard.press('End');
    for (let step = 0; step < 18; step += 1) await page.keyboard.press('ArrowLeft');
    expect(await slider(page).getAttribute('aria-valuetext')).toBe('2 percentage points');
    await page.getByText(/^To notice 2 points, do one of these:$/).waitFor();
    expect((await readWays(page))[0]).toMatch(/^Ask each prompt \d+ times .*answers a day \(about \$\d+\.\d\d\)$/s);
    await page.keyboard.press('End');
    await page.getByText(/^What you collect now is enough: you can notice a change of \d/).waitFor();
    expect(await readWays(page)).toEqual([]);
    // Not for each of the 21 positions on the way, even if a busy machine takes its time between them.
    expect(asked).toBeLessThan(12);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('says what is missing: an own brand, answers, or the service', async () => {
    const post = async (path: string, body: object) =>
      (await ask(stage.program, { method: 'POST', path, body })).body.id as string;
    const begun = await post('/projects', { name: 'Without anything' });
    const { page } = await stage.visit(`/collection/schedule?project=${begun}`, {});
    await page.getByText('Mark a brand as your own to find out.').waitFor();
    await post('/brands', { project_id: begun, name: 'Acme', is_own: true });
    await page.reload();
    await page.getByText('There are no answers in this period.').waitFor();
    expect(await slider(page).count()).toBe(0);
    await page.route('**/reports/brands/plan', (route) => route.abort());
    await show(page, `/collection/schedule?project=${project}`);
    await page.getByText('The plan could not be made.').waitFor();
    await page.unroute('**/reports/brands/plan');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/you can notice a change of \d/).waitFor();
    await page.context().close();
  });

  it('is there for a read-only key', async () => {
    const { body } = await ask(stage.program, {
      method: 'POST',
      path: '/keys',
      body: { project_id: project, rights: 'read' },
    });
    const { page } = await open(stage.browser, stage.program);
    await page.goto(`/collection/schedule?project=${project}`);
    await page.getByLabel('API key', { exact: true }).fill(body.key as string);
    await page.keyboard.press('Enter');
    await page.getByText(/you can notice a change of \d/).waitFor();
    expect(await slider(page).isEnabled()).toBe(true);
    expect(await page.getByLabel('Asks per prompt and channel').isDisabled()).toBe(true);
    await page.context().close();
  });
});
