import { describe, expect, it } from 'vitest';
import { readAnswer } from './read-answer.ts';
import { type ReadableText, toRawEnd, toRawStart } from './readable-text.ts';
import { splitBlock } from './sentences.ts';

const ANSWER = `# Headphones

Sony \\& Bose are good. They cost $300.

**1. Sony WH-1000XM5**

**Pros:**

- Quiet. Very quiet.
- **Battery:** lasts
  - even longer

**2. Bose**

| Name | Price |
|------|-------|
| Sony | 300   |
`;

const splitSentences = (readable: ReadableText) => readable.blocks.flatMap((_, block) => splitBlock(readable, block));

describe('readable text', () => {
  const { readable } = readAnswer(ANSWER, []);
  const { blocks, text } = readable;
  const textOf = (index: number | null) =>
    index === null ? null : text.slice(blocks[index]!.start, blocks[index]!.end);

  it('blocks know their kind, heading, list item and rank', () => {
    const lines = blocks.map((block, index) => [
      textOf(index),
      block.kind,
      textOf(block.heading),
      textOf(block.item),
      block.rank,
    ]);
    expect(lines).toEqual([
      ['Headphones', 'heading', null, null, null],
      ['Sony & Bose are good. They cost $300.', 'paragraph', 'Headphones', null, null],
      ['1. Sony WH-1000XM5', 'heading', 'Headphones', null, 1],
      ['Pros:', 'heading', '1. Sony WH-1000XM5', null, null],
      ['Quiet. Very quiet.', 'list_item', 'Pros:', null, 1],
      ['Battery: lasts', 'list_item', 'Pros:', null, 2],
      ['even longer', 'list_item', 'Pros:', 'Battery: lasts', 1],
      ['2. Bose', 'heading', 'Headphones', null, 2],
      ['Name', 'table_cell', '2. Bose', null, null],
      ['Price', 'table_cell', '2. Bose', null, null],
      ['Sony', 'table_cell', 'Name', null, null],
      ['300', 'table_cell', 'Price', 'Sony', null],
    ]);
  });

  it('offsets can be traced back to the answer', () => {
    const start = text.indexOf('Sony & Bose');
    const raw = ANSWER.slice(toRawStart(readable, start), toRawEnd(readable, start + 'Sony & Bose'.length));
    expect(raw).toBe('Sony \\& Bose');
  });

  it('sentences stay inside their blocks', () => {
    const sentences = splitSentences(readable).map(({ start, end, block }) => [text.slice(start, end), block]);
    expect(sentences.slice(0, 6)).toEqual([
      ['Headphones', 0],
      ['Sony & Bose are good.', 1],
      ['They cost $300.', 1],
      ['1. Sony WH-1000XM5', 2],
      ['Pros:', 3],
      ['Quiet.', 4],
    ]);
  });

  it.each([
    ['A sleek design.The M2 chip is fast.', ['A sleek design.', 'The M2 chip is fast.']],
    ['Made by Dr. Martens in the U.S. today.', ['Made by Dr. Martens in the U.S. today.']],
    ['It costs $1.50. Good!', ['It costs $1.50.', 'Good!']],
    ['好的。很好！', ['好的。', '很好！']],
  ])('sentences of %s', (answer, expected) => {
    const read = readAnswer(answer, []).readable;
    expect(splitSentences(read).map(({ start, end }) => read.text.slice(start, end))).toEqual(expected);
  });
});
