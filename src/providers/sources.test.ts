import { describe, expect, it } from 'vitest';
import { measureLeast } from '../../test/harness/cpu-time.ts';
import { toSources } from './sources.ts';

const MOST_WORK_MS = 600;

const page = (url: string, title: string | null = null) => ({ url, title });

describe('the pages of a reply', () => {
  it('are each there once, whatever the form of the address', () => {
    const pages = [
      page('https://www.a.example/x/?utm_source=z', ' A '),
      page('http://a.example/x', 'Other'),
      page('nowhere'),
    ];
    expect(toSources({ answer: '', pages, marks: ['https://a.example/x#top'] })).toEqual([
      { url: 'https://www.a.example/x/?utm_source=z', title: 'A', citation_count: 1, citation_position: 1 },
    ]);
  });

  it('count marks or links, whichever are more, in the order of the first citation', () => {
    const pages = [page('https://a.example/'), page('https://b.example/'), page('https://c.example/')];
    const answer = 'One [c](https://c.example/). Two [a](https://a.example/), [a](https://a.example/).';
    expect(toSources({ answer, pages, marks: ['https://b.example/', 'https://a.example/'] })).toEqual([
      { url: 'https://a.example/', citation_count: 2, citation_position: 2 },
      { url: 'https://b.example/', citation_count: 1, citation_position: 1 },
      { url: 'https://c.example/', citation_count: 1, citation_position: 3 },
    ]);
  });

  it('are a thousand at most, and do not hold up the process, however many there are and however long the answer', () => {
    const pages = Array.from({ length: 100_000 }, (_, n) => page(`https://site-${n}.example/x`, `Page ${n}`));
    const marks = pages.map(({ url }) => url);
    const answer = '[a](https://a.example)\n\n'.repeat(200_000);
    const work = () => expect(toSources({ answer, pages, marks })).toHaveLength(1000);
    expect(measureLeast(work, MOST_WORK_MS)).toBeLessThan(MOST_WORK_MS);
  });

  it('are only those that were retrieved: other links are found in the answer later', () => {
    expect(toSources({ answer: 'See [d](https://d.example/).', pages: [], marks: [] })).toEqual([]);
  });
});
