import { afterEach, describe, expect, it } from 'vitest';
import { BUILT_IN } from '../domain/catalog.ts';
import { allowCountries, COUNTRY_CODES } from '../domain/country-codes.ts';
import { findCountry } from './country-names.ts';
import { createModelFinder, type KnownModel } from './model-names.ts';

describe('a country', () => {
  it.each([
    ['us', 'US'],
    ['U.S.A.', 'US'],
    ['United States', 'US'],
    ['UK', 'GB'],
    ['united kingdom', 'GB'],
    ['DEU', 'DE'],
    ['Germany', 'DE'],
    ['en-US', 'US'],
    ['de_at', 'AT'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ['Czech Republic', 'CZ'],
    ['Bosnia & Herzegovina', 'BA'],
    ['Atlantis', undefined],
    ['', undefined],
  ])('%j is %j', (written, code) => {
    expect(findCountry(written)).toBe(code);
  });

  it('is known by its three letters and by its English name', () => {
    const english = new Intl.DisplayNames(['en'], { type: 'region' });
    for (const code of COUNTRY_CODES) expect(findCountry(english.of(code)!)).toBe(code);
    // The first letters of both codes of most countries are the same; this finds a list that slipped.
    expect(['AUS', 'AUT', 'CHE', 'CHL', 'CHN', 'SVK', 'SVN', 'SLV', 'MKD', 'PSE', 'ZAF'].map(findCountry)).toEqual(
      'AU AT CH CL CN SK SI SV MK PS ZA'.split(' '),
    );
  });
});

describe('a country that a setting adds', () => {
  afterEach(() => allowCountries([]));

  it('is known by its code and its English name', () => {
    expect(findCountry('Kazakhstan')).toBeUndefined();
    allowCountries(['KZ']);
    expect(['kz', 'Kazakhstan', 'ru-KZ'].map(findCountry)).toEqual(['KZ', 'KZ', 'KZ']);
  });
});

describe('a model', () => {
  const builtIn: KnownModel[] = BUILT_IN.entries.map(({ model_id, public_id, name, channel_id }) => ({
    id: model_id,
    public_id,
    name,
    channel_id,
  }));
  const own: KnownModel[] = [
    { id: 'house-1', public_id: null, name: 'House Model', channel_id: 'own-0' },
    { id: 'house-2', public_id: null, name: 'house model', channel_id: 'own-1' },
    { id: 'shop', public_id: null, name: 'Copilot', channel_id: 'own-2' },
  ];
  const find = createModelFinder([...builtIn, ...own]);

  it.each([
    ['ChatGPT', ['famA-scraper']],
    ['chat gpt', ['famA-scraper']],
    ['ChatGPT (web)', ['famA-scraper']],
    ['chatgpt-scraper', ['famA-scraper']],
    ['famA-0', ['famA-scraper']],
    ['Perplexity', ['famB-scraper']],
    ['Google AI Overview', ['famC-ai-overview-scraper']],
    ['AI Overviews', ['famC-ai-overview-scraper']],
    ['Google AI Mode', ['famC-ai-mode-scraper']],
    ['GPT-4o', ['famD-4o']],
    ['gpt 4o', ['famD-4o']],
    ['Claude Sonnet 4', ['famF-sonnet-4']],
    ['Claude', []],
    ['House Model', ['house-1', 'house-2']],
    ['own-1', ['house-2']],
    ['Copilot', ['shop']],
    ['Microsoft Copilot', ['famG-scraper']],
    ['', []],
  ])('%j is %j', (written, ids) => {
    expect(find(written).map(({ id }) => id)).toEqual(ids);
  });
});
