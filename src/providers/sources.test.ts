import { describe, expect, it } from 'vitest';
import { toSources } from './sources.ts';

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

  it('are only those that were retrieved: other links are found in the answer later', () => {
    expect(toSources({ answer: 'See [d](https://d.example/).', pages: [], marks: [] })).toEqual([]);
  });
});
