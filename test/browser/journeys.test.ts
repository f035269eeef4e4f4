import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask, KEY } from '../harness/program.ts';
import { hold, type Stage, setStage, settle, type Visit, waitForChanges } from './visit.ts';

let stage: Stage;
let project: string;
const visits: Visit[] = [];

beforeAll(async () => {
  stage = await setStage();
  const { data } = (await ask(stage.program, { path: '/projects' })).body as { data: { id: string }[] };
  project = data[0]!.id;
});
afterAll(() => stage.close());
afterEach(async () => {
  for (const { page } of visits.splice(0)) {
    // What is still on its way has nobody to arrive at.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
});

async function visit(path?: string): Promise<Visit> {
  const opened = await stage.visit(path);
  visits.push(opened);
  return opened;
}

const figures = (page: Page) => page.locator('.figure-value').allTextContents();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

async function download(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** Whether anything is drawn where an exported image has its title and its dates. */
async function findDrawnHead(page: Page, png: Buffer): Promise<{ title: boolean; dates: boolean }> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })!;
    pen.drawImage(image, 0, 0);
    const isDrawn = (top: number, height: number) => {
      const { data } = pen.getImageData(32, top * 2, 200, height * 2);
      return data.some((value, index) => value !== data[index % 4]);
    };
    return { title: isDrawn(16, 18), dates: isDrawn(40, 13) };
  }, png.toString('base64'));
}

async function listPrompts(search: string) {
  const query = new URLSearchParams({ project_id: project, search });
  const { data } = (await ask(stage.program, { path: `/prompts?${query}` })).body as {
    data: { id: string; topic: { id: string } | null; tags: { id: string }[]; messages: { content: string }[] }[];
  };
  return data;
}

describe('from the overview to the sentence', () => {
  it('needs only links, and the back button goes back', async () => {
    const { page, complaints } = await visit('/');
    await heading(page, 'Varrow').waitFor();
    expect(await page.locator('.figure').count()).toBe(4);
    await page.getByRole('table', { name: 'All brands' }).getByRole('link', { name: 'Brumelle', exact: true }).click();
    await heading(page, 'Answers').waitFor();
    await page.locator('.row-link').nth(2).click();
    const mention = page.locator('mark.mention[data-color="rose"]').first();
    await mention.waitFor();
    expect(await mention.textContent()).toBe('Brumelle');
    await mention.hover();
    await page.locator('.evidence').getByText('Matched by name').waitFor();
    await mention.focus();
    await page.locator('.evidence').waitFor();
    await page.goBack();
    await heading(page, 'Answers').waitFor();
    await page.goBack();
    await heading(page, 'Varrow').waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows the shares of positive, mixed and negative answers beside the sentiment of a brand', async () => {
    const { page } = await visit('/');
    const shares = /(\d+\.\d)%\s+positive\s+(\d+\.\d)%\s+mixed\s+(\d+\.\d)%\s+negative/;
    const figure = await page
      .getByLabel('Key figures')
      .getByRole('button', { name: /^Sentiment/ })
      .innerText();
    const [, ...percents] = shares.exec(figure) ?? [];
    expect(percents.reduce((sum, percent) => sum + Number(percent), 0)).toBeCloseTo(100, 0);
    await page.goto('/compare?metric=sentiment');
    const cell = page.locator('.compare-cell').first();
    await cell.waitFor();
    expect(await cell.getAttribute('title')).toMatch(/^[\d,]+ answers?: \d+\.\d% positive, /);
    expect(await cell.locator('[data-part]').count()).toBe(3);
  });

  it('opens the answers of a day from the chart, also by keyboard', async () => {
    const { page } = await visit('/');
    await page.getByRole('slider').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/: Varrow \d+\.\d%/);
    await page.keyboard.press('Enter');
    await heading(page, 'Answers').waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('from')).toBe(searchParams.get('to'));
  });

  it('highlights exactly the stored offsets in every answer of a day', async () => {
    const { page } = await visit('/answers');
    await page.locator('.row-link').first().waitFor();
    const links = await page.locator('.row-link').evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
    for (const href of links.slice(0, 4)) {
      const id = /ch_[\w-]+/.exec(href)![0];
      const { body } = await ask(stage.program, { path: `/chats/${id}/content?project_id=${project}` });
      const { brands_mentioned } = body as { brands_mentioned: { mentions: { start: number; text: string }[] }[] };
      const expected = brands_mentioned
        .flatMap(({ mentions }) => mentions)
        .sort((a, b) => a.start - b.start)
        .map(({ text }) => text);
      await page.goto(href);
      await page.locator('.answer-text').waitFor();
      expect(await page.locator('.mention').allTextContents()).toEqual(expected);
    }
  });

  it('compares the same prompt across channels and days', async () => {
    const { page, complaints } = await visit('/answers');
    await page.locator('.row-link').first().click();
    await page.getByRole('button', { name: 'All channels' }).click();
    await page.locator('.comparison-column .answer-text').nth(2).waitFor();
    expect(await page.locator('.comparison-column').count()).toBe(3);
    await page.getByRole('button', { name: 'Other days' }).click();
    await page.locator('.comparison-column .answer-text').nth(4).waitFor();
    expect(new URL(page.url()).searchParams.get('compare')).toBe('days');
    expect(complaints).toEqual([]);
  });
});

