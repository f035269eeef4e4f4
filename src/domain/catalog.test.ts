import { describe, expect, it } from 'vitest';
import { BUILT_IN, createCatalog, FIRST_OWN_KEY } from './catalog.ts';
import { fromCountryKey, toCountryKey } from './countries.ts';
import { COUNTRY_CODES } from './country-codes.ts';

describe('the catalog', () => {
  it('has one channel for each model, numbered within its family', () => {
    expect(BUILT_IN.entries.map(({ channel_id }) => channel_id)).toEqual([
      'famA-0',
      'famB-0',
      'famC-0',
      'famD-0',
      'famC-1',
      'famE-0',
      'famF-0',
      'famG-0',
      'famF-1',
      'famF-2',
      'famD-1',
      'famD-2',
      'famE-1',
      'famB-1',
      'famJ-0',
      'famH-0',
      'famK-0',
      'famK-1',
      'famH-1',
    ]);
    for (const [place, entry] of BUILT_IN.entries.entries()) {
      expect(entry.key).toBe(place);
      expect(BUILT_IN.findChannel(entry.channel_id)).toBe(entry);
      expect(BUILT_IN.findModel(entry.model_id)).toBe(entry);
      expect(BUILT_IN.get(place)).toBe(entry);
    }
  });

  it('has the models of a company after the built-in ones', () => {
    const own = {
      key: FIRST_OWN_KEY,
      model_id: 'house',
      public_id: null,
      channel_id: 'own-0',
      name: 'House model',
      family: 'House model',
      description: '',
      is_deleted: false,
    };
    const catalog = createCatalog([own]);
    expect(catalog.entries.at(-1)).toEqual(own);
    expect(catalog.findModel('house')).toEqual(own);
    expect(catalog.get(FIRST_OWN_KEY)).toEqual(own);
    expect(BUILT_IN.findModel('house')).toBeUndefined();
    expect(() => catalog.get(FIRST_OWN_KEY + 1)).toThrow('no model has the key 1001');
  });

  it('has keys for countries that sort as the codes do', () => {
    expect(COUNTRY_CODES).toHaveLength(new Set(COUNTRY_CODES).size);
    expect(COUNTRY_CODES.map((code) => fromCountryKey(toCountryKey(code)))).toEqual(COUNTRY_CODES);
    const byKey = COUNTRY_CODES.toSorted((a, b) => toCountryKey(a) - toCountryKey(b));
    expect(byKey).toEqual(COUNTRY_CODES.toSorted());
  });
});
