import { describe, expect, it } from 'vitest';
import { findMentions, toTrackedBrand } from '../../test/extraction/find-mentions.ts';
import { createExtractor } from './extract.ts';

const CASES: [what: string, answer: string, found: string[]][] = [
  ['a link label counts', '[Nike](https://example.com)', ['1:Nike']],
  ['a link target does not', '[shoes](https://nike.com/nike)', []],
  ['a label that is an address does not', '[https://nike.com](https://nike.com)', []],
  ['a label that is a domain and path does not', '[nike.com/air](https://nike.com/air)', []],
  ['a label that is a bare domain does not', '[nike.com](https://nike.com)', []],
  ['a label in two parts', '[**Nike** Air](https://a.b)', ['1:Nike']],
  ['two labels are not joined', '[Nike](a)[Adidas](b)', ['1:Nike']],
  ['a reference label counts', '([Nike][1])\n\n[1]: https://a.b/c "Nike shoes"', ['1:Nike']],
  ['a citation mark separates words', 'Nike[1] is good\n\n[1]: https://a.b', ['1:Nike']],
  ['a superscript number separates words', 'Nike<sup>1</sup> is good', ['1:Nike']],
  ['a bare address', 'see https://www.nike.com/nike today', []],
  ['a bare www address', 'see www.nike.com/nike today', []],
  ['a bare domain with a path', 'see nike.com/nike today', []],
  ['a bare domain', 'see nike.com today', []],
  ['a subdomain', 'see shop.nike.com today', []],
  ['a domain written like a name', 'buy at Nike.com today', ['1:Nike']],
  ['a mail address', 'write to info@nike.com', []],
  ['an address in angle brackets', '<https://nike.com>', []],
  ['an image', '![Nike](https://nike.com/nike.png)', []],
  ['an image in a link', '[![Nike](a.png)](b)', []],
  ['inline code', 'run `nike --help`', []],
  ['a code block', '```\nnike\n```', []],
  ['an indented code block', 'text\n\n    nike\n', []],
  ['a footnote', 'good[^1]\n\n[^1]: Nike says so', []],
  ['a definition', '[nike]: https://nike.com "Nike"', []],
  [
    'a list of references',
    'Good shoes.\n\n## Sources\n\n- [Nike](https://nike.com)\n- Nike blog https://nike.com/blog',
    [],
  ],
  ['references after a line', 'Good.\n\nSources:\n\n1. [Nike](https://nike.com)', []],
  ['text after a list of references', '## References\n\n- [a](https://a.b)\n\n## More\n\nNike too', ['1:Nike']],
  ['a heading that only starts like one', '## Sources of joy\n\n- Nike', ['1:Nike']],
  ['a numbered reference', 'Good.\n\n[1] Nike, https://nike.com/a', []],
  ['emphasis', '*Nike* **Nike** ***Nike*** ~~Nike~~', ['1:Nike', '1:Nike', '1:Nike', '1:Nike']],
  ['emphasis inside a name', '**Ni**ke', ['1:Ni**ke']],
  ['a heading', '# Nike', ['1:Nike']],
  ['a setext heading', 'Nike\n====', ['1:Nike']],
  ['a quotation', '> Nike\n> Nike', ['1:Nike', '1:Nike']],
  ['nested lists', '- a\n  - b\n    - Nike', ['1:Nike']],
  ['a task list', '- [x] Nike', ['1:Nike']],
  ['a table', '| Nike | b |\n|---|---|\n| c | Nike |', ['1:Nike', '1:Nike']],
  ['an escaped character', '\\*Nike\\*', ['1:Nike']],
  ['HTML', '<p>Nike</p>', ['1:Nike']],
  ['an HTML attribute', '<img alt="Nike" src="nike.png">', []],
  ['an HTML comment', '<!-- Nike -->', []],
  ['a script', '<script>nike()</script>', []],
  ['inline HTML', 'a <b>Nike</b> shoe', ['1:Nike']],
  ['a line break tag', 'a<br>Nike', ['1:Nike']],
  ['carriage returns', 'a\r\nNike\r\n\r\nNike', ['1:Nike', '1:Nike']],
  ['NUL', 'a\0 Nike', ['1:Nike']],
];

describe('the text that counts', () => {
  it.each(CASES)('%s', (_what, answer, found) => {
    expect(findMentions('Nike', answer)).toEqual(found);
  });

  it('furniture is cut, but names around it count', () => {
    const answer =
      'Google Pixel is good. Map data ©2025 GoogleTerms10 km AI responses may include mistakes. ' +
      'Learn moreThank youYour feedback helps Google improve. See our Privacy Policy.';
    expect(findMentions('Google', answer)).toEqual(['1:Google']);
  });

  it('furniture of one channel is text in another', () => {
    const furniture = [{ channel: 'famC-1', text: 'Powered by Nike', cut: 'text' as const }];
    const extractor = createExtractor([toTrackedBrand({ name: 'Nike' })], furniture);
    const count = (channel: string | null) =>
      extractor.extract({ text: 'Shoes. Powered by Nike', channel, sources: [] }).brands.length;
    expect([count('famC-1'), count('famA-0'), count(null)]).toEqual([0, 1, 1]);
  });

  it('furniture can include the rest of its line or of the answer', () => {
    const find = (cut: 'text' | 'line' | 'rest') => {
      const furniture = [{ channel: null, text: 'Ad:', cut }];
      const answer = 'Nike. Ad: Nike\n\nNike';
      return createExtractor([toTrackedBrand({ name: 'Nike' })], furniture).extract({
        text: answer,
        channel: null,
        sources: [],
      }).brands[0]!.count;
    };
    expect([find('text'), find('line'), find('rest')]).toEqual([3, 2, 1]);
  });
});