describe('the filter bar', () => {
  it('works by keyboard, and its link shows another person the same', async () => {
    const { page, complaints } = await visit('/');
    await heading(page, 'Varrow').waitFor();
    const before = await figures(page);
    await page.getByRole('button', { name: 'Channels: all' }).focus();
    await page.keyboard.press('Enter');
    // The channels may still be loading.
    await page.locator('.choice input:focus').waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Channels: ChatGPT (web)' }).waitFor();
    await page.getByRole('button', { name: 'Topics: all' }).press('ArrowDown');
    await page.getByLabel('Grinders').check();
    await page.keyboard.press('Escape');
    await page.waitForFunction((old) => document.querySelector('.figure-value')?.textContent !== old, before[0]);
    await page.getByLabel('Key figures').getByRole('button', { name: 'Share of voice' }).click();
    await page.getByRole('button', { name: 'Week' }).click();
    await page.getByText('Share of voice over time').waitFor();
    await settle(page);
    const { pathname, search, searchParams } = new URL(page.url());
    expect(searchParams.get('channels')).toBe('famA-0');
    expect(searchParams.get('project')).toBe(project);
    expect(searchParams.get('from')).toMatch(/^\d{4}-\d\d-\d\d$/);
    const other = await visit(pathname + search);
    await settle(other.page);
    await heading(other.page, 'Varrow').waitFor();
    await other.page.getByText('Share of voice over time').waitFor();
    expect(await figures(other.page)).toEqual(await figures(page));
    await page.goBack();
    await page.goBack();
    await page.getByText('Visibility over time').waitFor();
    expect(new URL(page.url()).searchParams.get('channels')).toBe('famA-0');
    await page.goBack();
    await page.goBack();
    await page.waitForFunction((old) => document.querySelector('.figure-value')?.textContent === old, before[0]);
    expect([...complaints, ...other.complaints]).toEqual([]);
  });

  it('moves the focus into a list that loads after it was opened', async () => {
    // Another page first: reloading the same one shows the channels that it kept when it was left.
    const { page } = await visit('/settings');
    const release = await hold(page, '**/model-channels?*');
    await page.goto('/');
    await page.getByRole('button', { name: 'Channels: all' }).press('Enter');
    await page.getByText('No channels yet.').waitFor();
    expect(await page.locator('.choice').count()).toBe(0);
    release();
    await page.locator('.choice input:focus').waitFor();
    expect(await page.locator('.choice').count()).toBeGreaterThan(0);
  });

  it('says what to do if nothing is found', async () => {
    const { page } = await visit('/?from=2020-01-01&to=2020-01-31');
    await page.getByRole('button', { name: /Show the latest answers/ }).click();
    await page.locator('.figure').first().waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toMatch(/^202[6-9]/);
  });
});

