import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../operations/index.ts';
import { type Command, createManifest } from './manifest.ts';
import { toOptions } from './options.ts';
import { parseCommand, refuseKeys } from './parse-fields.ts';

const { commands } = createManifest(OPERATIONS);

function parse(words: string, args: string[]) {
  const command = commands.find((one) => one.words.join(' ') === words) as Command;
  return parseCommand(command, args, toOptions(command));
}

describe('the flags of a command', () => {
  it('become fields of the types that the API takes', () => {
    const args = [
      '--start',
      '2026-01-01',
      '--end-date',
      '2026-01-31',
      '--dimensions',
      'date,week',
      '--dimensions=month',
    ];
    const { input, options } = parse('reports brands', [...args, '--limit', '5', '--include-total-count', '--json']);
    expect(input).toEqual({
      start_date: '2026-01-01',
      end_date: '2026-01-31',
      dimensions: ['date', 'week', 'month'],
      limit: 5,
      include_total_count: true,
    });
    expect(options).toEqual({ json: true });
  });

  it('can be switched off, be null, hold commas in JSON, and begin with a hyphen', () => {
    expect(
      parse('brands update', ['kw_1', '--no-is-own', '--aliases', '["Acme, Inc."]', '--name', '-x-']).input,
    ).toEqual({
      id: 'kw_1',
      is_own: false,
      aliases: ['Acme, Inc.'],
      name: '-x-',
    });
    expect(parse('prompts update', ['pr_1', '--topic', 'null', '--tags', '']).input).toEqual({
      id: 'pr_1',
      topic_id: null,
      tag_ids: [],
    });
  });

  it('reach into objects with dots', () => {
    const args = [
      'famA-0',
      '--ask.kind',
      'http',
      '--ask.request.url',
      'https://a.example',
      '--ask.request.headers.x-id',
      '5',
    ];
    expect(parse('model-channels update', args).input).toEqual({
      id: 'famA-0',
      ask: { kind: 'http', request: { url: 'https://a.example', headers: { x_id: 5 } } },
    });
  });

  it.each([
    ['prompts list', ['--topc', 'x'], 'Unknown option --topc. Did you mean --topic?'],
    ['prompts list', ['--limit', 'many'], '--limit: must be a whole number, not "many".'],
    ['prompts list', ['--limit'], '--limit: needs a value.'],
    ['prompts list', ['--json=yes'], '--json: takes no value.'],
    ['prompts list', ['extra'], 'Unexpected argument "extra"'],
    [
      'secrets set',
      ['openai', 'sk-12'],
      'Too many arguments. Usage: overheard secrets set NAME [OPTIONS]. The command asks for the value',
    ],
    ['prompts list', ['--is-archived=maybe'], '--is-archived: must be true or false, not "maybe".'],
    ['prompts archive', [], 'ID: is required: overheard prompts archive ID.'],
    ['reports brands', ['--dimensions', 'dat'], '--dimensions: must be one of prompt_id,'],
    ['reports brands', ['--filters', '[{'], '--filters: must be JSON, or @FILE with JSON in it.'],
    ['reports brands', ['--filters', '@/nowhere.json'], '--filters: /nowhere.json does not exist.'],
    ['reports brands', ['--filters', '@/'], '--filters: / is a folder, not a file.'],
    ['secrets set', ['openai', '--value', 'x'], '--value: must not be passed on the command line.'],
  ])('%s %j says what is wrong', (words, args, message) => {
    expect(() => parse(words, args)).toThrow(message);
  });

  it('never are a key of the service', () => {
    for (const args of [['--key', 'x'], ['--key=x'], [`ohc_${'a'.repeat(43)}`], [`--name=ohp_${'a'.repeat(43)}`]]) {
      expect(() => refuseKeys(args)).toThrow('Do not pass a key on the command line');
    }
  });
});

describe('the commands', () => {
  it('have no field that hides an option, and no two flags of one name', () => {
    for (const command of commands) {
      const flags = [
        ...command.fields.flatMap(({ flag, long }) => [flag, long ?? []].flat()),
        ...toOptions(command).map(({ flag }) => flag),
      ];
      expect([command.words, flags.filter((flag, index) => flags.indexOf(flag) !== index)]).toEqual([
        command.words,
        [],
      ]);
    }
  });

  it('follow from the paths of the operations', () => {
    const words = commands.map((command) => command.words.join(' '));
    expect(words).toEqual(
      expect.arrayContaining(['overview', 'prompts list', 'reports brands plan', 'prompts suggestions accept']),
    );
    expect(() => createManifest([OPERATIONS[0]!, OPERATIONS[0]!])).toThrow('two operations are the command "overview"');
  });
});
