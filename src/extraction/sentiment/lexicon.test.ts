import { describe, expect, it } from 'vitest';
import { measureGrowth } from '../../../test/harness/cpu-time.ts';
import { findScoredLanguage, SCORED_LANGUAGES } from './languages.ts';
import { findTerms, readWords } from './lexicon.ts';

/** The terms of a text: what each does, whether it is negated, and its words. */
function find(language: string, text: string): string[] {
  const { lexicon } = findScoredLanguage(language)!;
  readWords(text);
  return findTerms(lexicon, text)
    .filter(({ category }) => category !== 'negator')
    .map(({ category, isNegated, start, end }) => `${isNegated ? 'not ' : ''}${category}: ${text.slice(start, end)}`);
}

describe('the terms of a text', () => {
  it.each([
    ['en', 'It is excellent.', ['strongPraise: excellent']],
    ['en', 'EXCELLENT', ['strongPraise: EXCELLENT']],
    ['en', 'A rock-solid phone', ['strongPraise: rock-solid']],
    ['en', 'A rock solid phone', ['strongPraise: rock solid']],
    ['en', 'the clunkiest app', ['mildCriticism: clunkiest']],
    ['en', 'It isn’t reliable', ['not mildPraise: reliable']],
    ['en', 'It is not the most reliable', ['not mildPraise: reliable']],
    ['en', 'never quiet, reliable', ['not mildPraise: quiet', 'mildPraise: reliable']],
    ['en', 'It kills germs', ['prevention: kills', 'not harm: germs']],
    ['en', 'Its filters are pricey', ['prevention: filters', 'mildCriticism: pricey']],
    ['de', 'Die Verarbeitung ist hervorragend.', ['strongPraise: hervorragend']],
    ['de', 'GROSSARTIGE Qualität', ['strongPraise: GROSSARTIGE']],
    ['fr', 'une marque décevante', ['mildCriticism: décevante']],
    ['pl', 'Nie polecam', ['warning: Nie polecam']],
  ])('%s: %s', (language, text, terms) => {
    expect(find(language, text)).toEqual(terms);
  });

  it('leaves names alone', () => {
    const { lexicon } = findScoredLanguage('en')!;
    const text = 'Excellent Mattress is slow';
    readWords(text);
    const isName = (start: number) => start < 18;
    expect(findTerms(lexicon, text, isName).map(({ start }) => text.slice(start))).toEqual(['slow']);
  });

  it('there are some of every category in every language', () => {
    for (const code of SCORED_LANGUAGES) {
      const { lexicon } = findScoredLanguage(code)!;
      expect(lexicon.roots.size + lexicon.prefixRoots.size, code).toBeGreaterThan(1000);
      expect(lexicon.roles.size, code).toBeGreaterThan(5);
    }
  });

  it('takes no longer for each word of a long text', () => {
    const { lexicon } = findScoredLanguage('en')!;
    const toWork = (times: number) => {
      const text = 'not the most reliable and not as good as '.repeat(times);
      return () => {
        readWords(text);
        findTerms(lexicon, text);
      };
    };
    expect(measureGrowth({ small: toWork(1000), large: toWork(8000) }, 40)).toBeLessThan(40);
  });
});

it('other languages have no lexicon', () => {
  expect(['sv', 'ja', 'constructor', ''].map(findScoredLanguage)).toEqual([null, null, null, null]);
});
