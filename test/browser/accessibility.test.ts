import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../harness/program.ts';
import { AXE, findViolations, RULES } from './axe.ts';
import { open, type Stage, setStage, settle, show, waitForChanges } from './visit.ts';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };
const TABLET = { width: 768, height: 1024 };
const LAPTOP = { width: 1366, height: 768 };

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

/** The views to check, and the steps to each from the one before. */
const VIEWS: Record<string, (page: Page) => Promise<void>> = {
  overview: async (page) => {
    await show(page, '/');
    await waitForChanges(page);
  },
  'overview as a table, with a menu open': async (page) => {
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('button', { name: /^Brands:/ }).click();
  },
  'how sure the figures are, and dates': async (page) => {
    await page.keyboard.press('Escape');
    await page.getByText('How sure is this?').click();
    await page.getByRole('button', { name: /^Dates:/ }).click();
  },
  prompts: async (page) => {
    await show(page, '/prompts');
    await page.locator('.row-link').first().waitFor();
    await page.locator('.suggestions summary').click();
  },
  'adding prompts': async (page) => {
    await page.getByRole('button', { name: 'Add prompts' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'editing a prompt': async (page) => {
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Edit:/ })
      .first()
      .click();
  },
  'a prompt': async (page) => {
    await show(page, '/prompts');
    await page.getByRole('table', { name: 'Prompts' }).locator('.row-link').first().click();
    await page.getByRole('table', { name: 'Top sources' }).waitFor();
    await page.getByRole('table', { name: 'Answers' }).locator('.excerpt mark').first().waitFor();
  },
  'a prompt that does not exist': (page) => show(page, '/prompts/pr_nothing'),
  compare: async (page) => {
    await show(page, '/compare?rows=topic&metric=sentiment');
    await page.getByRole('button', { name: /brands compared/ }).click();
  },
  answers: async (page) => {
    await show(page, '/answers?q=grinder&sort=position');
    await page.locator('.excerpt mark').first().waitFor();
  },
  'an answer': async (page) => {
    await page.locator('.row-link').nth(1).click();
    await page.locator('.mention').first().focus();
  },
  comparison: async (page) => {
    await page.getByRole('button', { name: 'All channels' }).click();
    await page.locator('.comparison-column .answer-text').nth(2).waitFor();
  },
  sources: async (page) => {
    await show(page, '/sources');
    await page.locator('.row-link').first().waitFor();
  },
  pages: async (page) => {
    await page.getByRole('button', { name: 'Pages' }).click();
    await page.getByRole('table', { name: 'Pages' }).waitFor();
  },
  gaps: async (page) => {
    await page.getByRole('button', { name: 'Gaps' }).click();
    await page.locator('.page:not(.is-waiting)').getByRole('table', { name: 'Gaps' }).waitFor();
  },
  brands: async (page) => {
    await show(page, '/brands');
    await page.getByRole('link', { name: 'Varrow own' }).waitFor();
  },
  'a brand': async (page) => {
    await page.getByRole('link', { name: 'Varrow own' }).click();
    await page.getByLabel('Aliases (one per line)').fill('Varrow Coffee\ngrinder');
    await page.locator('.preview-brands li').first().waitFor();
  },
  channels: async (page) => {
    await show(page, '/collection/channels');
    await page.getByRole('switch').first().waitFor();
  },
  'adding a channel': async (page) => {
    await show(page, '/collection/channels/new');
    await page.getByRole('radio', { name: 'GPT-4o', exact: true }).check();
    await page.getByText('More settings').click();
    await page.getByRole('button', { name: 'Save and switch on' }).click();
    await page.getByText('Paste the key.').waitFor();
  },
  schedule: async (page) => {
    await show(page, '/collection/schedule');
    await page.getByText('Cron expression').click();
    await page.locator('.planner-answer p').first().waitFor();
  },
  'a run': async (page) => {
    await show(page, '/collection/runs');
    await page.getByRole('table', { name: 'Runs' }).getByRole('link').first().click();
    await page.getByRole('button', { name: /^Show \d+ ask/ }).click();
    await page.getByRole('table', { name: 'Asks' }).waitFor();
  },
  runs: (page) => show(page, '/collection/runs'),
  'starting a run': async (page) => {
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.locator('.estimate b').waitFor();
  },
  import: async (page) => {
    await page.keyboard.press('Escape');
    await show(page, '/import');
    await page.getByLabel('Drop a file here, or choose one').waitFor();
  },
  'an import with open questions': async (page) => {
    const text = 'Question,Engine,Run date,Response,Notes\nWhich one?,Somebody,3/4/2026,Varrow,x\n';
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(file);
    await page.getByLabel('Country for all rows').selectOption('DE');
    await page.getByLabel('Model: Somebody').selectOption({ index: 1 });
    await page.getByLabel(/^Month first/).check();
    await page.getByRole('button', { name: 'Import 1 answer' }).waitFor();
  },
  'a file that cannot be imported': async (page) => {
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b\n"1;2\n') };
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(file);
    await page.getByRole('alert').waitFor();
  },
  profile: async (page) => {
    await show(page, '/settings/profile');
  },
  labels: (page) => show(page, '/settings/labels'),
  classifications: (page) => show(page, '/settings/classifications'),
  notifications: async (page) => {
    await show(page, '/settings/notifications');
    await page.getByLabel('URL or e-mail address').fill('http://127.0.0.1:9/hook');
    await page.getByRole('button', { name: 'Create notification' }).click();
    await page.getByRole('table', { name: 'Notifications' }).waitFor();
  },
  'what was sent': async (page) => {
    await page.getByRole('button', { name: /^Deliveries to/ }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('This is a test of your notifications.').waitFor();
  },
  'a new signing secret': async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Rotate secret of/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^whsec_/)
      .waitFor();
  },
  share: async (page) => {
    await page.keyboard.press('Escape');
    await show(page, '/settings/share');
    await page.getByLabel('Name (optional)').fill('A link with a name');
    await page.getByLabel('Expires').selectOption('date');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('table', { name: 'Share links' }).waitFor();
  },
  'revoking a share link': async (page) => {
    await page.getByRole('button', { name: 'Revoke A link with a name' }).click();
    await page.getByRole('dialog').waitFor();
  },
  keys: async (page) => {
    await page.keyboard.press('Escape');
    await show(page, '/settings/keys');
  },
  export: (page) => show(page, '/settings/export'),
  ...Object.fromEntries(
    ['new', 'you', 'brand', 'competitors', 'prompts', 'answers', 'run'].map((step) => [
      `the start: ${step}`,
      (page: Page) => show(page, `/start/${step}`),
    ]),
  ),
  'a page that does not exist': (page) => show(page, '/nothing'),
  'no answers': (page) => show(page, '/?from=2020-01-01&to=2020-01-02'),
};

