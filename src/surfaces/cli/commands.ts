import { readConfig } from '../../config.ts';
import { runProfilesCommand } from './profiles.ts';
import type { Terminal } from './terminal.ts';

type Run = (args: string[], terminal: Terminal) => Promise<void>;

/** A command of the program itself. */
export interface BuiltIn {
  name: string;
  /** What stands behind the name. */
  usage: string;
  summary: string;
  /** Each option with its value, and what it does. */
  options: readonly (readonly [flags: string, description: string])[];
  /** What can stand in the first place behind the name. */
  actions?: readonly string[];
  load(): Promise<Run>;
}

const REMOTE = [['--profile NAME', 'the saved profile to use']] as const;

export const LOCAL_COMMANDS: readonly BuiltIn[] = [
  {
    name: 'serve',
    usage: '',
    summary: 'run the service',
    options: [],
    load: async () => {
      const { serve } = await import('../../serve.ts');
      return () => serve(readConfig());
    },
  },
  {
    name: 'demo',
    usage: '',
    summary: 'run the service with a demo project and forget everything at the end',
    options: [],
    load: async () => {
      const [{ serve }, { MEMORY_URL }] = await Promise.all([
        import('../../serve.ts'),
        import('../../store/open-store.ts'),
      ]);
      return () => serve({ ...readConfig(), DATABASE_URL: MEMORY_URL, DEMO: true, WORKER: true });
    },
  },
  {
    name: 'worker',
    usage: '',
    summary: 'only do background work, for services that share a PostgreSQL database',
    options: [],
    load: async () => {
      const { runWorker } = await import('../../background-service.ts');
      return () => runWorker(readConfig());
    },
  },
  {
    name: 'migrate',
    usage: '',
    summary: "bring the store's schema up to date",
    options: [],
    load: async () => (await import('./migrate.ts')).runMigrateCommand,
  },
  {
    name: 'doctor',
    usage: '',
    summary: 'check settings, store, disk, clock and channels, and say what to do',
    options: [...REMOTE],
    load: async () => (await import('./doctor.ts')).runDoctorCommand,
  },
  {
    name: 'keys',
    usage: 'create|list|revoke ID',
    summary: 'create, list and revoke keys in the store itself, without a key',
    actions: ['create', 'list', 'revoke'],
    options: [
      ['--company NAME', 'the company, created if it does not exist (default: default)'],
      ['--project ID', 'create a project key'],
      ['--name TEXT', 'what the key is for'],
      ['--rights read|write', '(default: write)'],
    ],
    load: async () => (await import('./keys.ts')).runKeysCommand,
  },
  {
    name: 'copy',
    usage: '--to URL',
    summary: 'copy a whole installation to an empty store and compare both',
    options: [
      ['--from URL', '(default: DATABASE_URL)'],
      ['--to URL', 'duckdb:PATH or postgres://…; run the command again to continue'],
    ],
    load: async () => (await import('./copy.ts')).runCopyCommand,
  },
  {
    name: 'backup',
    usage: 'FILE',
    summary: 'copy all data to a new file while the service runs, and check it',
    options: [
      ['--url URL', 'the service of an embedded store (default: from HOST and PORT)'],
      ['--check', 'only check an existing file'],
    ],
    load: async () => (await import('./backup.ts')).runBackupCommand,
  },
  {
    name: 'reread',
    usage: '',
    summary: 'read the kept responses of providers again and correct the answers',
    options: [['--project ID', '(default: all projects)']],
    load: async () => (await import('./reread.ts')).runRereadCommand,
  },
  {
    name: 'settings',
    usage: '',
    summary: 'list the settings',
    options: [['--write FILE', 'write them to FILE as Markdown']],
    load: async () => (await import('./settings.ts')).runSettingsCommand,
  },
];

