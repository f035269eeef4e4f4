import { describe, expect, it } from 'vitest';
import { toTrackedBrand } from '../../test/extraction/find-mentions.ts';
import { createExtractor, type TrackedBrand } from './extract.ts';

type BrandCase = Partial<Pick<TrackedBrand, 'case'>>;

/** What is found of a brand in a text of this language, as it stands there. */
function find(name: string, { language, text, ...brand }: { language: string | null; text: string } & BrandCase) {
  const extractor = createExtractor([toTrackedBrand({ name, ...brand })]);
  const { brands } = extractor.extract({ text, channel: null, sources: [], language });
  return brands.flatMap(({ mentions }) => mentions.map((mention) => mention.text));
}

describe('an inflected name', () => {
  it.each([
    ['en', 'Hoka', 'My Hokas and your Hoka shoes.', ['Hokas', 'Hoka']],
    ['de', 'IKEA', 'Ikeas Regale, ein Ikea-Regal und das Ikeahaus.', ['Ikeas', 'Ikea']],
    ['de', 'Miele', 'Mieles Geräte halten lange.', ['Mieles']],
    ['nl', 'Philips', 'Een Philipslamp of een lamp van Philips.', ['Philipslamp', 'Philips']],
    ['sv', 'Volvo', 'Volvon är rymlig, Volvos garanti är lång.', ['Volvon', 'Volvos']],
    ['pl', 'Samsung', 'Telewizory Samsunga i Samsungowi, z Samsungiem.', ['Samsunga', 'Samsungowi', 'Samsungiem']],
    ['pl', 'Zara', 'W Zarze kupisz taniej, Zarę lubią wszyscy.', ['Zarze', 'Zarę']],
    ['pl', 'Żabka', 'W Żabce, do Żabki i z Żabką.', ['Żabce', 'Żabki', 'Żabką']],
    ['pl', 'Toyota', 'Toyoty są trwałe; w Toyocie nic się nie psuje.', ['Toyoty', 'Toyocie']],
    ['pl', 'Skwarek', 'Lubię Skwarka.', ['Skwarka']],
    ['pl', 'Rossmann', 'W Rossmannie jest tanio.', ['Rossmannie']],
    ['ar', 'سامسونج', 'أنصح بهاتف وسامسونج أفضل لسامسونج', ['وسامسونج', 'لسامسونج']],
    ['tr', 'Nike', 'Nike’ın ayakkabıları.', ['Nike']],
    ['ko', '삼성', '삼성의 냉장고', ['삼성']],
  ])('is found in a text in %s: %s', (language, name, text, expected) => {
    expect(find(name, { language, text })).toEqual(expected);
  });

  it.each([
    ['a language that has no such ending', 'Samsung', { language: 'en', text: 'The Samsunga is no phone.' }],
    ['a text whose language nobody knows', 'Hoka', { language: null, text: 'My Hokas.' }],
    ['a word that happens to begin with it', 'Seat', { language: 'en', text: 'Seats for four.' }],
    ['a short name in a compound', 'Aldi', { language: 'nl', text: 'De Aldibus.' }],
    ['lower case', 'Hoka', { language: 'en', text: 'my hokas' }],
    ['a name whose letter case has to match', 'Hoka', { language: 'pl', text: 'Hoko', case: 'sensitive' as const }],
  ])('is not seen in %s', (_name, name, options) => {
    expect(find(name, options)).toEqual([]);
  });
});

describe('an ordinary word of another language', () => {
  it.each([
    ['fr', 'Carrefour', 'Tournez au carrefour, puis allez chez Carrefour.', 1],
    ['fr', 'Orange', 'Orange propose la fibre. Une orange par jour.', 1],
    ['nl', 'Ben', 'Ik ben tevreden met Ben.', 1],
    ['es', 'Vespa', 'Una vespa me picó en la Vespa.', 1],
    ['pl', 'Play', 'Play ma dobry zasięg.', 1],
    ['de', 'adidas', 'Schuhe von adidas und Adidas.', 2],
  ])('is a name with a capital letter in %s: %s', (language, name, text, count) => {
    expect(find(name, { language, text })).toHaveLength(count);
  });

  it('may be written in any case if the brand says so', () => {
    expect(find('Vespa', { language: 'es', text: 'una vespa', case: 'insensitive' })).toEqual(['vespa']);
  });
});
