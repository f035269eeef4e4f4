import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { CountryCode } from './countries.ts';
import { Timestamp } from './date-schemas.ts';
import { Nullable, Strict } from './paging.ts';
import { Defaulted, OneOf } from './schema.ts';
import { Text } from './text.ts';
import { createValidator, parseQuery, validate } from './validation.ts';

function refuse(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const Order = Strict({
  name: Text(10),
  size: Defaulted(Type.Integer({ minimum: 1, maximum: 9 }), 3),
  kind: Type.Optional(OneOf(['small', 'large'])),
  note: Type.Optional(Nullable(Text(5))),
  days: Type.Optional(Type.Array(Type.String({ format: 'date' }), { minItems: 1, maxItems: 2, uniqueItems: true })),
  lines: Type.Optional(Type.Array(Strict({ field: Type.String() }))),
});

describe('a valid value', () => {
  it('comes back trimmed and with its defaults', () => {
    expect(validate(Order, { name: '  shoes ' })).toEqual({ name: 'shoes', size: 3 });
  });

  it('may be null where the schema says so', () => {
    expect(validate(Order, { name: 'shoes', note: null })).toMatchObject({ note: null });
  });
});

describe('an invalid value', () => {
  it.each<[object, string, string]>([
    [{}, 'name', 'name is required.'],
    [{ name: ' ' }, 'name', 'name must not be blank.'],
    [{ name: 'elevenchars' }, 'name', 'name must have at most 10 characters.'],
    [{ name: 5 }, 'name', 'name must be a string.'],
    [{ name: 'x', size: '3' }, 'size', 'size must be a whole number.'],
    [{ name: 'x', size: 0 }, 'size', 'size must be at least 1.'],
    [{ name: 'x', size: 10 }, 'size', 'size must be at most 9.'],
    [{ name: 'x', kind: 'huge' }, 'kind', 'kind must be one of small, large.'],
    [{ name: 'x', note: 7 }, 'note', 'note must be a string, or null.'],
    [{ name: 'x', days: [] }, 'days', 'days must have at least 1 entry.'],
    [{ name: 'x', days: ['2026-01-01', '2026-01-01'] }, 'days', 'days must not contain duplicates.'],
    [{ name: 'x', days: ['2026-02-30'] }, 'days[0]', 'days[0] must be a real calendar date, YYYY-MM-DD.'],
    [{ name: 'x', colour: 1 }, 'colour', 'colour is not a known field.'],
    [{ name: 'x', siz: 1 }, 'siz', 'siz is not a known field: did you mean "size"?'],
    [{ nam: 'x' }, 'nam', 'nam is not a known field: did you mean "name"?'],
    [
      { name: 'x', lines: [{ feild: 'a' }] },
      'lines[0].feild',
      'lines[0].feild is not a known field: did you mean "field"?',
    ],
  ])('%j is refused with its path and a sentence', (value, path, message) => {
    const error = refuse(() => validate(Order, value));
    expect(error).toMatchObject({ code: 'invalid_request', message, details: [{ path, message }] });
  });

  it('is called by its own name where the whole of it is wrong', () => {
    expect(refuse(() => createValidator(Order, 'The order')([])).message).toBe('The order must be an object.');
  });

  it('gets an example of a time', () => {
    expect(refuse(() => validate(Strict({ at: Timestamp }), { at: '2026-13-01' })).message).toBe(
      'at must be a time with its zone, such as 2026-01-31T12:00:00Z.',
    );
  });

  it('gets the usual code of a country, and no other of two letters', () => {
    const country = Strict({ country: CountryCode });
    expect(refuse(() => validate(country, { country: 'UK' })).message).toContain('did you mean "GB"?');
    expect(refuse(() => validate(country, { country: 'usa' })).message).toContain('did you mean "US"?');
    for (const code of ['XX', 'ITALY', 'UKR']) {
      expect(refuse(() => validate(country, { country: code })).message).not.toContain('did you mean');
    }
  });

  it('gets the nearest of many known values', () => {
    const many = Strict({ code: OneOf(Array.from({ length: 31 }, (_, index) => `C${index + 10}`)) });
    expect(refuse(() => validate(many, { code: 'c100' })).message).toBe(
      'code must be one of the 31 known values (C10, C11, C12, …): did you mean "C10"?',
    );
  });
});

describe('a query', () => {
  const Search = Strict({
    limit: Defaulted(Type.Integer(), 10),
    is_archived: Type.Optional(Type.Boolean()),
    search: Type.Optional(Type.String()),
  });

  it('gets the types of its schema, and loses what the schema does not know', () => {
    const raw = { limit: '-5', is_archived: 'true', search: '7', utm_source: 'mail' };
    expect(parseQuery(Search, raw)).toEqual({ limit: -5, is_archived: true, search: '7' });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ limit: '1e3' }, 'limit: must be a whole number, not "1e3".'],
    [{ limit: '1.5' }, 'limit: must be a whole number, not "1.5".'],
    [{ limit: ' 5' }, 'limit: must be a whole number, not " 5".'],
    [{ is_archived: 'yes' }, 'is_archived: must be true or false.'],
    [{ search: '' }, 'search: must not be empty. Leave the parameter out instead.'],
    [{ search: ['a', 'b'] }, 'search: may be given only once.'],
  ])('%j is refused', (raw, message) => {
    expect(refuse(() => parseQuery(Search, raw)).message).toBe(message);
  });
});
