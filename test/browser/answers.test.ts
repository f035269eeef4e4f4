import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../harness/program.ts';
import { AXE, findViolations, RULES } from './axe.ts';
import { type Stage, setStage, settle, show } from './visit.ts';

let stage: Stage;
let project: string;
beforeAll(async () => {
  stage = await setStage();
  project = await findFirst('/projects');
});
afterAll(() => stage.close());

async function findFirst(path: string): Promise<string> {
  const { data } = (await ask(stage.program, { path })).body as { data: { id: string }[] };
  return data[0]!.id;
}

/** The link of a row lies over all of it. */
const ANYWHERE = { force: true };

const paramsOf = (page: Page) => new URL(page.url()).searchParams;

describe('the answers', () => {
  it('are searched and sorted, and the link shows another person the same', async () => {
    const { page, complaints } = await stage.visit('/answers');
    await page.locator('.row-open').first().waitFor();
    await page.getByLabel('Search answers').fill('GRINDER');
    await page.waitForURL(/[?&]q=GRINDER/);
    // The page takes a moment to ask, and shows what it has until then.
    await page.locator('.excerpt mark').first().waitFor();
    await settle(page);
    const marks = await page.locator('.excerpt mark').allTextContents();
    expect(marks.length).toBeGreaterThan(5);
    expect(new Set(marks.map((mark) => mark.toLowerCase()))).toEqual(new Set(['grinder']));
    await page.getByRole('button', { name: 'Position' }).click();
    await expect.poll(() => page.getByLabel('Sort').inputValue()).toBe('position');
    await settle(page);
    const read = (tab: Page) => tab.getByRole('row').nth(1).textContent();
    const position = page.getByRole('row').nth(1).locator('[data-name="Position"]');
    await expect.poll(() => position.textContent()).toBe('1');
    await page.getByLabel('Sort').selectOption('Oldest first');
    await expect.poll(() => paramsOf(page).get('sort')).toBe('date');
    await settle(page);
    const other = await stage.visit(new URL(page.url()).pathname + new URL(page.url()).search);
    await other.page.locator('.excerpt mark').first().waitFor();
    // Names of channels may come after the answers.
    const shown = await read(page);
    await expect.poll(() => read(other.page)).toBe(shown);
    expect([...complaints, ...other.complaints]).toEqual([]);
  });

  it('say that a search found nothing, and offer to clear it', async () => {
    const { page } = await stage.visit('/answers?q=no%25such_text');
    await page.getByText('No answer contains “no%such_text”').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.locator('.row-open').first().waitFor();
    expect(await page.getByLabel('Search answers').inputValue()).toBe('');
  });

  it('open with a click anywhere in the row, and by keyboard', async () => {
    const { page } = await stage.visit('/answers?q=grinder');
    await settle(page);
    await page.locator('.excerpt').nth(1).click(ANYWHERE);
    await page.locator('.answer-text').waitFor();
    expect(paramsOf(page).get('q')).toBe('grinder');
    await page.getByRole('link', { name: 'Older', exact: true }).click();
    await page.getByRole('link', { name: 'All answers' }).click();
    await page.getByRole('columnheader', { name: 'Sentiment' }).getByRole('button').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.answer-text').waitFor();
  });
});

