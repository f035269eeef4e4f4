import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stage, setStage, settle, show, waitForChanges } from './visit.ts';

/** More than a table on a screen renders at once. */
const MORE_BRANDS = 70;
const SCREEN = { width: 1440, height: 900 };

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

async function openOverview(path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const { page } = await stage.visit(path, { viewport: SCREEN, colorScheme });
  await waitForChanges(page);
  await settle(page);
  return page;
}

const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

/** What would be cut off at the right edge of the paper. */
const findCut = (page: Page) =>
  page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    return [...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > edge + 1)
      .map((element) => `${element.className} "${element.textContent?.slice(0, 40)}"`);
  });

describe('the printed overview', () => {
  it.each([
    ['A4', 1],
    ['Letter', 2],
  ] as const)('is a PDF on %s of at most %i pages, from light and from dark', async (format, pages) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openOverview('/', colorScheme);
      const before = await page.locator('.chart-drawing').getAttribute('width');
      // How much changed in the demo, and so the length of its list of changes, depends on the day.
      const printed = countPages(await page.pdf({ format }));
      expect(printed).toBeGreaterThan(0);
      expect(printed).toBeLessThanOrEqual(pages);
      // Afterwards the screen is as it was.
      expect(await page.locator('.chart-drawing').getAttribute('width')).toBe(before);
      expect(await page.title()).toBe('Overview · Overheard');
      await page.context().close();
    }
  });

  it('says in words what it is about, with all sample sizes, in black on white', async () => {
    const page = await openOverview('/?metric=position&channels=famA-0&from=2026-01-01&to=2099-12-31', 'dark');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    // 14 mm on each side of A4.
    await page.setViewportSize({ width: 688, height: 1000 });
    await page.locator('.print-foot').waitFor();
    await expect.poll(() => page.locator('.print-head').innerText()).toContain('Channels: ChatGPT (web)');
    const head = await page.locator('.print-head').innerText();
    expect(head).toContain('Demo: coffee at home');
    expect(head).toMatch(/Position · 1 Jan 2026\s–\s31 Dec 2099/);
    expect(await page.locator('.page-head').innerText()).toMatch(
      /^Varrow\s+[\d,]+ answers, 1 Jan 2026\s–\s31 Dec 2099/,
    );
    const figures = await page.locator('.figure').allInnerTexts();
    expect(figures).toHaveLength(4);
    for (const figure of figures) expect(figure).toMatch(/n = [\d,]+/);
    expect(await page.locator('.print-foot').innerText()).toMatch(/^Printed from Overheard on \d+ \w+ \d{4}/);
    expect(await page.title()).toBe('Demo: coffee at home Position 2026-01-01 2099-12-31');
    expect(await page.locator('.chart-drawing').getAttribute('width')).toBe('680');
    for (const hidden of ['.side', '.filter-bar', '.panel-tools', '.table-export', '.also-named', '.segments']) {
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    }
    const colors = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return { color, backgroundColor };
    });
    expect(colors).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgba(0, 0, 0, 0)' });
    expect(await findCut(page)).toEqual([]);
    await page.context().close();
  });

  it('opens from the menu that exports the chart', async () => {
    const page = await openOverview('/');
    const printed = page.evaluate(
      () =>
        new Promise((resolve) => {
          window.print = () => resolve(document.querySelector('.menu-panel'));
        }),
    );
    await page.getByRole('button', { name: 'Export Visibility over time' }).click();
    await page.getByRole('button', { name: 'Print / save as PDF' }).click();
    // The menu is closed before.
    expect(await printed).toBeNull();
    await page.context().close();
  });

  it('has every brand, however many there are', async () => {
    const { page } = await stage.visit('/prompts', { viewport: SCREEN });
    await page.route('**/reports/brands', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { brand: { id: string; name: string } }[] };
      const isLeaderboard = !route.request().postDataJSON().dimensions?.length;
      const more = Array.from({ length: isLeaderboard ? MORE_BRANDS : 0 }, (_, index) => ({
        ...data.at(-1)!,
        brand: { id: `kw_${index}`, name: `Another brand ${index}` },
      }));
      await route.fulfill({ response, json: { data: [...data, ...more] } });
    });
    await show(page, '/');
    const table = page.getByRole('table', { name: 'All brands' });
    await table.waitFor();
    await settle(page);
    const rows = table.locator('[role="row"][data-index]');
    expect(await rows.count()).toBeLessThan(MORE_BRANDS);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => rows.count()).toBe(MORE_BRANDS + 6);
    await page.emulateMedia({ media: null });
    expect(countPages(await page.pdf({ format: 'A4' }))).toBe(4);
    await page.context().close();
  });
});

describe('other pages', () => {
  it('say how many of the answers are printed', async () => {
    const { page } = await stage.visit('/answers', { viewport: SCREEN });
    await page.locator('.row-link').first().waitFor();
    const head = page.locator('.page-head');
    await expect.poll(() => head.innerText()).toMatch(/^Answers\s+[\d,]+ answers$/);
    const loaded = await page.getByRole('table', { name: 'Answers' }).getAttribute('aria-rowcount');
    await page.emulateMedia({ media: 'print' });
    const printed = new RegExp(`^Answers\\s+First ${Number(loaded) - 1} of [\\d,]+ answers$`);
    await expect.poll(() => head.innerText()).toMatch(printed);
    await page.context().close();
  });

  it('are printed without controls, and nothing is cut off', async () => {
    const { page, complaints } = await stage.visit('/', { viewport: SCREEN });
    for (const path of ['/prompts', '/answers', '/sources', '/brands']) {
      await show(page, path);
      await page.locator('.table-row').nth(2).waitFor();
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 688, height: 1000 });
      await page.locator('.print-foot').waitFor();
      expect(await page.locator('main button:visible, main input:visible').allInnerTexts(), path).toEqual([]);
      expect(await findCut(page), path).toEqual([]);
      await page.emulateMedia({ media: null });
      await page.setViewportSize(SCREEN);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
