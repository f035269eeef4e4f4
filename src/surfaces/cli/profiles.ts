import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Overheard } from '../../client/overheard.ts';
import type { ClientSettings } from '../../config.ts';
import { AppError, invalid } from '../../errors.ts';
import { refuseKeys } from './parse-fields.ts';
import { suggest } from './suggest.ts';
import { toTable } from './table.ts';
import type { Terminal } from './terminal.ts';

/** A service and a key to use there, under a name. */
export interface Profile {
  url: string;
  key: string;
  /** The project of commands that name none. */
  project?: string;
}

interface Profiles {
  /** The one that is used if none is named. */
  current: string | null;
  profiles: Record<string, Profile>;
}

/** The file has keys in it. */
const PRIVATE = 0o600;
const OTHERS = 0o077;

const toPath = ({ folder }: ClientSettings) => join(folder, 'profiles.json');

function readProfiles(settings: ClientSettings): Profiles {
  const path = toPath(settings);
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: null, profiles: {} };
    throw new AppError('internal', `${path} cannot be read: ${(error as Error).message}.`);
  }
  if (process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0) {
    throw new AppError('forbidden', `Other users can read the keys in ${path}. Run "chmod 600 ${path}" first.`);
  }
  try {
    return JSON.parse(content) as Profiles;
  } catch {
    throw new AppError('internal', `${path} is not valid JSON. Correct it, or delete it and add your profiles again.`);
  }
}

function writeProfiles(settings: ClientSettings, profiles: Profiles): void {
  const path = toPath(settings);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.part`;
  writeFileSync(part, `${JSON.stringify(profiles, null, 2)}\n`, { mode: PRIVATE });
  chmodSync(part, PRIVATE);
  renameSync(part, path);
}

/** The profile with this name or, without one, the one that is in use; undefined if there is none. */
export function findProfile(settings: ClientSettings, name: string | undefined): Profile | undefined {
  const { current, profiles } = readProfiles(settings);
  const wanted = name ?? current;
  if (wanted === null) return undefined;
  return requireProfile(profiles, wanted);
}

function requireProfile(profiles: Profiles['profiles'], name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;
  const hint = suggest(name, Object.keys(profiles));
  throw new AppError('not_found', `There is no profile named "${name}".${hint} "overheard profiles list" lists them.`);
}

/** `profiles list|add|use|remove`: keeps services and keys under names. */
export async function runProfilesCommand(args: string[], terminal: Terminal): Promise<void> {
  refuseKeys(args);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { url: { type: 'string' }, project: { type: 'string' } },
  });
  const [action = 'list', name] = positionals;
  const { settings } = terminal;
  const known = readProfiles(settings);
  if (action === 'list') return terminal.write(describeProfiles(known, terminal.columns));
  if (!['add', 'use', 'remove'].includes(action)) {
    throw new AppError('invalid_request', 'Use "overheard profiles add", "… list", "… use" or "… remove".');
  }
  if (name === undefined) throw invalid('NAME', `is required: overheard profiles ${action} NAME.`);
  if (action === 'add') return addProfile(terminal, { known, name, ...values });
  requireProfile(known.profiles, name);
  if (action === 'use') {
    writeProfiles(settings, { ...known, current: name });
    return terminal.write(`Now using the profile "${name}".\n`);
  }
  const { [name]: _removed, ...profiles } = known.profiles;
  writeProfiles(settings, { current: known.current === name ? null : known.current, profiles });
  return terminal.write(`Removed the profile "${name}".\n`);
}

interface NewProfile {
  known: Profiles;
  name: string;
  url?: string | undefined;
  project?: string | undefined;
}

async function addProfile(terminal: Terminal, { known, name, url, project }: NewProfile): Promise<void> {
  if (url === undefined) throw invalid('--url', `is required: overheard profiles add ${name} --url URL.`);
  if (!URL.canParse(url) || !/^https?:/i.test(url)) {
    throw invalid('--url', `must be the address of a service, such as https://overheard.example.com, not "${url}".`);
  }
  const key = await terminal.readSecret(`Key for ${url}: `);
  if (key === '') throw new AppError('unauthorized', 'No key was entered.');
  // A wrong key is found now rather than with the first command.
  const { kind } = await new Overheard({ url, key }).call('GET /key', {});
  const profile: Profile = { url, key, ...(project === undefined ? {} : { project }) };
  writeProfiles(terminal.settings, { current: name, profiles: { ...known.profiles, [name]: profile } });
  await terminal.write(`Saved the profile "${name}" with a ${kind} key. Now using it.\n`);
}

function describeProfiles({ current, profiles }: Profiles, columns: number | undefined): string {
  const rows = Object.entries(profiles).map(([name, { url, project }]) => ({
    name,
    url,
    project: project ?? null,
    in_use: name === current,
  }));
  if (rows.length === 0) return 'There are no profiles. Add one with "overheard profiles add NAME --url URL".\n';
  return toTable(rows, { columns }).text;
}
