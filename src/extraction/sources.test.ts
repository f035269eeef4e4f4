import { describe, expect, it } from 'vitest';
import type { GivenSource } from '../domain/chat.ts';
import { createExtractor } from './extract.ts';
import { normalizeUrl } from './normalize-url.ts';

const extractor = createExtractor([]);
const collect = (text: string, sources: GivenSource[] = []) =>
  extractor.extract({ text, channel: null, sources }).sources;
const brief = (text: string, sources: GivenSource[] = []) =>
  collect(text, sources).map((s) => `${s.url_normalized} ${s.citation_count} ${s.citation_position}`);

describe('addresses', () => {
  const CASES: [url: string, normalized: string | undefined, domain: string | undefined][] = [
    ['https://www.Example.com/', 'https://example.com', 'example.com'],
    ['http://example.com', 'https://example.com', 'example.com'],
    ['http://example.com:80/a', 'https://example.com/a', 'example.com'],
    ['https://example.com:443/a', 'https://example.com/a', 'example.com'],
    ['https://example.com:8080/a', 'https://example.com:8080/a', 'example.com'],
    ['https://example.com/a/', 'https://example.com/a', 'example.com'],
    ['https://example.com/a#b', 'https://example.com/a', 'example.com'],
    ['https://example.com/a#:~:text=x%20y,z', 'https://example.com/a', 'example.com'],
    ['https://example.com/a?utm_source=chatgpt.com', 'https://example.com/a', 'example.com'],
    ['https://example.com/a?id=1&utm_medium=x&b=2', 'https://example.com/a?id=1&b=2', 'example.com'],
    ['https://example.com/a?gclid=1&fbclid=2&msclkid=3', 'https://example.com/a', 'example.com'],
    ['https://example.com/A/b', 'https://example.com/A/b', 'example.com'],
    ['https://news.bbc.co.uk/x', 'https://news.bbc.co.uk/x', 'bbc.co.uk'],
    ['https://foo.github.io/x', 'https://foo.github.io/x', 'foo.github.io'],
    ['https://müller.de/', 'https://xn--mller-kva.de', 'xn--mller-kva.de'],
    ['www.example.com/a', 'https://example.com/a', 'example.com'],
    ['//example.com/a', 'https://example.com/a', 'example.com'],
    ['https://www.com/a', 'https://www.com/a', 'www.com'],
    ['https://127.0.0.1/a', 'https://127.0.0.1/a', '127.0.0.1'],
    ['https://user:secret@example.com/a', 'https://example.com/a', 'example.com'],
    ['mailto:a@b.co', undefined, undefined],
    ['javascript:alert(1)', undefined, undefined],
    ['/relative', undefined, undefined],
    ['', undefined, undefined],
    ['https://', undefined, undefined],
    ['https://exa mple.com', undefined, undefined],
  ];
  it.each(CASES)('%s', (url, normalized, domain) => {
    expect([normalizeUrl(url)?.url_normalized, normalizeUrl(url)?.domain]).toEqual([normalized, domain]);
  });

  it('are read alike after a hundred thousand others, when the engine has compiled all of it', () => {
    for (let index = 0; index < 100_000; index += 1) normalizeUrl(`https://example.com/${index}`);
    expect(normalizeUrl('https://müller.de/')?.domain).toBe('xn--mller-kva.de');
  });
});

describe('sources of an answer', () => {
  it('links are cited in order of appearance', () => {
    expect(brief('[a](https://a.com/x) and [b](https://b.com) and [a](http://www.a.com/x/)')).toEqual([
      'https://a.com/x 2 1',
      'https://b.com 1 2',
    ]);
  });

  it('numbers side by side are one citation each', () => {
    const given = [{ url: 'https://a.com' }, { url: 'https://b.com' }, { url: 'https://c.com' }];
    expect(brief('Quiet[1][2]. Loud [3][2,1], [1](https://d.com).', given)).toEqual([
      'https://a.com 2 2',
      'https://b.com 2 3',
      'https://c.com 1 4',
      'https://d.com 1 1',
    ]);
  });

  it('references count through their definitions', () => {
    expect(brief('([B][2], [A][1]) and [2]\n\n[1]: https://a.com "A page"\n[2]: https://b.com')).toEqual([
      'https://a.com 1 2',
      'https://b.com 2 1',
    ]);
  });

  it('a definition without references is retrieved, not cited', () => {
    expect(brief('Text.\n\n[1]: https://a.com')).toEqual(['https://a.com 0 null']);
  });

  it('footnotes count through their definitions', () => {
    expect(brief('Good[^n] and again[^n].\n\n[^n]: See https://a.com/x')).toEqual(['https://a.com/x 2 1']);
  });

  it('bare addresses are cited', () => {
    expect(brief('See https://a.com/x.')).toEqual(['https://a.com/x 1 1']);
  });

  it('numbers refer to the given sources', () => {
    const given = [{ url: 'https://a.com' }, { url: 'https://b.com' }, { url: 'https://c.com' }];
    expect(brief('One [2]. Two [1, 2]. Three 【3†source】.', given)).toEqual([
      'https://a.com 1 2',
      'https://b.com 2 1',
      'https://c.com 1 3',
    ]);
  });

  it('numbers refer to a list of references rather than the given sources', () => {
    const answer = 'One [1].\n\n## Sources\n\n1. [A](https://a.com)\n2. [B](https://b.com)';
    expect(brief(answer)).toEqual(['https://a.com 1 1', 'https://b.com 0 null']);
  });

  it('given counts and positions are kept', () => {
    const given = [
      { url: 'https://a.com', title: 'Given', citation_count: 0 },
      { url: 'https://b.com', citation_count: 3, citation_position: 2 },
    ];
    expect(collect('[x](https://a.com) [y](https://b.com)', given)).toEqual([
      {
        url: 'https://a.com',
        url_normalized: 'https://a.com',
        domain: 'a.com',
        title: 'Given',
        citation_count: 0,
        citation_position: null,
      },
      {
        url: 'https://b.com',
        url_normalized: 'https://b.com',
        domain: 'b.com',
        title: 'y',
        citation_count: 3,
        citation_position: 2,
      },
    ]);
  });

  it('one entry for each page', () => {
    const given = [{ url: 'https://a.com/#x' }, { url: 'https://a.com/#y' }];
    expect(brief('[l](https://www.a.com)', given)).toEqual(['https://a.com 1 1']);
  });

  it('titles come from definitions and labels, not from numbers or addresses', () => {
    const answer = '[1](https://a.com) [Best shoes](https://b.com) https://c.com [x][d]\n\n[d]: https://d.com "Page D"';
    expect(collect(answer).map(({ domain, title }) => [domain, title])).toEqual([
      ['d.com', 'Page D'],
      ['a.com', null],
      ['b.com', 'Best shoes'],
      ['c.com', null],
    ]);
  });

  it('empty links and other schemes are not sources', () => {
    expect(collect('[a]() [b](mailto:x@y.zz) [c](#top) [d](/e)')).toEqual([]);
  });

  it('an error page keeps its given sources', () => {
    expect(brief('HTTP 502 Bad Gateway', [{ url: 'https://a.com' }])).toEqual(['https://a.com 0 null']);
  });
});
