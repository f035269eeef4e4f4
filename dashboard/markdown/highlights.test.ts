import { describe, expect, it } from 'vitest';
import { cutText, toHighlights } from './highlights.ts';
import { parseAnswer } from './parse-answer.ts';
import { toSourceOffsets } from './source-offsets.ts';

type Brands = Parameters<typeof toHighlights>[0]['brands_mentioned'];

function mentioned(text: string, name: string): Brands {
  const mentions = [...text.matchAll(new RegExp(name, 'g'))].map(({ index }) => ({
    start: index,
    end: index + name.length,
    text: name,
    alias: name,
    rule: 'name',
    list_rank: null,
    unknown: false,
    clauses: [],
  }));
  return [
    {
      id: 'kw_1',
      name,
      position: 1,
      recommended_position: null,
      count: mentions.length,
      sentiment: null,
      sentiment_source: 'built_in',
      mentions,
    },
  ];
}

/** The highlighted parts of a parsed answer. */
function findMarked(text: string, name: string): string[] {
  const highlights = toHighlights({ brands_mentioned: mentioned(text, name) });
  const { root, shift } = parseAnswer(text)!;
  const marked: string[] = [];
  const visit = (node: { type: string; value?: string; children?: unknown[]; position?: unknown }) => {
    if (node.type === 'text') {
      const { start, end } = node.position as { start: { offset: number }; end: { offset: number } };
      const place = { source: text, start: start.offset + shift, end: end.offset + shift };
      const pieces = cutText(node.value!, toSourceOffsets(node.value!, place), { highlights, clauses: [] });
      marked.push(...pieces.filter(({ highlight }) => highlight).map((piece) => piece.text));
    }
    for (const child of node.children ?? []) visit(child as typeof node);
  };
  visit(root);
  return marked;
}

describe('highlights', () => {
  it('are at the offsets of the stored text, whatever Markdown is around them', () => {
    for (const text of [
      'Acme is here. Acme!',
      '**Acme**, *Acme* and [Acme](https://acme.example)',
      '> > one\n> > two Acme three\n> > Acme',
      '1. a &amp; b \\* Acme\n   goes on Acme',
      '\uFEFF# Acme\n\nAcme',
      '| a | b |\n| - | - |\n| Acme | x Acme |',
      'é😀 Acme &#x1F600; Acme',
    ]) {
      const expected = [...text.matchAll(/Acme/g)].length;
      expect(findMarked(text, 'Acme'), text).toEqual(new Array(expected).fill('Acme'));
    }
  });

  it('are cut together with the clauses of the active mention', () => {
    const text = 'Acme is good.';
    const highlights = toHighlights({ brands_mentioned: mentioned(text, 'Acme') });
    const offsets = toSourceOffsets(text, { source: text, start: 0, end: text.length });
    expect(cutText(text, offsets, { highlights, clauses: [{ start: 0, end: 12 }] })).toEqual([
      { text: 'Acme', highlight: highlights[0], isClause: true },
      { text: ' is good', highlight: undefined, isClause: true },
      { text: '.', highlight: undefined, isClause: false },
    ]);
  });

  it('are not computed for very long answers, which are shown as plain text', () => {
    expect(parseAnswer('x'.repeat(200_001))).toBeUndefined();
  });
});