/** Waits until neither the page nor a table in it is wider than its place. Charts and tables measure it with a delay. */
async function waitUntilFits(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const tables = [...document.querySelectorAll('.table')];
      const isTooWide = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
      return !isTooWide(document.documentElement) && !tables.some(isTooWide);
    },
    undefined,
    { timeout: 90_000 },
  );
}

describe('every page', () => {
  it('passes axe in light and dark, fits every screen from a phone up, and leaves the console silent', async () => {
    const { page, complaints } = await stage.visit('/', {
      viewport: DESK,
      colorScheme: 'light',
    });
    await page.evaluate(AXE);
    const problems: string[] = [];
    for (const [name, arrange] of Object.entries(VIEWS)) {
      await arrange(page);
      await settle(page);
      problems.push(...(await findViolations(page, RULES)).map((violation) => `${name}: ${violation}`));
      await page.emulateMedia({ colorScheme: 'dark' });
      problems.push(
        ...(await findViolations(page, ['color-contrast'])).map((violation) => `${name}, dark: ${violation}`),
      );
      await page.emulateMedia({ colorScheme: 'light' });
      // Every width of every page is checked in layout.test.ts; here it is about what opens on them.
      for (const viewport of [PHONE, LAPTOP, DESK]) {
        await page.setViewportSize(viewport);
        await waitUntilFits(page).catch(() => problems.push(`${name}: does not fit ${viewport.width} pixels`));
      }
    }
    expect(problems).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('passes axe on a phone', async () => {
    const { page } = await stage.visit('/', { viewport: PHONE, colorScheme: 'dark' });
    await page.evaluate(AXE);
    const problems: string[] = [];
    for (const name of [
      'overview',
      'prompts',
      'a prompt',
      'compare',
      'answers',
      'an answer',
      'sources',
      'a brand on a phone',
    ]) {
      await (VIEWS[name] ?? ((tab: Page) => show(tab, '/brands/new')))(page);
      await settle(page);
      problems.push(...(await findViolations(page, RULES)).map((violation) => `${name}: ${violation}`));
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('passes axe in a project without data', async () => {
    const { id } = (await ask(stage.program, { method: 'POST', path: '/projects', body: { name: 'Empty' } })).body;
    const { page } = await stage.visit('/', { viewport: DESK, colorScheme: 'light' });
    await page.evaluate(AXE);
    const problems: string[] = [];
    for (const path of [
      '/',
      '/prompts',
      '/answers',
      '/compare',
      '/sources',
      '/brands',
      '/collection',
      '/import',
      '/settings/labels',
      '/settings/export',
    ]) {
      await show(page, `${path}?project=${id}`);
      problems.push(...(await findViolations(page, RULES)).map((violation) => `${path}: ${violation}`));
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('passes axe on the documentation of the API, and it fits every screen', async () => {
    const { page } = await open(stage.browser, stage.program, { viewport: DESK, colorScheme: 'light' });
    await page.goto('/docs/reference');
    // All operations are laid out alike, and together they would take a minute.
    await page.locator('section:nth-of-type(n + 3)').evaluateAll((sections) => {
      for (const section of sections) section.remove();
    });
    await page.evaluate(AXE);
    expect(await findViolations(page, RULES)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findViolations(page, ['color-contrast'])).toEqual([]);
    for (const viewport of [PHONE, TABLET, LAPTOP]) {
      await page.setViewportSize(viewport);
      await waitUntilFits(page);
    }
    await page.context().close();
  });

  it('passes axe in the documentation, which fits every screen and can be searched with the keyboard', async () => {
    const { page, complaints } = await open(stage.browser, stage.program, { viewport: DESK, colorScheme: 'light' });
    for (const path of ['/docs', '/docs/guide/api', '/docs/notifications']) {
      await page.goto(path);
      await page.evaluate(AXE);
      expect(await findViolations(page, RULES)).toEqual([]);
      for (const viewport of [PHONE, TABLET, LAPTOP]) {
        await page.setViewportSize(viewport);
        await waitUntilFits(page);
      }
      await page.setViewportSize(DESK);
    }
    await page.keyboard.press('/');
    await page.keyboard.type('restore backup');
    await page.locator('.results a').first().waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findViolations(page, ['color-contrast'])).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/(guide\/)?backup#restore$/);
    await page.getByRole('heading', { name: /^Restore/ }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('passes axe on the sign-in page', async () => {
    const { page } = await open(stage.browser, stage.program, { viewport: PHONE });
    await page.goto('/');
    await page.evaluate(AXE);
    await page.getByLabel('API key', { exact: true }).waitFor();
    expect(await findViolations(page, RULES)).toEqual([]);
    await page.context().close();
  });
});
