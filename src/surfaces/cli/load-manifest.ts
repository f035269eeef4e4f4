import { readFileSync } from 'node:fs';
import { AppError } from '../../errors.ts';
import type { Command, Manifest } from './manifest.ts';
import { suggest } from './suggest.ts';

/** Where the build puts it: beside the program. */
const PLACE = new URL('./manifest.json', import.meta.url);

let loaded: Manifest | undefined;

export function loadManifest(): Manifest {
  loaded ??= JSON.parse(readFileSync(PLACE, 'utf8')) as Manifest;
  return loaded;
}

/** Takes the place of the file that the build writes. */
export function setManifest(manifest: Manifest): void {
  loaded = manifest;
}

/** The command whose words the arguments begin with, and the arguments behind them; undefined if there is none. */
export function findCommand(args: readonly string[]): { command: Command; rest: string[] } | undefined {
  const found = loadManifest()
    .commands.filter(({ words }) => words.every((word, index) => args[index] === word))
    .sort((one, other) => other.words.length - one.words.length)[0];
  return found && { command: found, rest: args.slice(found.words.length) };
}

/** Commands that begin with these words. */
export function listCommands(words: readonly string[]): Command[] {
  return loadManifest().commands.filter((command) => words.every((word, index) => command.words[index] === word));
}

/** What can stand behind these words. */
export function listNextWords(words: readonly string[]): string[] {
  return [...new Set(listCommands(words).flatMap((command) => command.words[words.length] ?? []))];
}

/** Says which word is not known, and which one was probably meant. */
export function unknownCommand(args: readonly string[], others: readonly string[]): AppError {
  const given = args.filter((arg) => !arg.startsWith('-'));
  let known = 0;
  while (known < given.length && listCommands(given.slice(0, known + 1)).length > 0) known += 1;
  const words = given.slice(0, known);
  const next = [...listNextWords(words), ...(known === 0 ? others : [])];
  const name = ['overheard', ...words].join(' ');
  if (given[known] === undefined) {
    return new AppError('invalid_request', `"${name}" needs one more word: ${next.join(', ')}.`);
  }
  const hint = suggest(given[known]!, next);
  const written = given.slice(0, known + 1).join(' ');
  const help = words.length === 0 ? 'overheard help' : `${name} --help`;
  return new AppError('invalid_request', `Unknown command "${written}".${hint} "${help}" lists the commands.`);
}
