import { COUNTRY, type ImportKind } from './fields.ts';

/** Prompts, in the fields of `ImportedPrompt`. */
export const PROMPTS: ImportKind = {
  fields: [
    {
      name: 'text',
      kind: 'text',
      synonyms: [
        'prompt',
        'prompt text',
        'question',
        'prompt content',
        'prompt name',
        'query',
        'search query',
        'keyword',
        'search term',
        'content',
      ],
    },
    COUNTRY,
    { name: 'topic', kind: 'text', synonyms: ['topic name', 'category', 'theme', 'cluster', 'group'] },
    { name: 'tags', kind: 'names', synonyms: ['tag', 'tag names', 'labels', 'label'] },
  ],
  requirements: [{ any: ['text'] }, { any: ['country_code'] }],
};
