import { describe, expect, it } from 'vitest';
import { listLanguages, toLanguage } from '../../controls/languages.ts';
import { findCountry, guessCountry, splitProducts, toMarketName } from './market.ts';

describe('what is sold', () => {
  it.each([
    ['Burr grinders, espresso machines', ['Burr grinders', 'espresso machines']],
    ['We sell running shoes, socks, and laces.', ['running shoes', 'socks', 'laces']],
    ['Shoes\nshoes\n\nBoots;', ['Shoes', 'Boots']],
    [' ', []],
  ])('is a list: %s', (text, expected) => {
    expect(splitProducts(text)).toEqual(expected);
  });

  it('is bounded', () => {
    expect(splitProducts(Array.from({ length: 50 }, (_, index) => `Thing ${index}`).join('\n'))).toHaveLength(20);
    expect(splitProducts('x'.repeat(1000))[0]).toHaveLength(200);
  });
});

describe('a country', () => {
  it('has a language', () => {
    expect(['US', 'DE', 'BR', 'JP', 'CH'].map(toLanguage)).toEqual(['en', 'de', 'pt', 'ja', 'de']);
    expect(listLanguages()).toContain('fr');
    expect(new Set(listLanguages()).size).toBe(listLanguages().length);
  });

  it('is kept by its English name, and found by it', () => {
    expect(toMarketName('DE')).toBe('Germany');
    expect(findCountry([{ location: 'Europe' }, { location: 'germany ' }])).toBe('DE');
    expect(findCountry([{ location: 'Europe' }])).toBeNull();
  });

  it('is guessed from the languages of the browser', () => {
    expect(guessCountry(['de', 'de-AT'])).toBe('AT');
    expect(guessCountry(['en'])).toBe('US');
    expect(guessCountry(['en-GB@posix', 'de-AT'])).toBe('AT');
    expect(guessCountry(['en-AQ'])).toBe('US');
  });
});
