import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../harness/program.ts';
import { open, type Stage, setStage, settle, show, waitForChanges } from './visit.ts';

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
    await page.getByText('12 prompts are too few').waitFor();
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

describe('a change', () => {
  /** Twenty prompts over two weeks; in the second, the own brand is named twice as often, the other as before. */
  async function createChanged(): Promise<string> {
    const post = async (path: string, body: object) => {
      const answer = await ask(stage.program, { method: 'POST', path, body });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return answer.body as { id: string };
    };
    const { id } = await post('/projects', { name: 'Changed' });
    const own = await post('/brands', { project_id: id, name: 'Acmeon', is_own: true });
    const other = await post('/brands', { project_id: id, name: 'Brumelle' });
    const prompts: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      prompts.push((await post('/prompts', { project_id: id, text: `Question ${index}`, country_code: 'US' })).id);
    }
    const chats = Array.from({ length: 20 * 14 }, (_, index) => {
      const [prompt, day] = [index % 20, Math.floor(index / 20)];
      const named = [
        ...((prompt + day) % 10 < (day < 7 ? 4 : 9) ? [own.id] : []),
        ...((prompt + day) % 2 === 0 ? [other.id] : []),
      ];
      return {
        prompt_id: prompts[prompt],
        model_channel_id: 'famA-0',
        date: `2026-03-${String(day + 1).padStart(2, '0')}`,
        external_id: `answer ${index}`,
        answer: 'A plain sentence.',
        mentions: named.map((brand_id, at) => ({ brand_id, count: 1, position: at + 1 })),
      };
    });
    await post('/chats', { project_id: id, chats });
    return id;
  }

  it('has an arrow only if it is more than chance, and is said first and in a list', async () => {
    const changed = await createChanged();
    const { page, complaints } = await stage.visit(`/?project=${changed}&from=2026-03-08&to=2026-03-14`);
    await waitForChanges(page);
    await page
      .getByText(/^Acmeon is named in \d+\.\d% of 140 answers.* Its visibility rose by \d+\.\d percentage points/)
      .waitFor();
    const figure = page.locator('.figure').first();
    await expect.poll(() => figure.innerText()).toMatch(/▲\s*up\s+\d+\.\d pp\s+n = 140 → 140/);
    const rows = page.locator('[role="row"]');
    expect(await rows.filter({ hasText: 'Brumelle' }).innerText()).toContain('no real change');
    const mover = page.locator('.movers li');
    expect(await mover.count()).toBe(1);
    expect(await mover.locator('a').getAttribute('href')).toContain('channels=famA-0');
    // The period before has no answers at all.
    await show(page, `/?project=${changed}&from=2026-03-01&to=2026-03-07`);
    await page.getByText('No data to compare').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('the plan beside the schedule', () => {
  const slider = (page: Page) => page.getByRole('slider', { name: 'To notice a change of' });
  const readWays = (page: Page) => page.locator('.planner-ways li').allInnerTexts();

  it('says what it takes to notice a change, and what that costs', async () => {
    const { page, complaints } = await stage.visit('/docs/reference', {});
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
    await page.keyboard.press('ArrowLeft');
    // All at once: on a busy machine there may be so much time between two keys that each of them asks.
    await slider(page).evaluate((input: HTMLInputElement) => {
      for (let step = 1; step < 18; step += 1) {
        input.stepDown();
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    expect(await slider(page).getAttribute('aria-valuetext')).toBe('2 percentage points');
    await page.getByText(/^To notice 2 points, do one of these:$/).waitFor();
    expect((await readWays(page))[0]).toMatch(/^Ask each prompt \d+ times .*answers a day \(about \$\d+\.\d\d\)$/s);
    await page.keyboard.press('End');
    await page.getByText(/^What you collect now is enough: you can notice a change of \d/).waitFor();
    expect(await readWays(page)).toEqual([]);
    // Not for each of the 21 positions on the way.
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
