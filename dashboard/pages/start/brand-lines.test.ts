import { describe, expect, it } from 'vitest';
import { parseBrandLine, parseBrandLines, toBrandLine, toNewBrand } from './brand-lines.ts';

describe('a line', () => {
  it.each([
    ['Acme Tools', 'Acme Tools', null],
    ['Acme Tools, acme-tools.com', 'Acme Tools', 'acme-tools.com'],
    ['Acme Tools\thttps://www.acme-tools.com/shop', 'Acme Tools', 'acme-tools.com'],
    ['Acme Tools – acme-tools.com', 'Acme Tools', 'acme-tools.com'],
    ['Acme Tools (acme-tools.com)', 'Acme Tools', 'acme-tools.com'],
    ['acme-tools.com Acme Tools', 'Acme Tools', 'acme-tools.com'],
    ['acme-tools.com', 'Acme Tools', 'acme-tools.com'],
    ['Booking.com', 'Booking.com', 'booking.com'],
    ['Booking.com, booking.com', 'Booking.com', 'booking.com'],
    ['1. Acme Tools GmbH; acme.de', 'Acme Tools', 'acme.de'],
    ['- Coca-Cola', 'Coca-Cola', null],
    ['AT&T att.com', 'AT&T', 'att.com'],
  ])('has a name and a website: %s', (line, name, domain) => {
    expect(parseBrandLine(line)).toEqual({ name, domain });
  });

  it.each(['', '   ', ' , '])('may be empty: "%s"', (line) => {
    expect(parseBrandLine(line)).toBeNull();
  });

  it('is read again as it was written', () => {
    for (const brand of [
      { name: 'Acme Tools', domain: 'acme.com' },
      { name: 'Acme', domain: null },
    ]) {
      expect(parseBrandLine(toBrandLine(brand))).toEqual(brand);
    }
  });
});

describe('lines', () => {
  it('with the same name are one brand, and empty ones are none', () => {
    expect(parseBrandLines('Acme\n\nBolt, bolt.com\r\nacme, acme.com\n')).toEqual([
      { name: 'Acme', domain: null },
      { name: 'Bolt', domain: 'bolt.com' },
    ]);
  });
});

describe('a new brand', () => {
  it('has its website as a domain and its other spellings as aliases', () => {
    expect(toNewBrand({ name: 'Acme Tools', domain: 'acme-tools.com' }, { is_own: false })).toEqual({
      name: 'Acme Tools',
      is_own: false,
      domains: ['acme-tools.com'],
      aliases: ['AcmeTools', 'acme-tools.com'],
    });
  });
});
