import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AppError, invalid } from '../../errors.ts';
import type { Command, CommandField } from './manifest.ts';
import type { Option } from './options.ts';
import { toReadError } from './read-error.ts';
import { suggest } from './suggest.ts';

export interface ParsedCommand {
  /** What is sent to the service, but for what is to be looked up or asked for. */
  input: Record<string, unknown>;
  /** By the name of the flag; `true` for a switch. */
  options: Record<string, string | true>;
  /** Text of `--data`, which stands below the flags. */
  data: string | undefined;
}

/** Keys of the service. */
const SECRET = /(?:^|=)oh[cps]_[\w-]{16,}/;

/** A key among the arguments is seen by everybody on the machine and stays in the history of the shell. */
export function refuseKeys(args: readonly string[]): void {
  if (!args.some((arg) => /^--key(=|$)/.test(arg) || SECRET.test(arg))) return;
  throw new AppError(
    'invalid_request',
    'Do not pass a key on the command line, where other users and the history of your shell can see it. Set OVERHEARD_KEY, or save the key with "overheard profiles add".',
  );
}

/** Reads the arguments behind the words of a command. */
export function parseCommand(command: Command, args: string[], options: readonly Option[]): ParsedCommand {
  refuseKeys(args);
  const fields = new Map<string, CommandField>();
  collectFields(command.fields, fields);
  const known = new Map(options.map((option) => [option.flag, option]));
  const isSwitch = (name: string) => {
    const option = known.get(name);
    return option ? option.value === undefined || option.is_optional : fields.get(name)?.kind === 'boolean';
  };
  const names = new Set([...fields.keys(), ...known.keys(), ...findDotted(args, fields)]);
  const { tokens } = parseArgs({
    args,
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries([...names].map((name) => [name, { type: isSwitch(name) ? 'boolean' : 'string' }])),
  });
  const parsed: ParsedCommand = { input: {}, options: {}, data: undefined };
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const isOff = name.startsWith('no-') && fields.get(name.slice(3))?.kind === 'boolean';
    const option = known.get(name);
    if (option) setOption(parsed, option, value);
    else if (isOff) setField(parsed.input, fields.get(name.slice(3))!, 'false');
    else if (names.has(name))
      setFlag(parsed.input, { name, fields, value: value ?? (isSwitch(name) ? 'true' : undefined) });
    else throw unknownFlag(rawName, [...names]);
  }
  addPositionals(parsed.input, command, positionals);
  return parsed;
}

function collectFields(all: readonly CommandField[], into: Map<string, CommandField>): void {
  for (const field of all) {
    into.set(field.flag, field);
    if (field.long !== undefined) into.set(field.long, field);
    if (field.fields) collectFields(field.fields, into);
  }
}

/** Flags for parts of a field whose parts depend on each other, such as `--ask.model`. */
function findDotted(args: readonly string[], fields: ReadonlyMap<string, CommandField>): string[] {
  return args.flatMap((arg) => {
    const name = /^--([\w-]+(?:\.[\w-]+)+)/.exec(arg)?.[1];
    return name !== undefined && fields.get(name.split('.')[0]!)?.kind === 'json' ? [name] : [];
  });
}

function setOption(
  parsed: ParsedCommand,
  { flag, value: wanted, is_optional }: Option,
  value: string | undefined,
): void {
  if (wanted === undefined && value !== undefined) throw invalid(`--${flag}`, 'takes no value.');
  if (wanted !== undefined && value === undefined && !is_optional)
    throw invalid(`--${flag}`, `needs a value: ${wanted}.`);
  if (flag === 'data') parsed.data = value;
  else parsed.options[flag] = value ?? true;
}

interface GivenFlag {
  name: string;
  fields: ReadonlyMap<string, CommandField>;
  value: string | undefined;
}

