import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Token } from 'marked';

const DOCS = join(import.meta.dirname, '../../docs');

/** What a reader of the guides does. */
export type Step = { page: string; text: string } & (
  | { kind: 'run'; where: 'here' | 'source' }
  /** Starts the service, which then runs in a terminal of its own. */
  | { kind: 'serve' }
  | { kind: 'stop' }
  | { kind: 'program'; file: string }
  | { kind: 'skip'; reason: string }
);

/** What a block of code can be that is not to be executed. */
const NOT_COMMANDS = ['', 'ini', 'nginx', 'json', 'yaml'];

/** Everything that the guides tell their readers to do, in order. Comments before a block say what is special about it. */
export function readSteps(): Step[] {
  const contents: { pages: string[] }[] = JSON.parse(readFileSync(join(DOCS, 'contents.json'), 'utf8'));
  return contents[0]!.pages.flatMap((page) => readPage(page, lexer(readFileSync(join(DOCS, page), 'utf8'))));
}

function readPage(page: string, tokens: readonly Token[]): Step[] {
  const steps: Step[] = [];
  let notes: string[] = [];
  for (const token of flatten(tokens)) {
    if (token.type === 'html') {
      const found = [...token.raw.matchAll(/<!--\s*(.*?)\s*-->/gs)].map(([, note]) => note!);
      if (found.includes('stop the service')) steps.push({ page, text: '', kind: 'stop' });
      notes.push(...found.filter((note) => note !== 'stop the service'));
    } else if (token.type === 'code') {
      const step = toStep(page, { lang: token.lang ?? '', text: token.text, notes });
      if (step) steps.push(step);
      notes = [];
    }
  }
  if (notes.length > 0) throw new Error(`docs/${page}: no block follows "${notes.join('", "')}"`);
  return steps;
}

function toStep(
  page: string,
  { lang, text, notes }: { lang: string; text: string; notes: readonly string[] },
): Step | undefined {
  const fail = (problem: string) => new Error(`docs/${page}: ${problem}:\n${text}`);
  const [note, ...others] = notes;
  if (others.length > 0) throw fail('a block with several comments');
  if (NOT_COMMANDS.includes(lang)) {
    if (note !== undefined) throw fail(`the block is not a command, but has the comment "${note}"`);
    return undefined;
  }
  const reason = /^not run: (.+)$/s.exec(note ?? '')?.[1];
  if (reason !== undefined) return { page, text, kind: 'skip', reason };
  const file = /^file: (\S+)$/.exec(note ?? '')?.[1];
  if (lang === 'ts' && file !== undefined) return { page, text, kind: 'program', file };
  if (lang !== 'sh') throw fail(`a block of "${lang}" is neither run nor marked as not run`);
  if (note === undefined) return { page, text, kind: 'run', where: 'here' };
  if (note === 'in the source folder') return { page, text, kind: 'run', where: 'source' };
  if (note === 'stays open') return { page, text, kind: 'serve' };
  throw fail(`an unknown comment, "${note}"`);
}

function flatten(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) =>
    token.type === 'list' ? token.items.flatMap((item: { tokens: Token[] }) => flatten(item.tokens)) : [token],
  );
}
