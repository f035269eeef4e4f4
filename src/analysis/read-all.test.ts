import { expect, it } from 'vitest';
import { toTrackedBrand } from '../../test/extraction/find-mentions.ts';
import { toLanguageKey } from '../domain/languages.ts';
import { createSettings } from '../extraction/settings.ts';
import { createAnalyzers } from './analyzers.ts';
import { readAll } from './read-all.ts';

const toSettings = (aliases: string[]) =>
  JSON.stringify(createSettings([toTrackedBrand({ name: 'Zorbix', aliases })], []));
const english = { channel: 'famA-0', sources: '[]', language: toLanguageKey('en') };
const answer = 'The best one you can buy today is still Zorbix.';

it('passes over answers in which nothing can have changed, and reads all others', async () => {
  const answers = [
    { ...english, answer },
    { ...english, answer: `${answer} Some say Brumelle.` },
    { ...english, answer, amendments: { mentions: [], sentiments: [] } },
    { ...english, answer, language: toLanguageKey(null) },
  ];
  const task = { settings: toSettings(['Brumelle']), answers, options: {} };
  const readings = await readAll(createAnalyzers(), { ...task, before: toSettings([]) });
  expect(readings.map((reading) => reading?.mentions[0]?.mention_count ?? null)).toEqual([null, 2, 1, 1]);
  const all = await readAll(createAnalyzers(), task);
  expect(all.map((reading) => reading?.mentions[0]?.mention_count ?? null)).toEqual([1, 2, 1, 1]);
});
