import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTrackedBrand } from '../../test/extraction/find-mentions.ts';
import type { TrackedBrand } from './brand-patterns.ts';
import { createChangeFinder } from './changed-names.ts';
import { DEFAULT_FURNITURE } from './extract.ts';
import { createAnalyzer, createSettings, type ExtractionSettings } from './settings.ts';

const NAMES = ['Nike', 'Nike Air', 'Air', 'Delta', 'AT&T', 'Café Noir', 'Škoda', 'X', 'Ember Mug', '7 Up'];
const PIECES = [
  ...NAMES,
  ...'Nikes|nike|NIKE|Ni**k**e|N&#105;ke|AT&amp;T|[Ni](https://a.b)ke|Niken|Škodalla|Skoda-Auto|EmberMug|7up|cafe noir'.split(
    '|',
  ),
  ...' |, |. |\n\n|\n- |1. |**|*|](https://nike.com/air)|[|is excellent|is bad|the air is|Delta is reliable. |I know nothing about |\u00ad'.split(
    '|',
  ),
];

const brands: fc.Arbitrary<TrackedBrand[]> = fc
  .uniqueArray(fc.nat({ max: 5 }), { maxLength: 4 })
  .chain((keys) => fc.tuple(...keys.sort().map(toBrand)));

function toBrand(brand: number): fc.Arbitrary<TrackedBrand> {
  return fc.record({
    brand: fc.constant(brand),
    name: fc.constantFrom(...NAMES),
    aliases: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }),
    exclude: fc.array(fc.constantFrom('Nike Air', 'Air Delta', 'the air'), { maxLength: 1 }),
    regex: fc.option(fc.constantFrom('nik.', '\\d ?up', 'excellent'), { freq: 6 }),
    case: fc.constantFrom('smart', 'sensitive', 'insensitive'),
    domains: fc.constant([]),
    is_own: fc.boolean(),
  });
}

const answers = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 14 }).map((parts) => parts.join(''));
const languages = fc.constantFrom(null, 'en', 'de', 'fi', 'cs', 'pl', 'sv', 'ar');
const toSettings = (list: TrackedBrand[]) => createSettings(list, [...DEFAULT_FURNITURE]);

/** What facts are made of. */
function read(settings: ExtractionSettings, text: string, language: string | null): string {
  const analysis = createAnalyzer(settings)({ text, channel: null, sources: [], language });
  const { status, brands: found, sentiments } = analysis;
  return JSON.stringify({ status, found, sentiments });
}

describe('the finder of changes', () => {
  it('passes over no answer in which two settings find different mentions', () => {
    const seen = { passed: 0, changed: 0, kept: 0 };
    const property = fc.property(
      brands,
      brands,
      fc.boolean(),
      answers,
      languages,
      (before, edited, isUndone, text, language) => {
        // Most edits leave most brands as they are.
        const after = [...before.filter(({ brand }) => edited.every((other) => other.brand !== brand)), ...edited];
        after.sort((one, other) => one.brand - other.brand);
        const [old, now] = (isUndone ? [after, before] : [before, after]).map(toSettings) as [
          ExtractionSettings,
          ExtractionSettings,
        ];
        const [first, second] = [read(old, text, language), read(now, text, language)];
        const mayDiffer = createChangeFinder(old, now)({ text, channel: null, language }) !== null;
        if (!mayDiffer) expect(second).toBe(first);
        if (!mayDiffer) seen.passed++;
        else if (first === second) seen.kept++;
        else seen.changed++;
      },
    );
    fc.assert(property, { numRuns: 1000, seed: 17 });
    expect(seen.passed).toBeGreaterThan(100);
    expect(seen.changed).toBeGreaterThan(100);
  });

  const nike = toTrackedBrand({ name: 'Nike', domains: ['nike.com'] });
  const isFound = (change: Partial<TrackedBrand>, text: string) => {
    const find = createChangeFinder(toSettings([nike]), toSettings([{ ...nike, ...change }]));
    return find({ text, channel: null, language: 'en' }) !== null;
  };

  it('passes over answers that name the brand if only another of its names has changed', () => {
    expect(isFound({ aliases: ['Swoosh'] }, 'Nike is good.')).toBe(false);
    expect(isFound({ aliases: ['Swoosh'] }, 'The **Swoosh** is good.')).toBe(true);
  });

  it('passes over everything if what has changed finds nothing', () => {
    expect(isFound({ domains: ['nike.de'], is_own: true }, 'Nike is good.')).toBe(false);
  });

  it('passes over nothing if the names count in another letter case, or the text that counts is another', () => {
    expect(isFound({ case: 'sensitive' }, 'Nike is good.')).toBe(true);
    const [before, after] = [toSettings([nike]), createSettings([nike], [])];
    expect(createChangeFinder(before, after)({ text: 'Nothing.', channel: null, language: 'en' })).not.toBeNull();
  });
});
