import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fields, Stored } from './config-kind.ts';
import { CONFIG_KINDS } from './kinds.ts';
import { readConfigFile } from './read-file.ts';
import { writeConfigFile } from './write-file.ts';

const toStored = (entries: readonly Fields[]): Stored[] => entries.map((entry, index) => ({ id: `id${index}`, entry }));
const write = (sections: Record<string, Fields[]>) =>
  writeConfigFile(
    { stored: new Map(Object.entries(sections).map(([section, entries]) => [section, toStored(entries)])) },
    CONFIG_KINDS,
  );
const BRAND = { is_own: false, domains: [], aliases: [], exclude: [], regex: null, case: 'smart' };
const SCHEDULE = {
  is_active: false,
  cron: '0 6 * * *',
  time_zone: 'UTC',
  replicates: 1,
  budget: { day: null, month: null },
};

describe('writeConfigFile', () => {
  it('writes what says something, and no defaults', () => {
    const text = write({
      brands: [{ ...BRAND, name: 'Acme', color: 'blue', aliases: ['b', 'a'] }],
      topics: [{ name: 'Mills', country_code: null }],
      prompts: [{ text: 'Why: this?', country_code: 'NO', topic: 'Mills', tags: [] }],
      schedule: [{ ...SCHEDULE, budget: { day: 5, month: null } }],
      notifications: [
        { url: 'https://hooks.slack.com/…', format: 'slack', events: ['run_failed'], is_active: true },
        { url: 'https://chat.example/…', format: 'slack', events: ['run_failed'], is_active: false },
      ],
    });
    expect(text.slice(text.indexOf('version'))).toBe(`version: 1

brands:
  - name: Acme
    color: blue
    aliases:
      - a
      - b

topics:
  - name: Mills

tags: []

prompts:
  - text: "Why: this?"
    country_code: NO
    topic: Mills

channels: []

schedule:
  is_active: false
  cron: 0 6 * * *
  time_zone: UTC
  budget:
    day: 5

domain_classifications: []

url_classifications: []

notifications:
  - url: https://hooks.slack.com/…
    events:
      - run_failed
  - url: https://chat.example/…
    format: slack
    events:
      - run_failed
    is_active: false
`);
  });

  it('writes texts of any kind so that they are read as they were', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map((one) => `x${one}x`);
    const nasty = fc.constantFrom(
      '1',
      'true',
      '~',
      'null',
      '- a',
      '#',
      '&a',
      '*a',
      'a: b',
      '|',
      '2026-01-01',
      'a\n b\n',
      'é',
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.oneof(
            text,
            nasty.map((one) => one.trim()),
          ),
          { maxLength: 8 },
        ),
        (aliases) => {
          const brand = { ...BRAND, name: 'Acme', color: 'blue', aliases: aliases.toSorted() };
          const file = readConfigFile(write({ brands: [brand], schedule: [SCHEDULE] }), CONFIG_KINDS);
          expect(file.get('brands')![0]!.entry).toEqual(brand);
        },
      ),
      { numRuns: 300 },
    );
  });
});
