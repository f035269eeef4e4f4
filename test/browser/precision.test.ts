import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../process/program.ts';
import { type Stage, setStage, settle, show } from './visit.ts';

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
