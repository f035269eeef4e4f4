import { describe, expect, it } from 'vitest';
import { KINDS, toFieldName, toReadableReason } from './field-names.ts';

describe('the fields of imported entries', () => {
  it('all have a name, and no two of a kind the same', () => {
    for (const { fields } of Object.values(KINDS)) {
      const names = fields.map(({ name }) => toFieldName(name));
      expect(names.filter((name, index) => name === fields[index]!.name)).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

describe('a reason', () => {
  it.each([
    ['country_code: "X" is not a country.', 'Country: "X" is not a country.'],
    ['date must be a real calendar date.', 'Date must be a real calendar date.'],
    ['sources[0].url is required.', 'Sources[0].url is required.'],
    ['It has 2 cells.', 'It has 2 cells.'],
    ['unheard_of is required.', 'unheard_of is required.'],
  ])('%j is shown as %j', (reason, shown) => {
    expect(toReadableReason(reason)).toBe(shown);
  });
});
