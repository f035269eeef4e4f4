import { readFile, stat, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../../../config.ts';
import { allowCountries } from '../../../domain/country-codes.ts';
import { AppError, invalid } from '../../../errors.ts';
import { ConfigDiffers } from '../exit-codes.ts';
import { findProject } from '../find-objects.ts';
import { toReadError } from '../read-error.ts';
import { findRemote, withRemote } from '../remote.ts';
import type { Terminal } from '../terminal.ts';
import { toPlainText } from '../terminal-text.ts';
import { applyChanges } from './apply-plan.ts';
import { describeChange } from './describe-plan.ts';
import { CONFIG_KINDS } from './kinds.ts';
import { MAX_BYTES, YamlError } from './parse-yaml.ts';
import { type Change, planChanges } from './plan.ts';
import { type ConfigFile, readConfigFile, toFileError } from './read-file.ts';
import { readProject } from './read-project.ts';
import { writeConfigFile } from './write-file.ts';

const OPTIONS = {
  project: { type: 'string' },
  url: { type: 'string' },
  profile: { type: 'string' },
  to: { type: 'string' },
  check: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  delete: { type: 'boolean', default: false },
} as const;

type Options = ReturnType<typeof parseOptions>['values'];

function parseOptions(args: string[]) {
  return parseArgs({ args, allowPositionals: true, options: OPTIONS });
}

/** `config export` and `config apply FILE`: the configuration of a project as a file. */
export async function runConfigCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values: options, positionals } = parseOptions(args);
  const [action, file, ...others] = positionals;
  if (others.length > 0) throw invalid('FILE', `is one file. Remove "${others[0]}".`);
  if (action === 'export' && file === undefined) return exportConfig(options, terminal);
  if (action === 'export') throw invalid('--to', `names the file: overheard config export --to ${file}.`);
  if (action !== 'apply') throw invalid('config', 'needs one more word: export or apply.');
  if (file === undefined) throw invalid('FILE', 'is required: overheard config apply FILE.');
  return applyConfig(file, { options, terminal });
}

/** Works with the project that the options, or else the settings, name. */
async function withProject<Result>(
  { options, terminal }: { options: Options; terminal: Terminal },
  work: (project: Awaited<ReturnType<typeof readProject>>) => Promise<Result>,
): Promise<Result> {
  const remote = findRemote(terminal, options);
  return withRemote(remote, async (client) => {
    const named = options.project ?? remote.project;
    const project_id = named === undefined ? undefined : await findProject(client, named);
    return work(await readProject(client, { project_id, kinds: CONFIG_KINDS }));
  });
}

async function exportConfig(options: Options, terminal: Terminal): Promise<void> {
  for (const name of ['check', 'yes', 'delete'] as const)
    if (options[name]) throw invalid(`--${name}`, 'is only for config apply.');
  const text = await withProject({ options, terminal }, async (project) => writeConfigFile(project, CONFIG_KINDS));
  if (options.to === undefined) {
    const isShown = terminal.columns !== undefined;
    return terminal.write(isShown ? text.split('\n').map(toPlainText).join('\n') : text);
  }
  try {
    await writeFile(options.to, text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw invalid(
        '--to',
        `${options.to} already exists. Choose another name, or write "> ${options.to}" to replace it.`,
      );
    throw invalid('--to', `${options.to} cannot be written: ${(error as Error).message}.`);
  }
  terminal.note(`${options.to}: ${Buffer.byteLength(text)} bytes.`);
}

async function applyConfig(
  path: string,
  { options, terminal }: { options: Options; terminal: Terminal },
): Promise<void> {
  if (options.to !== undefined) throw invalid('--to', 'is only for config export.');
  if (options.check && options.yes) throw invalid('--check', 'cannot be combined with --yes: it changes nothing.');
  allowCountries(readConfig().EXTRA_COUNTRIES);
  const file = await openFile(path);
  await withProject({ options, terminal }, async (project) => {
    const { changes, kept, problems } = planChanges(file, { kinds: CONFIG_KINDS, project, removes: options.delete });
    if (problems.length > 0) throw toFileError(path, problems);
    for (const change of changes) await terminal.write(`${describeChange(change)}\n`);
    if (kept > 0) terminal.note(describeKept(kept));
    if (changes.length === 0)
      return terminal.note(kept > 0 ? 'Nothing was changed.' : 'Nothing to change: the project is as the file says.');
    if (options.check) throw new ConfigDiffers(`${upper(count(changes))} to make. Nothing was changed.`);
    const possible = changes.filter(({ action }) => action !== 'manual');
    if (possible.length > 0) {
      if (!options.yes) await confirm(terminal, possible);
      await applyChanges(project, { changes: possible, tellSecret: (note) => tellSecret(terminal, note) });
      terminal.note(`${upper(count(possible))} made.`);
    }
    if (possible.length < changes.length)
      throw new AppError('wrong_state', 'Do what is marked with "!" by hand, then apply the file again.');
  });
}

function describeKept(kept: number): string {
  return kept === 1
    ? 'The project has 1 entry that is not in the file. It stays, unless you add --delete.'
    : `The project has ${kept} entries that are not in the file. They stay, unless you add --delete.`;
}

async function openFile(path: string): Promise<ConfigFile> {
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES)
      throw new YamlError([{ line: 1, message: `The file is larger than ${MAX_BYTES >> 20} MiB.` }]);
    return readConfigFile(await readFile(path, 'utf8'), CONFIG_KINDS);
  } catch (error) {
    if (error instanceof YamlError) throw toFileError(path, error.problems);
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw toReadError('FILE', path, error);
  }
}

async function confirm(terminal: Terminal, changes: readonly Change[]): Promise<void> {
  if (!terminal.readAnswer) throw invalid('--yes', 'is required without a terminal. Nothing was changed.');
  const answer = await terminal.readAnswer(`Make ${count(changes)}? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new AppError('invalid_request', 'Nothing was changed.');
}

/** Signing secrets are for people: the log of a program that runs this command is no place for them. */
function tellSecret(terminal: Terminal, note: string): void {
  const advice =
    'A notification was created whose signing secret is only shown on a terminal. To check signatures, delete it and create it with "overheard webhooks create".';
  terminal.note(terminal.columns === undefined ? advice : note);
}

function count({ length }: readonly Change[]): string {
  return length === 1 ? 'one change' : `${length} changes`;
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
