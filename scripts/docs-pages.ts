// Makes the pages under /docs of the Markdown files in docs/, when the dashboard is built.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';

const DOCS = join(import.meta.dirname, '../docs');
const HOME = 'README.md';
/** Served as they are. */
const FILE = /\.(png|svg|yml|json)$/;

/** Shows the theme that was chosen in the dashboard, before anything is painted. */
const THEME = `const theme = localStorage.getItem('overheard.theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
`;

/** The pages in the order of the navigation; `docs/contents.json` has it. All other files are for contributors. */
const CONTENTS: { name: string; pages: string[] }[] = JSON.parse(readFileSync(join(DOCS, 'contents.json'), 'utf8'));

/** A passage that search can find. */
interface Passage {
  url: string;
  page: string;
  heading: string;
  text: string;
}

interface Page {
  file: string;
  url: string;
  title: string;
  html: string;
  headings: { id: string; text: string; depth: number }[];
  /** Links to other pages, to be checked when all of them are known. */
  links: { file: string; anchor: string }[];
  /** Files beside the pages that it shows or links to. */
  files: string[];
}

/** Puts the documentation into the build: a page for each file, and what search needs. */
export function docsPages(): Plugin {
  return {
    name: 'docs-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const template = bundle['docs.html'];
        if (template?.type !== 'asset') throw new Error('docs.html is missing from the build');
        delete bundle['docs.html'];
        const pages = renderPages();
        for (const page of pages) {
          const source = fillIn(String(template.source), page, pages);
          const fileName = page.file === HOME ? 'docs/index.html' : `docs/${page.file.replace(/\.md$/, '.html')}`;
          this.emitFile({ type: 'asset', fileName, source });
        }
        for (const file of new Set(pages.flatMap(({ files }) => files))) {
          this.emitFile({ type: 'asset', fileName: `docs/${file}`, source: readFileSync(join(DOCS, file)) });
        }
        this.emitFile({ type: 'asset', fileName: 'docs/theme.js', source: THEME });
        const passages = JSON.stringify([...pages.flatMap(toPassages), ...listOperations()]);
        this.emitFile({ type: 'asset', fileName: 'docs/passages.json', source: passages });
      },
    },
  };
}

function renderPages(): Page[] {
  const pages = [HOME, ...CONTENTS.flatMap(({ pages }) => pages)].map(renderPage);
  for (const { file, links } of pages) {
    for (const link of links) {
      const target = pages.find((page) => page.file === link.file)!;
      if (link.anchor !== '' && !target.headings.some(({ id }) => id === link.anchor)) {
        throw new Error(`docs/${file} links to ${link.file}#${link.anchor}, which does not exist`);
      }
    }
  }
  return pages;
}

function renderPage(file: string): Page {
  const page: Page = { file, url: toUrl(file), title: '', html: '', headings: [], links: [], files: [] };
  const marked = new Marked({
    renderer: {
      // Comments are for those who write the pages.
      html: () => '',
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const text = toText(html);
        if (depth === 1) page.title = text;
        const id = toId(text, page.headings);
        page.headings.push({ id, text, depth });
        const link =
          depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a>`;
        return `<h${depth} id="${id}">${html}${link}</h${depth}>\n`;
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
      table(token: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        const head = token.header.some(({ text }) => text !== '')
          ? `<thead><tr>${cells(token.header, 'th')}</tr></thead>`
          : '';
        // On a phone, the cells of a narrow table stand below each other; a wide one is moved sideways.
        const kind = token.header.length <= 3 ? ' class="narrow"' : '';
        return `<div class="wide" tabindex="0"><table${kind}>${head}<tbody>${rows}</tbody></table></div>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const url = resolveLink(page, href);
        return url === null ? inner : `<a href="${escapeHtml(url)}">${inner}</a>`;
      },
      image: ({ href, text }) => `<img src="${resolveLink(page, href)}" alt="${escapeHtml(text)}">`,
    },
  });
  page.html = marked.parse(readFileSync(join(DOCS, file), 'utf8'), { async: false });
  return page;
}