describe('figures', () => {
  it.each(['/prompts', '/brands'])('are marked as missing on %s until the first ones arrive', async (path) => {
    const { page, complaints } = await visit('/settings');
    const release = await hold(page, '**/v1/reports/*');
    await page.goto(path);
    await page.locator('.page.is-waiting[aria-busy="true"]').waitFor();
    release();
    await settle(page);
    expect(await page.locator('[aria-busy="true"]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe('other dates', () => {
  it.each(['/', '/prompts', '/brands', '/sources'])('dim the figures on %s until the new ones arrive', async (path) => {
    const { page, complaints } = await visit(path);
    await settle(page);
    const release = await hold(page, '**/v1/reports/*');
    await page.getByRole('button', { name: /^Dates:/ }).click();
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await page.locator('.page.is-waiting[aria-busy="true"]').waitFor();
    release();
    await settle(page);
    expect(await page.locator('[aria-busy="true"]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe('sources', () => {
  it('show where competitors are mentioned and the own brand is not', async () => {
    const { page, complaints } = await visit('/sources');
    await page.getByRole('button', { name: 'Gaps' }).click();
    await page.getByText('Ten machines for teams').waitFor();
    expect(await page.getByText('The 9 best home grinders').count()).toBe(0);
    await page.getByRole('button', { name: 'By domain' }).click();
    await page.getByRole('link', { name: 'officebrew.example' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('prompts', () => {
  it('are added one by one and by pasted lines, searched, tagged, moved and archived', async () => {
    const { page, complaints } = await visit('/prompts');
    await page.getByRole('button', { name: 'Add prompts' }).click();
    await page.getByLabel('Prompts (one per line)').fill('Which kettle pours slowly?');
    await page.getByRole('button', { name: 'Add 1 prompt' }).click();
    await page.getByText('1 prompt added.').waitFor();
    await page
      .getByLabel('Prompts (one per line)')
      .fill(`Which kettle pours slowly?\n\nIs a gooseneck needed?\n${'x'.repeat(701)}`);
    await page.getByRole('button', { name: 'Add 3 prompts' }).click();
    await page.getByText('1 prompt added. 1 already existed.').waitFor();
    expect(await page.getByLabel('Prompts (one per line)').inputValue()).toBe('x'.repeat(701));
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('Search prompts').fill('gooseneck');
    await page.getByText('1 prompt. Metrics are for').waitFor();
    await page.getByRole('button', { name: 'Edit: Is a gooseneck needed?' }).click();
    await page.locator('.prompt-menu').getByLabel('Topic').selectOption('Grinders');
    await page.locator('.prompt-menu').getByLabel('buying').check();
    await expect.poll(async () => (await listPrompts('gooseneck'))[0]).toMatchObject({ topic: {}, tags: [{}] });
    await page.locator('.prompt-menu').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('No matching prompts').waitFor();
    await page.getByRole('button', { name: 'Archived' }).click();
    await page.getByRole('link', { name: 'Is a gooseneck needed?' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('are added from accepted suggestions and not from rejected ones', async () => {
    const { page, complaints } = await visit('/prompts');
    await page.getByText('6 suggestions').click();
    await page.getByRole('button', { name: 'Accept: Which grinder has the least static?' }).click();
    await page.getByText('5 suggestions').waitFor();
    await page.getByRole('link', { name: 'Which grinder has the least static?' }).waitFor();
    await page.getByRole('button', { name: 'Reject: Best gift for someone who loves coffee' }).click();
    await page.getByText('4 suggestions').waitFor();
    expect(await listPrompts('least static')).toHaveLength(1);
    expect(await listPrompts('best gift')).toHaveLength(0);
    expect(complaints).toEqual([]);
  });

  it('are suggested in the language of the country, or in another', async () => {
    const { page, complaints } = await visit('/prompts');
    await page.getByRole('button', { name: 'Suggest', exact: false }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Country').selectOption('AT');
    expect(await dialog.getByLabel('Language').inputValue()).toBe('de');
    await dialog.getByLabel('Language').selectOption('fr');
    await dialog.getByLabel('Number of suggestions').fill('2');
    await dialog.getByRole('button', { name: 'Suggest prompts' }).click();
    await dialog.getByText('2 suggestions added.').waitFor();
    const { data } = (await ask(stage.program, { path: `/prompts/suggestions?project_id=${project}` })).body as {
      data: { messages: { content: string }[]; user_location: { country: string } }[];
    };
    const added = data.filter(({ user_location }) => user_location.country === 'AT');
    expect(added).toHaveLength(2);
    expect(added.map(({ messages }) => messages[0]!.content).join(' ')).toMatch(
      /\b(?:quel|quelle|quels|quelles|que|comment|est-ce)\b/i,
    );
    expect(complaints).toEqual([]);
  });
});

describe('a brand', () => {
  /** Shows the run as it was in the middle, once: on a busy machine it may be over before the page asks for it. */
  async function showOneRunning(page: Page): Promise<void> {
    let isShown = false;
    await page.route('**/v1/runs?*', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: { kind: string; state: string }[] };
      const [newest, ...older] = data;
      if (isShown || newest?.kind !== 'extraction') return route.fulfill({ response });
      isShown = true;
      return route.fulfill({ response, json: { ...rest, data: [{ ...newest, state: 'running' }, ...older] } });
    });
  }

  it('is edited with a preview before saving and the progress of the re-analysis after', async () => {
    const { page, complaints } = await visit('/brands');
    await page.getByRole('link', { name: 'Tallgrass', exact: true }).click();
    await page.getByLabel('Aliases (one per line)').fill('Tall Grass\nespresso');
    const effect = page.getByLabel('Preview');
    await effect.getByText('Tallgrass').waitFor();
    await effect.locator('.preview-change').first().waitFor();
    await showOneRunning(page);
    await page.getByRole('button', { name: 'Save and re-analyze' }).click();
    await heading(page, 'Brands').waitFor();
    await page.getByText('Re-analyzing answers').waitFor();
    await page.getByText('Re-analyzing answers').waitFor({ state: 'detached' });
    const { body } = await ask(stage.program, { path: `/runs?project_id=${project}` });
    expect((body as { data: { kind: string; state: string }[] }).data[0]).toMatchObject({
      kind: 'extraction',
      state: 'done',
    });
    expect(complaints).toEqual([]);
  });

  it('keeps what was typed when saving fails, when the page is left, and when the session ends', async () => {
    const { page } = await visit('/brands');
    await page.getByRole('link', { name: 'Mokkari', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Varrow');
    await page.getByRole('button', { name: 'Save and re-analyze' }).click();
    await page.getByText('The brand was not saved.').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Varrow');
    await page.getByRole('link', { name: 'All brands' }).click();
    await page.getByRole('link', { name: 'Mokkari', exact: true }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Varrow');
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.getByLabel('Name', { exact: true }).fill('Mokkari Two');
    await page.getByLabel('API key', { exact: true }).fill(KEY);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const readName = () => page.getByLabel('Name', { exact: true }).inputValue();
    await expect.poll(readName).toBe('Mokkari Two');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(readName).toBe('Mokkari');
    expect(cookies.length).toBe(2);
  });
});

describe('files', () => {
  it('contain what tables and charts show', async () => {
    const { page, complaints } = await visit('/');
    await heading(page, 'Varrow').waitFor();
    const table = await download(page, () =>
      page.getByLabel('All brands').getByRole('button', { name: 'CSV' }).first().click(),
    );
    expect(table.name).toMatch(/^brands-.*\.csv$/);
    const lines = table.bytes.toString('utf8').replace('\uFEFF', '').trim().split('\r\n');
    expect(lines[0]).toBe('Rank,Brand,Visibility,Change,Share of voice,Position,Sentiment,Answers,Previous answers');
    expect(lines).toHaveLength(7);
    await page.getByRole('button', { name: 'Export Visibility over time' }).click();
    const picture = await download(page, () => page.getByRole('button', { name: 'Image (PNG)' }).click());
    expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.bytes.length).toBeGreaterThan(10_000);
    expect(await findDrawnHead(page, picture.bytes)).toEqual({ title: true, dates: true });
    await page.getByRole('button', { name: 'Export Visibility over time' }).click();
    const data = await download(page, () => page.getByRole('button', { name: 'Data (CSV)' }).click());
    expect(data.bytes.toString('utf8').trim().split('\r\n')).toHaveLength(31);
    await page.getByRole('button', { name: 'Table' }).click();
    await expect.poll(() => page.locator('.chart-table tbody tr').count()).toBe(30);
    await page.goto('/settings/export');
    const answers = await download(page, () => page.getByRole('button', { name: 'Export Answers' }).click());
    expect(JSON.parse(answers.bytes.toString('utf8').split('\n')[0]!)).toHaveProperty('answer');
    const domains = await download(page, () => page.getByRole('button', { name: 'Export Domains' }).click());
    expect(domains.bytes.toString('utf8')).toMatch(/^domain,/);
    expect(complaints).toEqual([]);
  });

  it('contain all answers, also those that the page has not loaded', async () => {
    const { page, complaints } = await visit('/answers');
    const total = Number((await page.locator('.page-head .quiet').textContent())!.replace(/\D/g, ''));
    await page.getByRole('button', { name: 'Load more' }).waitFor();
    const file = await download(page, () => page.getByRole('button', { name: 'CSV' }).click());
    const ids = file.bytes.toString('utf8').match(/ch_[\w-]+/g)!;
    expect(new Set(ids).size).toBe(total);
    expect(ids).toHaveLength(total);
    expect(complaints).toEqual([]);
  });
});

describe('a printed page', () => {
  it('has what is selected in words, and nothing to click', async () => {
    const { page, complaints } = await visit('/?channels=famA-0');
    await waitForChanges(page);
    await settle(page);
    await page.emulateMedia({ media: 'print' });
    for (const shown of ['.figures', '.chart', '[aria-label="Biggest changes"]', '.print-head']) {
      expect(await page.locator(shown).first().isVisible()).toBe(true);
    }
    await expect
      .poll(() => page.locator('.print-head').textContent())
      .toMatch(/ · .*2\d{3}.* · Channels: ChatGPT \(web\)$/);
    for (const hidden of ['.side', '.filter-bar', '.panel-tools', '.table-export']) {
      expect(await page.locator(hidden).first().isVisible()).toBe(false);
    }
    await page.emulateMedia({ media: 'screen' });
    expect(await page.locator('.print-head').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });
});

describe('sources and settings', () => {
  it('assign a custom class to a domain and remove it again', async () => {
    const { page, complaints } = await visit('/settings/classifications');
    await page.getByLabel('New domain class').fill('Test labs');
    await page.getByRole('button', { name: 'Add domain class' }).click();
    await page.getByRole('button', { name: 'Delete domain class Test labs' }).waitFor();
    await page.getByRole('link', { name: 'Sources', exact: true }).click();
    await page.getByRole('button', { name: /^Class of kitchenlab.example/ }).click();
    await page.getByRole('button', { name: 'Test labs' }).click();
    await page.getByRole('button', { name: 'Class of kitchenlab.example: Test labs' }).waitFor();
    await page.getByRole('link', { name: 'kitchenlab.example' }).click();
    await page.getByRole('table', { name: 'Pages' }).getByText('Espresso machines compared').waitFor();
    await page.goto('/settings/classifications');
    await page.getByRole('button', { name: 'Remove kitchenlab.example from Test labs' }).click();
    await page.getByRole('button', { name: 'Remove kitchenlab.example' }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('create a key that is shown once and works, and revoke it', async () => {
    const { page, complaints } = await visit('/settings/keys');
    await page.getByLabel('Name', { exact: true }).fill('robot');
    await page.getByLabel('Permissions').selectOption('read');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('.key-shown code').textContent())!;
    const who = async () => (await fetch(`${stage.program.url}/v1/key`, { headers: { 'X-API-Key': key } })).status;
    expect(await who()).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: 'Revoke robot' }).waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Revoke robot' }).click();
    await page.getByRole('row').filter({ hasText: 'robot' }).getByText('Revoked').waitFor();
    expect(await who()).toBe(401);
    expect(complaints).toEqual([]);
  });

  it('save the profile and update the name everywhere', async () => {
    const { page, complaints } = await visit('/settings');
    await page.getByLabel('Project name').fill('Coffee, renamed');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Project: Coffee, renamed' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('errors', () => {
  it('in loading a page mend themselves: by a reload after an upgrade, and when the network is back', async () => {
    const { page } = await visit('/');
    await settle(page);
    let [refused, reloads] = [0, 0];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) reloads += 1;
    });
    // How often a page asks for a module again that failed is up to the browser.
    await page.route('**/assets/sources-page-*.js', (route) => {
      if (reloads > 0) return route.continue();
      refused += 1;
      return route.fulfill({ status: 404, body: '' });
    });
    await page.getByRole('link', { name: 'Sources', exact: true }).click();
    await page.getByRole('link', { name: 'kitchenlab.example' }).waitFor();
    expect(refused).toBeGreaterThan(0);
    expect(reloads).toBe(1);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Brands', exact: true }).click();
    await page.locator('main .loading').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Tallgrass', exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('say what happened and offer to try again', async () => {
    const { page } = await visit('/brands');
    await page.getByRole('link', { name: 'Tallgrass', exact: true }).waitFor();
    await page.route('**/v1/reports/domains', (route) =>
      route.fulfill({
        status: 500,
        json: { message: 'Something went wrong on our side.', code: 'internal', request_id: 'r-1' },
      }),
    );
    await page.getByRole('link', { name: 'Sources', exact: true }).click();
    await page.getByText('Something went wrong on our side.').waitFor();
    await page.unroute('**/v1/reports/domains');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'kitchenlab.example' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
