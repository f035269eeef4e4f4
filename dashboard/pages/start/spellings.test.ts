import { describe, expect, it } from 'vitest';
import { deriveSpellings, stripLegalForm, toDomain, toNameOfDomain } from './spellings.ts';

describe('the name of a company', () => {
  it.each([
    ['Acme Tools, Inc.', 'Acme Tools'],
    ['Acme Tools GmbH', 'Acme Tools'],
    ['Acme Tools GmbH & Co. KG', 'Acme Tools'],
    ['Acme Pty. Ltd.', 'Acme'],
    ['  Acme   S.p.A. ', 'Acme'],
    ['Acme Sp. z o.o.', 'Acme'],
    ['Acme Co., Ltd.', 'Acme'],
    ['Acme S.A.', 'Acme'],
  ])('loses its legal form: %s', (name, expected) => {
    expect(stripLegalForm(name)).toBe(expected);
  });

  it.each(['Inc.', 'Tiffany & Co.', 'The Company', 'SE', 'Incorta', 'Limited Edition Shoes', ''])(
    'keeps what only looks like one: %s',
    (name) => {
      expect(stripLegalForm(name)).toBe(name);
    },
  );
});

describe('a domain', () => {
  it.each([
    ['https://www.Acme-Tools.com/shop?utm=1#top', 'acme-tools.com'],
    ['acme-tools.com', 'acme-tools.com'],
    ['www.acme.co.uk/', 'acme.co.uk'],
    ['http://acme.io:8080', 'acme.io'],
    ['müller.de', 'müller.de'],
    ['sales@acme.com', 'acme.com'],
  ])('is found in %s', (text, expected) => {
    expect(toDomain(text)).toBe(expected);
  });

  it.each(['Acme Tools', 'Acme', '', '3.5', 'acme tools.com', 'Dr.', 'localhost', '-.com'])(
    'is not in "%s"',
    (text) => {
      expect(toDomain(text)).toBeNull();
    },
  );

  it.each([
    ['acme-tools.com', 'Acme Tools'],
    ['acme.co.uk', 'Acme'],
    ['shop.acme.com', 'Acme'],
    ['bank-of-acme.com', 'Bank of Acme'],
    ['co.uk', 'Co'],
  ])('has a name: %s', (domain, expected) => {
    expect(toNameOfDomain(domain)).toBe(expected);
  });
});

describe('the spellings of a brand', () => {
  it('are its name, the name in one word, and its domain', () => {
    expect(deriveSpellings({ name: 'Acme Tools', domain: 'acme-tools.com' })).toEqual([
      'Acme Tools',
      'AcmeTools',
      'acme-tools.com',
    ]);
  });

  it('leave out the legal form', () => {
    expect(deriveSpellings({ name: 'Acme Tools GmbH', domain: null })).toEqual(['Acme Tools', 'AcmeTools']);
  });

  it('come from the domain, if there is no name', () => {
    expect(deriveSpellings({ name: ' ', domain: 'acme-tools.com' })).toEqual([
      'Acme Tools',
      'AcmeTools',
      'acme-tools.com',
    ]);
  });

  it('spell out umlauts', () => {
    expect(deriveSpellings({ name: 'Müller Größen', domain: 'mueller.de' })).toEqual([
      'Müller Größen',
      'MüllerGrößen',
      'Mueller Groessen',
      'MuellerGroessen',
      'mueller.de',
    ]);
  });

  it('are one if the name is one word, and none if there is nothing', () => {
    expect(deriveSpellings({ name: 'Varrow', domain: null })).toEqual(['Varrow']);
    expect(deriveSpellings({ name: '', domain: null })).toEqual([]);
  });

  it('name the domain once if it is the name', () => {
    expect(deriveSpellings({ name: 'Booking.com', domain: 'booking.com' })).toEqual(['Booking.com']);
  });
});