export const REMOTE_COMMANDS: readonly BuiltIn[] = [
  {
    name: 'profiles',
    usage: 'add|list|use|remove NAME',
    summary: 'save services and keys under names; the key is asked for',
    actions: ['add', 'list', 'use', 'remove'],
    options: [
      ['--url URL', 'the address of the service'],
      ['--project NAME', 'the project of commands that name none'],
    ],
    load: async () => runProfilesCommand,
  },
  {
    name: 'import',
    usage: 'FILE',
    summary: 'send answers, prompts or brands from a file to a running service',
    options: [
      ['--kind KIND', 'answers, prompts or brands (default: answers)'],
      ['--project NAME', 'name or ID of the project'],
      ['--url URL', 'the service'],
      ['--map COLUMN=FIELD', 'take a field from a column; COLUMN= leaves it out; repeat for more'],
      ['--set FIELD=VALUE', 'use the same value for every entry; repeat for more'],
      ['--values FIELD:WRITTEN=VALUE', 'read a value as another one; repeat for more'],
      ['--values date=dmy|mdy', 'whether the day or the month comes first in 11/12/2026'],
      ['--format FORMAT', 'csv, tsv, ndjson, json, xlsx or parquet (default: from the content)'],
      ['--delimiter CHARACTER', 'of a CSV file (default: from the content)'],
      ['--sheet NAME', 'of an Excel file (default: the first)'],
      ['--replace', 'replace chats that already exist'],
      ['--dry-run', 'report what would happen and store nothing'],
      ['--rejected FILE', 'write the rejected entries to FILE, each with its reason'],
      ...REMOTE,
    ],
    load: async () => (await import('./import.ts')).runImportCommand,
  },
  {
    name: 'export',
    usage: 'FILE COMMAND [OPTIONS] | facts --to FOLDER',
    summary:
      'write all rows of a list or report to a .csv, .ndjson, .parquet or .json file, or all facts to Parquet files',
    actions: ['facts'],
    options: [
      ['COMMAND', 'such as "reports brands" or "chats list", with its options'],
      ['--to FOLDER', 'facts: where the files are, or will be; only days that changed are written'],
      ['--start DATE', 'facts: the first day (default: of all)'],
      ['--end DATE', 'facts: the last day'],
      ['--project NAME', 'facts: name or ID of the project'],
      ['--url URL', 'facts: the service'],
      ...REMOTE,
    ],
    load: async () => (await import('./export.ts')).runExportCommand,
  },
  {
    name: 'config',
    usage: 'export|apply FILE',
    summary: 'write the configuration of a project to a YAML file, or make the project as the file says',
    actions: ['export', 'apply'],
    options: [
      ['--project NAME', 'name or ID of the project'],
      ['--to FILE', 'export to a new file (default: the standard output)'],
      ['--check', 'show the differences, change nothing, and exit with 7 if there are any'],
      ['--yes', 'apply without asking'],
      ['--delete', 'also remove what the file does not have, in the sections that it has; prompts are archived'],
      ['--url URL', 'the service'],
      ...REMOTE,
    ],
    load: async () => (await import('./config/config-command.ts')).runConfigCommand,
  },
  {
    name: 'evaluate',
    usage: '',
    summary: 'measure extraction on the answers that people checked',
    options: [
      ['--project NAME', 'name or ID of the project'],
      ['--url URL', 'the service'],
      ['--json', 'all figures as JSON'],
      ...REMOTE,
    ],
    load: async () => (await import('./evaluate.ts')).runEvaluateCommand,
  },
  {
    name: 'mcp',
    usage: '',
    summary: 'let an AI assistant on this machine use the service, by the Model Context Protocol',
    options: [['--url URL', 'the service'], ...REMOTE],
    load: async () => (await import('./mcp.ts')).runMcpCommand,
  },
  {
    name: 'completion',
    usage: 'bash|zsh|fish',
    summary: 'print a script that completes commands and options in your shell',
    actions: ['bash', 'zsh', 'fish'],
    options: [],
    load: async () => (await import('./completion.ts')).runCompletionCommand,
  },
];

export const BUILT_IN: readonly BuiltIn[] = [...LOCAL_COMMANDS, ...REMOTE_COMMANDS];
