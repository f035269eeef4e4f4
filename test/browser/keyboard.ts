import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Moves the focus with the Tab key alone, and expects to see where it is. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 120 && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
  expect(await isThere(), `${target} is reached by keyboard`).toBe(true);
  const outline = await target.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
  });
  expect(outline, `${target} shows that it has the focus`).toBeGreaterThan(0);
}

/** Replaces the text of a field. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

export async function press(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
  await tabTo(page, page.getByRole(role, { name }));
  await page.keyboard.press('Enter');
}
