import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTree } from './markdown-tree.ts';
import { chooseParser, markdownParser } from './parse-markdown.ts';
import { loadBinding, type NativeBinding } from './parser-buffer.ts';
import { readMarkdown } from './read-markdown.ts';

const SOURCES = [
  '# Headphones\n\nSony \\& Bose are good. They cost $300.\n\n**1. Sony**\n\n- Quiet. **Very** quiet.\n  - even more\n\n| Name | Price |\n|---|---|\n| Sony | 300 |\n',
  '> a\n> b\n\n[x][1] ![y](z "t") [^n] é😀\n\n[1]: https://a.b "Tï"\n[^n]: c',
  '- [x] a\n\n  b\n\n1) c\n\n<div>d</div>\n\n```js\ne\n```\n\n***\n\nf  \ng `h` <b>i</b> ~~j~~',
];
const PIECES =
  'Sony|the| |\n|\n\n|. |**|*|_|`|```|[|](|)|](https://a.b/c "t") |[1]|[1]: https://a.b\n|[^n]|[^n]: c\n|# |- |1. |> || a | b |\n|---|---|\n|<b>|</b>|<!--|&amp;|&eacute;|&|\\|\\*|é|\u00ad|😀|\ud800|https://sony.com/x |www.a.b|a@b.co |\r\n|\t|    |~~|![|"|\0'.split(
    '|',
  );

/** Chooses a parser for a native part that works differently. */
function chooseWith(change: (binding: NativeBinding) => Partial<NativeBinding>) {
  return chooseParser(async () => {
    const binding = await loadBinding();
    return { ...binding, ...change(binding) };
  });
}

describe('the Markdown parser', () => {
  it('is the fast one with the installed package', () => {
    expect(markdownParser.slow_reason).toBeNull();
  });

  it.each(SOURCES)('gives the same tree both ways', (source) => {
    // The two ways decide differently whether a text is verbatim. Both decisions give the same readable text.
    const toComparable = (key: string, value: unknown) => (key === 'isVerbatim' ? undefined : value);
    const fast = JSON.stringify(markdownParser.parse(source), toComparable);
    expect(fast).toBe(JSON.stringify(parseTree(source), toComparable));
  });

  it('is the slow one where the package has moved its native part', async () => {
    const parser = await chooseParser(() => Promise.reject(new Error('Cannot find module')));
    expect(parser.slow_reason).toBe('Cannot find module');
  });

  it('is the slow one where the nodes of the buffer have another size', async () => {
    const parser = await chooseWith(({ serializeHandle }) => ({
      serializeHandle(handle) {
        const buffer = serializeHandle(handle).slice();
        new DataView(buffer.buffer).setUint32(8, 56, true);
        return buffer;
      },
    }));
    expect(parser.slow_reason).toBe("A node of the parser's buffer has 56 bytes instead of 52.");
  });

  it('is the slow one where the buffer says something else', async () => {
    const parser = await chooseWith(({ createMdastHandle }) => ({
      createMdastHandle: (source, options, trackPositions) => createMdastHandle(` ${source}`, options, trackPositions),
    }));
    expect(parser.slow_reason).toBe("The parser's buffer and its public API give different trees.");
  });
});

describe('an answer that is parsed the slow way', async () => {
  const slow = await chooseParser(() => Promise.reject(new Error('forced by this test')));
  const readSlowly = (answer: string) => readMarkdown(answer, [], slow);

  it.each(SOURCES)('is read like one that is parsed the fast way', (answer) => {
    expect(readSlowly(answer)).toEqual(readMarkdown(answer, []));
  });

  it('is read alike whatever its text', () => {
    const answers = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(answers, (answer) => {
        expect(readSlowly(answer)).toEqual(readMarkdown(answer, []));
      }),
      { numRuns: 2000 },
    );
  });

  const file = new URL('../../../shared/data/answers/search-1.jsonl', import.meta.url);
  it.skipIf(!existsSync(file))('is read alike where a model wrote it', () => {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.length).toBeGreaterThan(100);
    for (const line of lines) {
      const { response } = JSON.parse(line) as { response: string };
      expect(readSlowly(response)).toEqual(readMarkdown(response, []));
    }
  });
});
