import { BUILT_IN } from './commands.ts';
import { findCommand, listNextWords } from './load-manifest.ts';
import type { Command, CommandField } from './manifest.ts';
import { toOptions } from './options.ts';
import type { Terminal } from './terminal.ts';

/** Prints what the last of the words can become, one candidate per line. */
export async function complete(words: readonly string[], terminal: Terminal): Promise<void> {
  const written = words.at(-1) ?? '';
  const candidates = listCandidates(words.slice(0, -1), written).filter((name) => name.startsWith(written));
  if (candidates.length > 0) await terminal.write(`${candidates.join('\n')}\n`);
}

function listCandidates(before: readonly string[], written: string): string[] {
  const start = before[0] === 'export' && before[1] !== 'facts' ? before.slice(2) : before;
  if (before[0] === 'export' && before.length === 1) return ['facts'];
  const builtIn = BUILT_IN.find(({ name }) => name === start[0]);
  if (builtIn) {
    if (written.startsWith('-')) return builtIn.options.flatMap(([flags]) => flags.match(/^--[\w-]+/)?.[0] ?? []);
    return start.length === 1 ? [...(builtIn.actions ?? [])] : [];
  }
  const found = findCommand(start);
  const choices = found ? findChoices(found.command, start.at(-1) ?? '') : undefined;
  if (choices) return choices;
  if (found && written.startsWith('-')) return listFlags(found.command);
  const isWords = start.every((word) => !word.startsWith('-'));
  const names = start.length === 0 && before[0] !== 'export' ? BUILT_IN.map(({ name }) => name) : [];
  return isWords ? [...names, ...listNextWords(start)] : [];
}

function listFields(fields: readonly CommandField[]): CommandField[] {
  return fields.flatMap((field) => [field, ...listFields(field.fields ?? [])]);
}

function listFlags(command: Command): string[] {
  const fields = listFields(command.fields).filter(({ kind }) => kind !== 'secret');
  return [...fields, ...toOptions(command)].map(({ flag }) => `--${flag}`);
}

/** What can stand behind a flag; undefined if anything can. */
function findChoices(command: Command, flag: string): string[] | undefined {
  const field = listFields(command.fields).find((one) => `--${one.flag}` === flag || `--${one.long}` === flag);
  return field?.choices;
}
