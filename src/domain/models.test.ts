import { describe, expect, it } from 'vitest';
import { fromCountryKey, toCountryKey } from './countries.ts';
import { COUNTRY_CODES } from './country-codes.ts';
import { MODEL_CHANNELS, toChannelKey, toModelKey } from './models.ts';

describe('the catalogue', () => {
  it('has one channel for each model, numbered within its family', () => {
    expect(MODEL_CHANNELS.map(({ id }) => id)).toEqual([
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
    for (const [key, { id, model_id }] of MODEL_CHANNELS.entries()) {
      expect(toChannelKey(id)).toBe(key);
      expect(toModelKey(model_id)).toBe(key);
    }
  });

  it('has keys for countries that sort as the codes do', () => {
    expect(COUNTRY_CODES).toHaveLength(new Set(COUNTRY_CODES).size);
    expect(COUNTRY_CODES.map((code) => fromCountryKey(toCountryKey(code)))).toEqual(COUNTRY_CODES);
    const byKey = COUNTRY_CODES.toSorted((a, b) => toCountryKey(a) - toCountryKey(b));
    expect(byKey).toEqual(COUNTRY_CODES.toSorted());
  });
});
