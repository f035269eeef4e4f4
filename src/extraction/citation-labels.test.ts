import { describe, expect, it } from 'vitest';
import { findCitationLabels } from './citation-labels.ts';
import { readAnswer } from './read-answer.ts';

function findIn(answer: string): string[] {
  const { readable } = readAnswer(answer, []);
  const spans = findCitationLabels(readable);
  return spans.flatMap((start, at) => (at % 2 === 0 ? [readable.text.slice(start, spans[at + 1])] : []));
}

describe('the label of a link is a citation', () => {
  it.each([
    ['It grinds evenly ([Varrow](https://varrow.com/a)).'],
    ['It grinds evenly (source: [Varrow](https://varrow.com/a)).'],
    ['It grinds evenly. [Varrow](https://varrow.com/a)'],
    ['It grinds evenly. [Varrow](https://varrow.com/a)\nThe next line.'],
    ['- It grinds evenly. [Varrow](https://varrow.com/a)\n- The next item.'],
    ['It “grinds evenly.” [Varrow](https://varrow.com/a)'],
  ])('%j', (answer) => {
    expect(findIn(answer)).toEqual(['Varrow']);
  });

  it('in a row of several', () => {
    const row = '[Varrow](https://varrow.com/a), [RTINGS](https://rtings.com/b)';
    expect(findIn(`It grinds evenly (${row}) and is quiet.`)).toEqual(['Varrow', 'RTINGS']);
    expect(findIn(`It grinds evenly. ${row} It is quiet.`)).toEqual(['Varrow', 'RTINGS']);
  });
});

describe('the label of a link takes part in its sentence', () => {
  it.each([
    ['[Varrow](https://varrow.com/a) grinds evenly.'],
    ['We like it. [Varrow](https://varrow.com/a) grinds evenly.'],
    ['We recommend [Varrow](https://varrow.com/a).'],
    ['1. [Varrow](https://varrow.com/a)\n2. [Vanta](https://vanta.com/a)'],
    ['We recommend [Varrow](https://varrow.com/a), [Vanta](https://vanta.com/a) and others.'],
    ['It has many rivals (the [Varrow](https://varrow.com/a) among them).'],
  ])('%j', (answer) => {
    expect(findIn(answer)).toEqual([]);
  });
});
