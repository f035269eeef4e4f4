import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../harness/program.ts';
import { zip } from '../harness/zip.ts';
import { AXE, findViolations, RULES } from './axe.ts';
import { press, tabTo, type } from './keyboard.ts';
import { type Stage, setStage, settle, show } from './visit.ts';

const ROWS = 200;
const DAY_MS = 86_400_000;

const folder = mkdtempSync(join(tmpdir(), 'overheard-import-'));
let stage: Stage;
/** The first test makes it. */
let project: string;

beforeAll(async () => {
  stage = await setStage({ data: 'none', env: { EXTRA_COUNTRIES: 'KZ' } });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stage.close();
});

/** Dates as Americans write them: 11/14/2026. Of two weeks some have a day after the twelfth. */
function toDate(daysAgo: number): string {
  const date = new Date(Date.now() - daysAgo * DAY_MS);
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
}

/** The export of another tool: the tenth rows have an assistant that we do not know, three rows have no date. */
function toRows(): string[][] {
  const rows = Array.from({ length: ROWS }, (_, index) => [
    `Which grinder is best, ${index % 20}?`,
    index % 10 === 9 ? 'GPT, web app' : 'Perplexity',
    index % 2 === 0 ? 'United States' : 'UK',
    [50, 100, 150].includes(index) ? 'soon' : toDate(index % 14),
    `Zorbix is the best, and this is answer ${index}. Many people also like Quellan for its price.`,
    'https://a.example/1; https://b.example/2',
    'x',
  ]);
  return [['Question', 'Assistant', 'Market', 'Run date', 'Response', 'Citations', 'Notes'], ...rows];
}

const EXPORT = toRows();

const toFile = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

const toCsv = (rows: string[][]) => rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n');

