import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { invalid } from '../../errors.ts';
import { ROW_FORMATS } from '../../exporting/formats.ts';
import { findCommand, listCommands, unknownCommand } from './load-manifest.ts';
import { runOperation } from './run-operation.ts';
import type { Terminal } from './terminal.ts';

/** The options of a command for each ending of a file. */
const FLAGS: Record<string, string[]> = {
  ...Object.fromEntries(ROW_FORMATS.map(({ name }) => [name, [`--${name}`]])),
  json: ['--json', '--all'],
};
const ENDINGS = Object.keys(FLAGS).map((name) => `.${name}`);
const NOTE_EVERY_MS = 500;

/** `export FILE COMMAND …`: all rows of a list or report in a file, all of them or none. */
export async function runExportCommand([file, ...args]: string[], terminal: Terminal): Promise<void> {
  if (file === 'facts') return (await import('./facts/export-facts.ts')).runExportFacts(args, terminal);
  if (file === undefined || args.length === 0) {
    throw invalid(
      'FILE',
      'is required: overheard export FILE COMMAND, such as overheard export brands.csv reports brands.',
    );
  }
  const flags = FLAGS[/\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ''];
  if (!flags)
    throw invalid('FILE', `must end with ${ENDINGS.slice(0, -1).join(', ')} or ${ENDINGS.at(-1)}, not "${file}".`);
  const found = findCommand(args);
  if (!found) throw unknownCommand(args, []);
  const name = found.command.words.join(' ');
  if (!found.command.has_rows) {
    const others = listCommands([])
      .filter(({ has_rows }) => has_rows)
      .map(({ words }) => words.join(' '));
    throw invalid('COMMAND', `"${name}" has no rows. These have: ${others.join(', ')}.`);
  }
  if (existsSync(file)) throw invalid('FILE', `${file} already exists. Choose another name.`);
  const part = `${file}.part`;
  const handle = await open(part, 'w');
  try {
    await runOperation(found.command, [...found.rest, ...flags], toFileTerminal(handle, terminal));
  } catch (error) {
    await handle.close();
    rmSync(part, { force: true });
    throw error;
  }
  await handle.close();
  renameSync(part, file);
  terminal.note(`${file}: ${statSync(file).size} bytes.`);
}

/** Writes to the file, and says on a terminal how much there is already. */
function toFileTerminal(handle: FileHandle, terminal: Terminal): Terminal {
  let [written, notedAt] = [0, performance.now()];
  return {
    ...terminal,
    columns: undefined,
    async write(data) {
      await handle.appendFile(data);
      written += data.length;
      if (!process.stderr.isTTY || performance.now() - notedAt < NOTE_EVERY_MS) return;
      notedAt = performance.now();
      process.stderr.write(`\r${written} bytes\r`);
    },
  };
}
