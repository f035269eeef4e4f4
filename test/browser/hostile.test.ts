import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../harness/program.ts';
import { type Stage, setStage, settle } from './visit.ts';

const IMG = '<img src=x onerror="window.hurt=1">';
const RTL = 'مقهى النخبة';
const LONG = 'Longname'.repeat(20);

const ANSWER = `# ${IMG}

<script>window.hurt = 2</script> Acme & Söhne is great, but Acme &amp; Söhne is not cheap.

[harmless](javascript:window.hurt=3) ![picture](https://evil.example/pixel.png) <https://example.com/a?b=1>
[data](data:text/html,<script>window.hurt=4</script>) <a href="javascript:window.hurt=5">x</a>

Read [all about Acme & Söhne](https://example.com/linked), [Acme & Söhne](https://[broken).

> > quoted **Acme & Söhne**
> > goes on with Acme & Söhne

| a | b |
| - | - |
| Acme & Söhne | ${IMG} |

1. \`code Acme & Söhne\`
2. \\*Acme & Söhne\\* ${RTL} is loved by everyone, عربي ثم Acme & Söhne

${'> '.repeat(60)}deep

${'word '.repeat(2000)} Acme & Söhne at the end`;

let stage: Stage;
let project: string;
let chat: string;

beforeAll(async () => {
  stage = await setStage({ data: 'none' });
  const post = async (path: string, body: object) =>
    (await ask(stage.program, { method: 'POST', path, body: { ...(project ? { project_id: project } : {}), ...body } }))
      .body;
  project = (await post('/projects', { name: `${IMG} ${LONG}` })).id as string;
  for (const name of ['Acme & Söhne', RTL, IMG, LONG]) {
    await post('/brands', { name, is_own: name.startsWith('Acme'), color: 'teal', aliases: [`${name} 2`] });
  }
  const topic = (await post('/topics', { name: IMG })).id as string;
  const tag = (await post('/tags', { name: `"><svg onload=window.hurt=6>`, color: 'pink' })).id as string;
  const text = `${IMG} ${RTL} {{constructor.constructor("window.hurt=7")()}}`;
  const prompt = await post('/prompts', { text, country_code: 'US', topic_id: topic, tag_ids: [tag] });
  await post('/prompts/suggestions', { text: `${IMG} suggested`, country_code: 'US' });
  await post('/classifications/domains', { name: IMG });
  const today = new Date().toISOString().slice(0, 10);
  const sources = [
    { url: 'https://example.com/<script>', title: IMG },
    { url: `https://${'long-'.repeat(11)}.example.com/${'path/'.repeat(100)}`, title: '' },
  ];
  const taken = await post('/chats', {
    chats: [{ prompt_id: prompt.id, model_id: 'famA-scraper', date: today, answer: ANSWER, sources }],
  });
  if (taken.accepted !== 1) throw new Error(JSON.stringify(taken));
  const list = (
    await ask(stage.program, { path: `/chats?project_id=${project}&start_date=${today}&end_date=${today}` })
  ).body;
  chat = (list.data as { id: string }[])[0]!.id;
});
afterAll(() => stage.close());

describe('hostile text', () => {
  it('does no harm on any page, at any width', async () => {
    const { page, complaints } = await stage.visit('/', { viewport: { width: 1280, height: 900 } });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
    for (const path of [
      `/`,
      `/prompts`,
      `/answers`,
      `/answers/${chat}`,
      `/answers/${chat}?compare=channels`,
      `/sources`,
      `/sources?view=pages`,
      `/brands`,
      `/settings/labels`,
      `/settings/classifications`,
    ]) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      await settle(page);
      expect(await page.evaluate(() => (window as { hurt?: number }).hurt), path).toBeUndefined();
      expect(await page.locator('main img, main script, main svg[onload]').count(), path).toBe(0);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        // Charts and tables measure their width with a delay.
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${path} at ${width}` })
          .toBeLessThanOrEqual(width);
      }
    }
    expect(asked.filter((url) => !url.startsWith(stage.program.url) && !url.startsWith('data:image/svg'))).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('is highlighted at the exact stored offsets, as Markdown and as raw text', async () => {
    const { body } = await ask(stage.program, { path: `/chats/${chat}/content?project_id=${project}` });
    const { brands_mentioned } = body as { brands_mentioned: { mentions: { start: number; end: number }[] }[] };
    const mentions = brands_mentioned.flatMap((brand) => brand.mentions).sort((a, b) => a.start - b.start);
    expect(mentions.length).toBeGreaterThan(6);
    const { page } = await stage.visit(`/answers/${chat}`);
    await page.locator('.answer-text').waitFor();
    const decoded = mentions.map(({ start, end }) => ANSWER.slice(start, end).replace('&amp;', '&'));
    expect(await page.locator('.mention').allTextContents()).toEqual(decoded);
    await page.getByRole('button', { name: 'Show raw text' }).click();
    await page.locator('.answer-text.is-plain').waitFor();
    expect(await page.locator('.mention').allTextContents()).toEqual(
      mentions.map(({ start, end }) => ANSWER.slice(start, end)),
    );
    expect(await page.locator('.answer-text').textContent()).toBe(ANSWER);
    const links = await page.locator('.answer-text a').count();
    expect(links).toBe(0);
    await page.close();
  });

  it('shows the evidence of a mention inside a link on a click, and offers the page', async () => {
    const { page, complaints } = await stage.visit(`/answers/${chat}`);
    const [linked, broken] = [
      page.locator('.answer-text a .mention').first(),
      page.locator('.answer-text a .mention').nth(1),
    ];
    await linked.click();
    const evidence = page.locator('.evidence');
    await evidence.getByText('Matched by name').waitFor();
    await page.mouse.move(5, 5);
    expect(await evidence.getByRole('link', { name: 'Open example.com' }).getAttribute('href')).toBe(
      'https://example.com/linked',
    );
    await broken.click();
    await evidence.getByRole('link', { name: 'Open the page' }).waitFor();
    await page.keyboard.press('Escape');
    await evidence.waitFor({ state: 'detached' });
    await linked.click();
    await page.locator('h1').click();
    await evidence.waitFor({ state: 'detached' });
    expect(page.context().pages()).toHaveLength(1);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('only links to web pages', async () => {
    const { page } = await stage.visit(`/answers/${chat}`);
    await page.locator('.answer-text').waitFor();
    const links = await page
      .locator('.answer-text a')
      .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]));
    expect(links.length).toBeGreaterThan(0);
    for (const [href, rel] of links) {
      expect(href).toMatch(/^https?:\/\//);
      expect(rel).toContain('noopener');
    }
    await page.close();
  });
});