describe('a prompt', () => {
  it('is opened from its row and its answers, and follows the filters', async () => {
    const { page, complaints } = await stage.visit('/prompts');
    const links = page.getByRole('table', { name: 'Prompts' }).locator('.row-link');
    const text = (await links.first().textContent())!;
    // By its text: the rows are sorted anew when figures arrive.
    await links.filter({ hasText: text }).first().click();
    await page.getByRole('heading', { level: 1, name: text }).waitFor();
    await page.getByRole('heading', { name: 'Visibility over time' }).waitFor();
    await page.getByRole('table', { name: 'Visibility by channel' }).waitFor();
    await page.getByRole('table', { name: 'Top sources' }).waitFor();
    // Whether anything really changed depends on the prompt and on the day.
    await page.getByRole('region', { name: 'What changed' }).locator('.movers li, .empty').first().waitFor();
    const answers = page.getByRole('table', { name: 'Answers' });
    await answers.waitFor();
    await settle(page);
    const channels = page.getByRole('table', { name: 'Visibility by channel' });
    const before = await channels.getByRole('row').count();
    expect(before).toBeGreaterThan(2);
    await page.getByLabel('Key figures').getByRole('button', { name: 'Sentiment' }).click();
    await page.getByRole('table', { name: 'Sentiment by channel' }).waitFor();
    await page.getByRole('button', { name: 'Channels: all' }).click();
    await page.getByLabel('ChatGPT (web)').check();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('table', { name: 'Sentiment by channel' }).getByRole('row').count()).toBe(2);
    await settle(page);
    await answers.locator('.excerpt').first().click(ANYWHERE);
    await page.locator('.answer-text').waitFor();
    await page.getByRole('link', { name: text }).click();
    await page.getByRole('table', { name: 'Top sources' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('does not compare with a period that has no answers', async () => {
    const prompt = await findFirst(`/prompts?project_id=${project}`);
    const { page } = await stage.visit(`/prompts/${prompt}?from=2000-01-01&to=2099-12-31`);
    await page.getByText(/No answers from .* to compare with/).waitFor();
    const changed = page.getByRole('region', { name: 'What changed' });
    await changed.getByText('No data to compare').waitFor();
    await changed.getByRole('button', { name: 'Channels' }).click();
    await changed.getByText('No data to compare').waitFor();
    expect(await changed.getByText(/^n = /).count()).toBe(0);
    await changed.getByRole('button', { name: 'Sources' }).click();
    await changed.getByText('No data to compare').waitFor();
  });

  it('says which pages are newly cited, and which no longer', async () => {
    const prompt = await findFirst(`/prompts?project_id=${project}`);
    const { page, complaints } = await stage.visit('/', {});
    // The page adds its dates to the address when it knows the project.
    await page.waitForURL(/[?&]from=/);
    const { from } = Object.fromEntries(paramsOf(page));
    await page.route('**/reports/urls', async (route) => {
      const isNow = route.request().postDataJSON().start_date === from;
      const toRow = ([name, citation_count]: [string, number]) => ({
        url: `https://pages.example/${name}`,
        title: `Page ${name}`,
        citation_count,
      });
      const cited: [string, number][] = isNow
        ? [['kept', 3], ...[1, 2, 3, 4, 5, 6, 7].map((count): [string, number] => [`new-${count}`, count])]
        : [
            ['kept', 1],
            ['old', 2],
          ];
      await route.fulfill({ json: { data: cited.map(toRow) } });
    });
    await show(page, `/prompts/${prompt}?${paramsOf(page)}`);
    const changed = page.getByRole('region', { name: 'What changed' });
    await changed.getByRole('button', { name: 'Sources' }).click();
    const fresh = changed.getByRole('region', { name: 'Newly cited' });
    await fresh.waitFor();
    expect(await fresh.locator('li').allInnerTexts()).toHaveLength(5);
    expect(await fresh.locator('li').first().innerText()).toMatch(/^Page new-7\s+pages\.example\/new-7\s+7 citations$/);
    expect(await fresh.innerText()).toMatch(/Newly cited 7 pages[\s\S]*And 2 more pages\.$/);
    const gone = changed.getByRole('region', { name: 'No longer cited' });
    expect(await gone.innerText()).toMatch(/^No longer cited 1 page\s+Page old\s+pages\.example\/old\s+2 citations$/);
    await page.evaluate(AXE);
    expect(await findViolations(page, RULES)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('may have no answers, a very long text, or not exist', async () => {
    const text = `${'A very long question '.repeat(20)}${'x'.repeat(200)}?`;
    const created = { project_id: project, text, country_code: 'US' };
    const { body } = await ask(stage.program, { method: 'POST', path: '/prompts', body: created });
    const { page, complaints } = await stage.visit(`/prompts/${body.id}`, { viewport: { width: 375, height: 800 } });
    await page.getByText(/^No answers for /).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    await page.goto('/prompts/pr_nothing');
    await page.getByRole('heading', { name: 'Prompt not found' }).waitFor();
    await page.getByRole('link', { name: 'Show all prompts' }).click();
    await page.getByRole('heading', { name: 'Prompts', exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('comparing', () => {
  it('puts brands side by side, by what is chosen, sorted and exported', async () => {
    const { page, complaints } = await stage.visit('/');
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    const table = (name: string) => page.getByRole('table', { name });
    await table('Visibility by channel').waitFor();
    const heads = await page.getByRole('columnheader').allTextContents();
    expect(heads.map((head) => head.trim()).slice(0, 3)).toEqual(['Channel', 'Answers', 'Varrow']);
    expect(heads).toHaveLength(8);
    await page.getByRole('button', { name: 'Topic', exact: true }).click();
    await page.getByLabel('Metric').selectOption('Position');
    await table('Position by topic').waitFor();
    await page.getByRole('columnheader', { name: 'Varrow' }).getByRole('button').click();
    const cells = table('Position by topic').locator('[data-name="Varrow"] .compare-cell');
    await expect
      .poll(async () => {
        const values = (await cells.allTextContents()).map((value) => Number.parseFloat(value));
        return values.length > 2 && values.every((value, at) => at === 0 || values[at - 1]! <= value);
      })
      .toBe(true);
    await page.getByRole('button', { name: /brands compared/ }).press('Enter');
    await page.locator('.choice input:focus, .choices-search:focus').waitFor();
    await page.getByRole('group', { name: 'Compared brands' }).getByLabel('Ostro').uncheck();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('columnheader').count()).toBe(7);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^position-by-topic-/);
    for (const [name, param] of [
      ['Country', 'country'],
      ['Tag', 'tag'],
      ['Model', 'model'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      await table(`Position by ${param}`).waitFor();
      expect(paramsOf(page).get('rows')).toBe(param);
    }
    await page.goBack();
    await table('Position by tag').waitFor();
    expect(complaints).toEqual([]);
  });

  it('says what is missing in a project without data', async () => {
    const { body } = await ask(stage.program, { method: 'POST', path: '/projects', body: { name: 'Nothing' } });
    const { page } = await stage.visit(`/compare?project=${body.id}`);
    await page.getByText('No brands yet').waitFor();
    await ask(stage.program, { method: 'POST', path: '/brands', body: { project_id: body.id, name: 'Acme' } });
    await page.reload();
    await page.getByText('No answers yet').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  });
});

describe('an answer', () => {
  it('is corrected by hand, and the correction undone', async () => {
    const { page, complaints } = await stage.visit(`/answers?project=${project}&q=Varrow`);
    await settle(page);
    await page.locator('.row-open').first().click(ANYWHERE);
    const brand = page.locator('.mentioned > li').first();
    await brand.getByRole('button', { name: /^Correct / }).click();
    await page.getByRole('button', { name: 'Warned against' }).click();
    await brand.getByText('5.0', { exact: true }).waitFor();
    expect(await brand.locator('.sentiment').getAttribute('title')).toContain('corrected by hand');
    const corrections = page.getByRole('region', { name: 'Corrections' });
    await corrections.getByText('5.0 instead of').waitFor();
    await corrections.getByRole('button', { name: /^Undo/ }).click();
    await corrections.getByText('instead of').waitFor({ state: 'detached' });
    expect(await brand.getByText('5.0', { exact: true }).count()).toBe(0);
    const name = await brand.locator('.brand-name').textContent();
    const mention = page.locator('.answer mark, .answer [data-mention]').first();
    await mention.click();
    await page.getByRole('button', { name: /^Not / }).click();
    await corrections.getByText(/” is not /).waitFor();
    await corrections.getByRole('button', { name: /^Undo/ }).click();
    await corrections.getByText(/” is not /).waitFor({ state: 'detached' });
    expect(await brand.locator('.brand-name').textContent()).toBe(name);
    expect(complaints).toEqual([]);
  });

  it('is checked, and counts in the accuracy that the settings show', async () => {
    const { page } = await stage.visit(`/answers?project=${project}`);
    await settle(page);
    await page.locator('.row-open').nth(2).click(ANYWHERE);
    await page.getByRole('button', { name: 'Mark as checked' }).click();
    await page.getByText('Checked by hand').waitFor();
    await page.goto(`/settings/corrections?project=${project}`);
    await page.getByRole('heading', { name: 'Accuracy on your checked answers' }).waitFor();
    await page.getByText('From 1 answer that people checked').waitFor();
    expect(await page.getByRole('row', { name: 'Checked by hand' }).count()).toBe(1);
  });
});
