import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Evaluated in a page, it brings axe there. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rows after these are made like them, and axe takes long for each. */
const ALIKE = '.table-row:nth-child(n + 10), .chart-table tr:nth-child(n + 10)';

/** The violations that axe finds for these rules or tags. */
export async function findViolations(page: Page, rules: readonly string[]): Promise<string[]> {
  await page.evaluate(() => window.scrollTo(0, 0));
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] });
  const found = await page.evaluate(
    `axe.run({ include: [document], exclude: [...document.querySelectorAll('${ALIKE}')] }, ${options}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => html.slice(0, 160) + ' ' + failureSummary) })))`,
  );
  return (found as { id: string; nodes: string[] }[]).map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).join(' | ')}`);
}