function setFlag(input: Record<string, unknown>, { name, fields, value }: GivenFlag): void {
  if (value === undefined) throw invalid(`--${name}`, 'needs a value.');
  const [root, ...path] = name.split('.') as [string, ...string[]];
  if (path.length === 0) {
    setField(input, fields.get(name)!, value);
    return;
  }
  let target = input;
  for (const part of [fields.get(root)!.name, ...path.slice(0, -1).map(toName)]) {
    target[part] ??= {};
    if (typeof target[part] !== 'object') throw invalid(`--${name}`, `cannot be combined with --${root}.`);
    target = target[part] as Record<string, unknown>;
  }
  const field = fields.get(name);
  if (field) setField(target, field, value);
  else target[toName(path.at(-1)!)] = parseLoose(value);
}

const toName = (flag: string) => flag.replaceAll('-', '_');

function setField(target: Record<string, unknown>, field: CommandField, text: string): void {
  const value = parseValue(field, text);
  const before = target[field.name];
  const isList = field.kind === 'list' || field.kind === 'numbers';
  target[field.name] = isList && Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
}

function parseValue(field: CommandField, text: string): unknown {
  const { flag, kind, is_nullable, choices } = field;
  if (is_nullable && text === 'null') return null;
  switch (kind) {
    case 'integer':
    case 'number':
      return parseNumber(flag, text, { isWhole: kind === 'integer' });
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw invalid(`--${flag}`, `must be true or false, not "${text}".`);
      return text === 'true';
    case 'list':
      return parseList(flag, text).map((entry) => checkChoice(flag, String(entry), choices));
    case 'numbers':
      return parseList(flag, text).map((entry) => parseNumber(flag, String(entry), { isWhole: false }));
    case 'json':
      return parseJson(`--${flag}`, text.startsWith('@') ? readText(`--${flag}`, text.slice(1)) : text);
    case 'secret':
      throw invalid(
        `--${flag}`,
        'must not be passed on the command line. The command asks for it, or reads it from its input.',
      );
    case 'text':
    case 'date':
      return checkChoice(flag, text, choices);
  }
}

function checkChoice(flag: string, value: string, choices: readonly string[] | undefined): string {
  // Long lists, such as that of countries, are the service's to judge: it may know more than this program.
  if (!choices || choices.length > 40 || choices.includes(value)) return value;
  throw invalid(`--${flag}`, `must be one of ${choices.join(', ')}, not "${value}".${suggest(value, choices)}`);
}

function parseNumber(flag: string, text: string, { isWhole }: { isWhole: boolean }): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number) && (!isWhole || Number.isInteger(number))) return number;
  throw invalid(`--${flag}`, `must be a ${isWhole ? 'whole ' : ''}number, not "${text}".`);
}

/** Separated by commas, or a JSON array where an entry has a comma in it. */
function parseList(flag: string, text: string): unknown[] {
  if (text.startsWith('[')) return parseJson(`--${flag}`, text) as unknown[];
  return text.split(',').filter((entry) => entry !== '');
}

export function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(name, `must be JSON, or @FILE with JSON in it. ${(error as Error).message}.`);
  }
}

export function readText(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw toReadError(name, path, error);
  }
}

/** A value whose type nobody knows: JSON if it is some, a text otherwise. */
function parseLoose(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function addPositionals(
  input: Record<string, unknown>,
  { words, positionals: names, fields }: Command,
  given: string[],
): void {
  const usage = ['overheard', ...words, ...names.map((name) => name.toUpperCase())].join(' ');
  for (const [index, name] of names.entries()) {
    const value = given[index];
    if (value === undefined || value === '') throw invalid(name.toUpperCase(), `is required: ${usage}.`);
    input[name] = value;
  }
  const extra = given[names.length];
  if (extra === undefined) return;
  // Where a secret is asked for, what is too much may well be the secret.
  const secret = fields.find(({ kind }) => kind === 'secret');
  throw new AppError(
    'invalid_request',
    secret === undefined
      ? `Unexpected argument "${extra}". Usage: ${usage} [OPTIONS].`
      : `Too many arguments. Usage: ${usage} [OPTIONS]. The command asks for the ${secret.name}, or reads it from the standard input.`,
  );
}

export function unknownFlag(written: string, known: readonly string[]): AppError {
  const hint = suggest(
    written,
    known.map((name) => `--${name}`),
  );
  return new AppError('invalid_request', `Unknown option ${written}.${hint} --help lists the options.`);
}
