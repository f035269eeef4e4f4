import { expect, it } from 'vitest';
import { measureLeast } from '../../test/harness/cpu-time.ts';
import { mergeSources, type NamedPages } from './merge-sources.ts';

const MOST_WORK_MS = 600;

function merge({ retrieved = [], cited = [], answer = '' }: Partial<NamedPages>) {
  return mergeSources({ retrieved, cited, answer });
}

it('a page comes once, however its address is written', () => {
  expect(
    merge({
      retrieved: [{ url: 'https://www.a.com/x/', title: 'A' }, { url: 'http://a.com/x?utm_source=chatgpt.com' }],
    }),
  ).toEqual([{ url: 'https://www.a.com/x/', title: 'A', citation_count: 0 }]);
});

it('citations and links of a page are not added up: the larger number counts', () => {
  const answer = 'See [a](https://a.com), [a](https://a.com) and [b](https://b.com).';
  const cited = [{ url: 'https://a.com' }, { url: 'https://b.com' }, { url: 'https://b.com/' }];
  expect(merge({ retrieved: [{ url: 'https://b.com' }, { url: 'https://c.com' }], cited, answer })).toEqual([
    { url: 'https://b.com', title: 'b', citation_count: 2, citation_position: 2 },
    { url: 'https://c.com', citation_count: 0 },
    { url: 'https://a.com', title: 'a', citation_count: 2, citation_position: 1 },
  ]);
});

it('numbers in the answer are citations of the retrieved pages', () => {
  const retrieved = [{ url: 'https://a.com' }, { url: 'https://b.com' }];
  expect(merge({ retrieved, answer: 'Good[2]. Better[1][2].' })).toEqual([
    { url: 'https://a.com', citation_count: 1, citation_position: 2 },
    { url: 'https://b.com', citation_count: 2, citation_position: 1 },
  ]);
});

it('pages that only the answer links to are kept', () => {
  expect(merge({ answer: '[A page](https://a.com/p)' })).toEqual([
    { url: 'https://a.com/p', title: 'A page', citation_count: 1, citation_position: 1 },
  ]);
});

it('a title from a citation completes a page without one', () => {
  const pages = merge({ retrieved: [{ url: 'https://a.com' }], cited: [{ url: 'https://a.com', title: ' A  ' }] });
  expect(pages).toEqual([{ url: 'https://a.com', title: 'A', citation_count: 1, citation_position: 1 }]);
});

it('what cannot be stored is left out', () => {
  const retrieved = [
    { url: 'ftp://a.com' },
    { url: '' },
    { url: `https://a.com/${'x'.repeat(4000)}` },
    { url: 'https://b.com/\0' },
    { url: 'https://c.com', title: `\0${'y'.repeat(5000)}` },
  ];
  expect(merge({ retrieved })).toEqual([{ url: 'https://c.com', title: 'y'.repeat(4000), citation_count: 0 }]);
});

it('a million citations and a huge answer do not hold up the process', () => {
  const cited = Array.from({ length: 1_000_000 }, (_, index) => ({ url: `https://site-${index}.com/page` }));
  const answer = '[1] and\n'.repeat(2_000_000);
  const work = () => expect(merge({ retrieved: cited, cited, answer })).toHaveLength(1000);
  expect(measureLeast(work, MOST_WORK_MS)).toBeLessThan(MOST_WORK_MS);
});