/** Where a link leads on the site; null if only the source code has its target. */
function resolveLink(page: Page, href: string): string | null {
  if (/^https?:|^\//.test(href)) return href;
  const [path = '', anchor = ''] = href.split('#');
  const file = path === '' ? page.file : posix.join(posix.dirname(page.file), path);
  if (file.startsWith('..')) return null;
  if (!existsSync(join(DOCS, file))) throw new Error(`docs/${page.file} links to ${href}, which does not exist`);
  if (file === HOME || CONTENTS.some(({ pages }) => pages.includes(file))) {
    page.links.push({ file, anchor });
    return (path === '' ? '' : toUrl(file)) + (anchor === '' ? '' : `#${anchor}`);
  }
  if (!FILE.test(file)) return null;
  page.files.push(file);
  return `/docs/${file}`;
}

function toUrl(file: string): string {
  return file === HOME ? '/docs' : `/docs/${file.replace(/\.md$/, '')}`;
}

/** The same as on GitHub, so that links work in both places. */
function toId(text: string, taken: readonly { id: string }[]): string {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
  const repeated = taken.filter((other) => other.id.replace(/-\d+$/, '') === id).length;
  return repeated === 0 ? id : `${id}-${repeated}`;
}

function fillIn(template: string, page: Page, pages: readonly Page[]): string {
  const parts: Record<string, string> = {
    title: page.file === HOME ? 'Overheard documentation' : `${escapeHtml(page.title)} · Overheard`,
    pages: toNavigation(page, pages),
    content: page.html + toNeighbors(page, pages),
    headings: page.headings
      .filter(({ depth }) => depth === 2)
      .map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
      .join(''),
  };
  return template
    .replace('</title>', '</title><script src="/docs/theme.js"></script>')
    .replace(/%(title|pages|content|headings)%/g, (_match, part) => parts[part]!);
}

function toNavigation(current: Page, pages: readonly Page[]): string {
  const groups = CONTENTS.map(({ name, pages: files }) => {
    const links = files.map((file) => {
      const { url, title } = pages.find((page) => page.file === file)!;
      return `<li><a href="${url}"${file === current.file ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;
    });
    if (name === 'For programs') links.unshift('<li><a href="/docs/reference">API reference</a></li>');
    return `<p>${escapeHtml(name)}</p><ul>${links.join('')}</ul>`;
  });
  return groups.join('');
}

/** The guides can be read one after the other. */
function toNeighbors({ file }: Page, pages: readonly Page[]): string {
  const guides = CONTENTS[0]!.pages;
  const next = pages.find((page) => page.file === guides[guides.indexOf(file) + 1]);
  if (!guides.includes(file) || !next) return '';
  return `<p class="next">Next: <a href="${next.url}">${escapeHtml(next.title)}</a></p>`;
}

function toPassages({ url, title, html }: Page): Passage[] {
  return html.split(/(?=<h[1-6] id=)/).flatMap((part) => {
    const [, depth, id, heading = ''] = /^<h(\d) id="([^"]*)">(.*?)(?: <a class="anchor"|<\/h)/.exec(part) ?? [];
    if (id === undefined) return [];
    const text = toText(part.replace(/^<h\d.*?<\/h\d>/, ''));
    return [{ url: depth === '1' ? url : `${url}#${id}`, page: title, heading: toText(heading), text }];
  });
}

/** The API reference is made when the service starts. Search finds its operations through the OpenAPI document. */
function listOperations(): Passage[] {
  const { paths } = JSON.parse(readFileSync(join(DOCS, 'openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string; summary: string; description?: string }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, description = '' }]) => ({
      url: `/docs/reference#${operationId}`,
      page: 'API reference',
      heading: `${method.toUpperCase()} ${path}`,
      text: `${summary}. ${description}`,
    })),
  );
}

function toText(html: string): string {
  const text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  return text
    .replace(
      /&(lt|gt|quot|#39|amp);/g,
      (_match, name) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name as 'lt'],
    )
    .replace(/ (?=[.,;:)])/g, '')
    .trim();
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
