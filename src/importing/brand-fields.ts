import type { ImportKind } from './fields.ts';

/** Brands, in the fields of `NewBrand`. */
export const BRANDS: ImportKind = {
  fields: [
    { name: 'name', kind: 'text', synonyms: ['brand', 'brand name', 'company', 'company name', 'competitor'] },
    {
      name: 'is_own',
      kind: 'boolean',
      synonyms: ['own', 'own brand', 'is own brand', 'my brand', 'is mine', 'brand type', 'type'],
    },
    { name: 'color', kind: 'choice', synonyms: ['colour'] },
    {
      name: 'domains',
      kind: 'domains',
      synonyms: ['domain', 'website', 'websites', 'url', 'urls', 'homepage'],
    },
    {
      name: 'aliases',
      kind: 'names',
      synonyms: [
        'alias',
        'other names',
        'alternative names',
        'also known as',
        'synonyms',
        'variations',
        'name variants',
      ],
    },
    {
      name: 'exclude',
      kind: 'names',
      synonyms: ['excluded phrases', 'exclusions', 'excluded', 'not', 'negative keywords'],
    },
    { name: 'regex', kind: 'text', synonyms: ['regular expression', 'pattern'] },
    { name: 'case', kind: 'choice', synonyms: ['match case', 'case sensitivity'] },
  ],
  requirements: [{ any: ['name'] }],
};
