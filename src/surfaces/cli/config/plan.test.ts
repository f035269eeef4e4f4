import { describe, expect, it } from 'vitest';
import type { Overheard } from '../../../client/overheard.ts';
import type { Fields, Stored } from './config-kind.ts';
import { describeChange } from './describe-plan.ts';
import { CONFIG_KINDS } from './kinds.ts';
import { YamlError } from './parse-yaml.ts';
import { planChanges } from './plan.ts';
import { readConfigFile } from './read-file.ts';

/** What would be done, and what is wrong, in lines. Planning asks the service nothing. */
function plan(text: string, has: Record<string, Stored[]> = {}, removes = false) {
  const stored = new Map(CONFIG_KINDS.map(({ section }) => [section, has[section] ?? []]));
  const project = { client: {} as Overheard, scope: {}, secrets: ['the_key'], stored };
  const file = readConfigFile(`version: 1\n${text}`, CONFIG_KINDS);
  const { changes, kept, problems } = planChanges(file, { kinds: CONFIG_KINDS, project, removes });
  return [
    ...changes.map(describeChange),
    ...problems.map(({ line, message }) => `${line}: ${message}`),
    ...(kept > 0 ? [`${kept} kept`] : []),
  ];
}

const store = (entry: Fields, rest: Partial<Stored> = {}): Stored => ({ id: 'x', entry, ...rest });
const topic = (name: string) => store({ name, country_code: null });
const prompt = (fields: Fields, rest: Partial<Stored> = {}) =>
  store({ text: 'Why?', country_code: 'US', topic: null, tags: [], ...fields }, rest);
const channel = (fields: Fields) =>
  store({ id: 'famA-0', is_active: true, unsupported_country_codes: [], ask: null, ...fields }, { id: 'famA-0' });

describe('planChanges', () => {
  it('finds no difference in the order of sets, or in the case of names that refer to others', () => {
    const has = {
      topics: [topic('Mills')],
      tags: [store({ name: 'a', color: 'gray', group: null }), store({ name: 'b', color: 'gray', group: null })],
      prompts: [prompt({ topic: 'Mills', tags: ['a', 'b'], volume: 7 })],
    };
    expect(plan('prompts: [{text: Why?, country_code: US, topic: MILLS, tags: [b, A]}]', has)).toEqual([]);
  });

  it('tells prompts apart by country', () => {
    expect(plan('prompts: [{text: Why?, country_code: DE}]', { prompts: [prompt({})] })).toEqual([
      '+ prompt "Why?" (DE)',
      '1 kept',
    ]);
  });

  it('takes prompts out of the archive, and archives none twice', () => {
    const has = { prompts: [prompt({}, { is_removed: true })] };
    expect(plan('prompts: [{text: Why?, country_code: US}]', has)).toEqual([
      '~ prompt "Why?" (US): taken out of the archive',
    ]);
    expect(plan('prompts: []', has, true)).toEqual([]);
  });

  it('removes only if it is asked to, only in sections of the file, and what refers to others first', () => {
    const has = { topics: [topic('Mills')], prompts: [prompt({ topic: 'Mills' })], channels: [channel({})] };
    expect(plan('topics: []\nprompts: []', has)).toEqual(['2 kept']);
    expect(plan('topics: []\nprompts: []', has, true)).toEqual([
      '- prompt "Why?" (US) (archived; its answers stay)',
      '- topic Mills (its prompts stay, without a topic)',
    ]);
  });

  it('refuses a reference to what the file removes', () => {
    const text = 'topics: []\nprompts:\n  - {text: Why?, country_code: US, topic: Mills}';
    const has = { topics: [topic('Mills')], prompts: [prompt({ topic: 'Mills' })] };
    expect(plan(text, has)).toEqual(['1 kept']);
    expect(plan(text, has, true)).toContain('4: prompt "Why?" (US): "Mills" is not in topics.');
  });

  it('asks for a secret only where the channel gets another one', () => {
    const text = (secret: string) => `channels:\n  - {id: famA-0, ask: {kind: openai, model: m, secret: ${secret}}}`;
    expect(plan(text('the-key'), { channels: [channel({})] })).toHaveLength(1);
    expect(plan(text('gone'), { channels: [channel({})] })[1]).toMatch(/^3: channel famA-0 needs the secret "gone"/);
    const same = { channels: [channel({ ask: { kind: 'openai', model: 'old', secret: 'gone' } })] };
    expect(plan(text('gone'), same)).toEqual(['~ channel famA-0: ask.model "old" → "m"']);
  });

  it('shows nothing that a terminal acts on', () => {
    const [line] = plan('brands: [{name: "A\\e[2J", color: blue}]');
    expect(line).toBe('+ brand A [2J');
  });
});

describe('a file with 200,000 entries in a list', () => {
  const many = (entry: string) => Array.from({ length: 200_000 }, () => entry).join('');
  const refuse = (text: string) => {
    try {
      return plan(text);
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      return error.problems.map(({ line, message }) => `${line}: ${message}`);
    }
  };

  it.each([
    ['brands:\n  - &brand {name: Acme}\n', '  - *brand\n', '2: brands has 200001 entries. The maximum is 100000.'],
    ['brands:\n  - name: Acme\n    aliases:\n', '    - a\n', '4: brand "Acme": aliases must have at most 500 entries.'],
  ])('is refused by its limit: %j', (first, entry, message) => {
    expect(refuse(first + many(entry))).toEqual([message]);
  });

  it('has each of many problems in it', () => {
    const names = Array.from({ length: 1000 }, (_, index) => index);
    const prompt = (index: number) =>
      `  - {text: Q${index}, country_code: US, tags: &tags [${names.map((n) => `t${n}`)}]}`;
    const others = Array.from(
      { length: 199 },
      (_, index) => `  - {text: Q${index + 1}, country_code: US, tags: *tags}`,
    );
    expect(refuse(['prompts:', prompt(0), ...others].join('\n')).filter((line) => !line.startsWith('+'))).toHaveLength(
      200_000,
    );
  });
});