function toWorkbook(rows: string[][]): Buffer {
  const sheet = rows.map(
    (row) => `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
  );
  return zip({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Cover" r:id="1"/><sheet name="Data" r:id="2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="1" Target="a.xml"/><Relationship Id="2" Target="b.xml"/></Relationships>',
    'xl/a.xml': '<worksheet><sheetData/></worksheet>',
    'xl/b.xml': `<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`,
  });
}

async function visit(path: string) {
  const opened = await stage.visit(`${path}?project=${project}`);
  await settle(opened.page);
  return opened;
}

describe('a CSV file of another tool', () => {
  it('leads from an empty installation to numbers with the keyboard alone', async () => {
    const { page, complaints } = await stage.visit('/');
    const arrive = async (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
    await arrive('Welcome to Overheard');
    await type(page, 'Your website or brand', 'Zorbix');
    await press(page, 'Create project');
    await arrive('Your brand');
    await press(page, 'Save and continue');
    await arrive('Competitors');
    await press(page, 'Skip for now', 'link');
    await arrive('Topics and prompts');
    await press(page, 'Skip for now', 'link');
    await arrive('Where answers come from');
    await press(page, 'Import answers', 'link');
    await arrive('Import');
    await settle(page);
    project = new URL(page.url()).searchParams.get('project')!;

    // Waiting begins early: what is opened before the browser hears of it is missed.
    const choosing = page.waitForEvent('filechooser');
    await tabTo(page, page.getByLabel('Drop a file here, or choose one'));
    await page.keyboard.press('Enter');
    const chooser = await choosing;
    await chooser.setFiles(toFile('export.csv', toCsv(EXPORT)));
    await page.getByRole('button', { name: 'Import 177 answers' }).waitFor();
    const preview = page.getByRole('region', { name: 'Preview' });
    expect(await preview.locator('li').count()).toBe(3);
    expect(await preview.locator('li').first().textContent()).toContain('Which grinder is best, 0?');
    expect(await preview.locator('li').first().textContent()).toContain('CountryUnited States');
    expect(await page.getByLabel('Assistant').inputValue()).toBe('model_id');
    const check = page.getByRole('region', { name: 'Result of the check' });
    expect(await check.textContent()).toContain('177 new answers can be imported.');
    expect(await check.textContent()).toContain(
      'Date must be a real calendar date, YYYY-MM-DD.3 rows: lines 52, 102, 152',
    );

    await tabTo(page, page.getByLabel('Model: GPT, web app'));
    await page.keyboard.type('ChatGPT');
    await page.getByRole('button', { name: 'Import 197 answers' }).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Import 197 answers' }));
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: '197 answers imported' }).waitFor();
    expect(await page.locator('.import-counts').textContent()).toBe('Imported197 answersDuplicatesNoneRejected3 rows');
    await tabTo(page, page.getByRole('button', { name: 'Download the rejected rows' }));
    const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(saved.suggestedFilename()).toBe('export-rejected.csv');
    const lines = readFileSync(await saved.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(
      'Question,Assistant,Market,Run date,Response,Citations,Notes,overheard_place,overheard_reason',
    );
    expect(lines[1]).toContain(',soon,');

    await tabTo(page, page.getByRole('link', { name: 'Go to the overview' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Zorbix', level: 1 }).waitFor();
    await expect.poll(() => page.locator('.figure-value').first().textContent()).toBe('100.0%');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('names a brand that nobody tracks, which can be tracked with two clicks', async () => {
    const { page, complaints } = await visit('/');
    // It is looked for in the background, and the overview asks when it opens.
    await expect
      .poll(async () => {
        await page.reload();
        await settle(page);
        await page.locator('.figure-value').first().waitFor();
        await page.waitForTimeout(500);
        return page.getByText('Assistants also name').count();
      })
      .toBe(1);
    const all = await page.locator('.also-named').textContent();
    await show(page, `/?project=${project}&countries=GB`);
    await page.locator('.figure-value').first().waitFor();
    await expect.poll(() => page.locator('.also-named').textContent()).not.toBe(all);
    await page.getByRole('link', { name: 'See them' }).click();
    await page.getByRole('heading', { name: 'Brands', level: 1 }).waitFor();
    await page.locator('.suggestions').waitFor();
    expect(await page.locator('.suggestions').evaluate((list) => list.getBoundingClientRect().top < innerHeight)).toBe(
      true,
    );
    await page.getByRole('button', { name: 'Track: Quellan' }).click();
    await page.getByRole('link', { name: 'Quellan', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Track: Quellan' }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('has duplicates when it is imported again, which can be replaced', async () => {
    const { page, complaints } = await visit('/import');
    await page.locator('input[type=file]').setInputFiles(toFile('export.csv', toCsv(EXPORT.slice(0, 9))));
    const check = page.getByRole('region', { name: 'Result of the check' });
    await check.getByText('8 answers exist already and will be skipped.').waitFor();
    await page.getByLabel('Replace existing answers').check();
    await page.getByRole('button', { name: 'Import 8 answers' }).click();
    await page.getByRole('heading', { name: '8 answers imported' }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('asks for what is missing or unclear', async () => {
    const { page, complaints } = await visit('/import');
    const csv = 'Question,Run date,Response\nWhich one?,3/4/2026,Zorbix\nWhich one?,5/6/2026,Zorbix again\n';
    await page.locator('input[type=file]').setInputFiles(toFile('short.csv', csv));
    await page.getByText('Columns are missing.').waitFor();
    await page.getByLabel('Country for all rows').selectOption('DE');
    await page.getByLabel('Model for all rows').selectOption({ label: 'ChatGPT (web)' });
    await page.getByText('Choose above whether the day or the month comes first.').waitFor();
    await page.getByLabel('Month first: 3/4/2026 is 4 Mar 2026').check();
    await page.getByRole('button', { name: 'Import 2 answers' }).click();
    await page.getByRole('heading', { name: '2 answers imported' }).waitFor();
    await page.getByRole('link', { name: 'Show the answers' }).click();
    await page.getByRole('heading', { name: 'Answers', level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe('2026-03-04');
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('an Excel workbook', () => {
  it('has its sheet chosen, and gives prompts with their topics, also in countries that a setting adds', async () => {
    const { page, complaints } = await visit('/import/prompts');
    const rows = [
      ['Prompt', 'Country', 'Topic'],
      ['Which grinder is quiet?', 'Germany', 'Grinders'],
      ['Which grinder is quiet?', 'Germany', 'Grinders'],
      ['Which kettle?', 'Atlantis', ''],
      ['Which mill?', 'Kazakhstan', ''],
    ];
    await page.locator('input[type=file]').setInputFiles(toFile('prompts.xlsx', toWorkbook(rows)));
    await page.getByText('The sheet "Cover" is empty.').waitFor();
    await page.getByLabel('Sheet').selectOption('Data');
    expect(await page.getByLabel('Country: Kazakhstan').count()).toBe(0);
    await page.getByLabel('Country: Atlantis').selectOption('KZ');
    await page.getByRole('button', { name: 'Import 4 prompts' }).click();
    await page.getByRole('heading', { name: '3 prompts imported' }).waitFor();
    expect(await page.locator('.import-counts').textContent()).toContain('1 prompt, skipped');
    await page.getByRole('link', { name: 'Show the prompts' }).click();
    await page.getByText('Which kettle?').first().waitFor();
    const { data } = (await ask(stage.program, { path: `/topics?project_id=${project}` })).body;
    expect(data).toMatchObject([{ name: 'Grinders' }]);
    const prompts = (await ask(stage.program, { path: `/prompts?project_id=${project}` })).body.data as object[];
    const added = prompts.filter((prompt) => JSON.stringify(prompt).includes('KZ'));
    expect(added).toHaveLength(2);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('a Parquet file', () => {
  it('is read by code that the page may run', async () => {
    const { page, complaints } = await visit('/import/prompts');
    const file = join(folder, 'prompts.parquet');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`copy (select 'Which one, ' || range || '?' as prompt, 'US' as country from range(300))
      to '${file}' (format parquet, compression zstd)`);
    connection.closeSync();
    instance.closeSync();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Import 300 prompts' }).click();
    await page.getByRole('heading', { name: '300 prompts imported' }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('a file with a problem', () => {
  it.each([
    ['quote.csv', 'Brand;Type\nVarrow;"own\nOstro;competitor\n', 'in line 2 is never closed'],
    ['empty.csv', '', 'empty.csv is empty.'],
    ['old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'is an old Excel file (.xls)'],
    ['report.csv', '%PDF-1.7', 'is a PDF'],
  ])('%s is refused in a sentence, and another one can be chosen', async (name, content, message) => {
    const { page, complaints } = await visit('/import/brands');
    await page.locator('input[type=file]').setInputFiles(toFile(name, content));
    expect(await page.getByRole('alert').textContent()).toContain(message);
    if (name === 'quote.csv') await page.getByLabel('Delimiter').waitFor();
    await page.locator('input[type=file]').setInputFiles(toFile('b.csv', `Brand;Website\n${name};\n`));
    await page.getByRole('button', { name: 'Import 1 brand' }).click();
    await page.getByRole('heading', { name: '1 brand imported' }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('is read with another delimiter if somebody says so', async () => {
    const { page, complaints } = await visit('/import/brands');
    await page.locator('input[type=file]').setInputFiles(toFile('b.csv', 'Brand|x,Website|y\nOstro|1,a.example|2\n'));
    const delimiter = page.getByLabel('Delimiter');
    await delimiter.focus();
    const isFocused = () => delimiter.evaluate((element) => element === document.activeElement);
    await delimiter.selectOption({ label: 'Bar ( | )' });
    await page.getByLabel('Brand', { exact: true }).waitFor();
    // The keyboard stays where it is.
    expect(await isFocused()).toBe(true);
    await page.getByLabel('Brand', { exact: true }).selectOption('name');
    await page.getByRole('button', { name: 'Import 1 brand' }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('can be read as before if another delimiter does not fit, and the keyboard stays', async () => {
    const { page } = await visit('/import/brands');
    await page.locator('input[type=file]').setInputFiles(toFile('b.csv', 'Brand,Note\nOstro,x|"y\n'));
    await page.getByRole('button', { name: 'Import 1 brand' }).waitFor();
    const delimiter = page.getByLabel('Delimiter');
    await delimiter.focus();
    const isFocused = () => delimiter.evaluate((element) => element === document.activeElement);
    await delimiter.selectOption({ label: 'Bar ( | )' });
    await page.getByRole('alert').getByText('is never closed').waitFor();
    expect(await isFocused()).toBe(true);
    expect(await delimiter.inputValue()).toBe('|');
    await delimiter.selectOption({ label: 'Comma ( , )' });
    await page.getByRole('button', { name: 'Import 1 brand' }).waitFor();
    expect(await isFocused()).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.close();
  });
});

describe('an import that runs', () => {
  it('asks before it is left, goes on if the user stays, and stops otherwise', async () => {
    const { page, complaints } = await visit('/prompts');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.getByRole('main').getByRole('link', { name: 'Brands', exact: true }).click();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/brands*', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue().catch(() => {});
    });
    const start = async (content: string, count: string) => {
      await page.locator('input[type=file]').setInputFiles(toFile('b.csv', content));
      await page.getByRole('button', { name: `Import ${count}` }).click();
      await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    };
    const dialog = page.getByRole('dialog', { name: 'Leave while the import is running?' });
    const pathOf = () => new URL(page.url()).pathname;
    await start('Brand,Website\nKept one,k1.example\nKept two,k2.example\n', '2 brands');

    await page.getByRole('link', { name: 'Prompts', exact: true }).first().click();
    await dialog.getByText('The import stops if you leave this page.').waitFor();
    await page.evaluate(AXE);
    expect(await findViolations(page, RULES)).toEqual([]);
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.evaluate(() => history.back());
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(pathOf()).toBe('/import/brands');
    const warned = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const warning = await warned;
    expect(warning.type()).toBe('beforeunload');
    await warning.dismiss();

    release();
    await page.getByRole('heading', { name: '2 brands imported' }).waitFor();
    await page.getByRole('link', { name: 'Prompts', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor();
    expect(await dialog.count()).toBe(0);

    await page.goBack();
    await page.unrouteAll();
    await page.route('**/v1/brands*', (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
    await start('Brand,Website\nNever,n1.example\n', '1 brand');
    await page.getByRole('link', { name: 'Prompts', exact: true }).first().click();
    await dialog.getByRole('button', { name: 'Stop the import and leave' }).click();
    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});
