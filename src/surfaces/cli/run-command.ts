import type { AppError } from '../../errors.ts';
import { BUILT_IN, type BuiltIn } from './commands.ts';
import { findExitCode } from './exit-codes.ts';
import { findCommand, listCommands, unknownCommand } from './load-manifest.ts';
import { refuseKeys, unknownFlag } from './parse-fields.ts';
import { runOperation } from './run-operation.ts';
import type { Terminal } from './terminal.ts';
import { toPlainText } from './terminal-text.ts';

const HELP = ['--help', '-h'];

/** Runs one command and returns its exit code. A failure is reported in one sentence. */
export async function runCommand(args: string[], terminal: Terminal): Promise<number> {
  try {
    await dispatch(args, terminal);
    return 0;
  } catch (error) {
    const code = findExitCode(error);
    if (code === undefined) throw error;
    terminal.note((error as Error).message.split('\n').map(toPlainText).join('\n'));
    return code;
  }
}

async function dispatch(args: string[], terminal: Terminal): Promise<void> {
  refuseKeys(args);
  const asksForHelp = args[0] === 'help' || args.length === 0 || args.some((arg) => HELP.includes(arg));
  const words = (args[0] === 'help' ? args.slice(1) : args).filter((arg) => !arg.startsWith('-'));
  if (args[0] === '__complete') return (await import('./complete.ts')).complete(args.slice(1), terminal);
  if (asksForHelp) return terminal.write(await describe(words, terminal));
  const builtIn = BUILT_IN.find(({ name }) => name === args[0]);
  if (builtIn) return runBuiltIn(builtIn, args.slice(1), terminal);
  const found = findCommand(args);
  if (!found) throw unknown(args);
  return runOperation(found.command, found.rest, terminal);
}

async function runBuiltIn({ load, options }: BuiltIn, args: string[], terminal: Terminal): Promise<void> {
  try {
    await (await load())(args, terminal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error;
    const written = /'(-[^']*)'/.exec((error as Error).message)?.[1] ?? '';
    const known = options.flatMap(([flags]) => flags.match(/^--([\w-]+)/)?.[1] ?? []);
    throw unknownFlag(written, known);
  }
}

async function describe(words: string[], { columns }: Terminal): Promise<string> {
  const { describeBuiltIn, describeCommand, describeGroup, describeProgram } = await import('./help.ts');
  if (words.length === 0) return describeProgram(columns);
  const builtIn = BUILT_IN.find(({ name }) => name === words[0]);
  if (builtIn) return describeBuiltIn(builtIn, columns);
  const found = findCommand(words);
  if (found) return describeCommand(found.command, columns);
  if (listCommands(words).length === 0) throw unknown(words);
  return describeGroup(words, columns);
}

function unknown(args: readonly string[]): AppError {
  return unknownCommand(
    args,
    BUILT_IN.map(({ name }) => name),
  );
}
