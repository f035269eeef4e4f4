import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeSettings, readConfig } from '../../config.ts';
import { AppError } from '../../errors.ts';

const HELP = `Overheard measures how brands appear in the answers of AI assistants.

  overheard serve                 run the service
  overheard worker                only do background work, for services that share a PostgreSQL database
  overheard migrate               bring the store's schema up to date
  overheard keys create           create a key and show it once
      --company NAME              its company, created if it does not exist (default: default)
      --project ID                create a project key
      --name TEXT                 what the key is for
      --rights read|write         (default: write)
  overheard keys list             list the keys of a company
      --company NAME
  overheard keys revoke ID        revoke a key
      --company NAME
  overheard import FILE           send answers, prompts or brands from a file to a running service
      --kind KIND                 answers, prompts or brands (default: answers)
      --project ID                the project; required with a company key
      --key KEY                   (default: BOOTSTRAP_KEY)
      --url URL                   the service (default: from HOST, PORT and BASE_PATH)
      --map COLUMN=FIELD          take a field from a column; COLUMN= leaves it out; repeat for more
      --set FIELD=VALUE           use the same value for every entry; repeat for more
      --values FIELD:WRITTEN=VALUE  read a value as another one; repeat for more
      --values date=dmy|mdy       whether the day or the month comes first in 11/12/2026
      --format FORMAT             csv, tsv, ndjson, json, xlsx or parquet (default: from the content)
      --delimiter CHARACTER       of a CSV file (default: from the content)
      --sheet NAME                of an Excel file (default: the first)
      --replace                   replace chats that already exist
      --dry-run                   report what would happen and store nothing
      --rejected FILE             write the rejected entries to FILE, each with its reason
  overheard evaluate              measure extraction on the answers that people checked
      --project ID                the project; required with a company key
      --key KEY, --url URL        as for import
      --json                      all figures as JSON
  overheard copy                  copy a whole installation to an empty store and compare both
      --from URL                  (default: DATABASE_URL)
      --to URL                    duckdb:PATH or postgres://…; run the command again to continue
  overheard backup FILE           copy all data to a new file while the service runs, and check it
      --url URL                   the service of an embedded store (default: from HOST and PORT)
      --check                     only check an existing file
  overheard reread                read the kept responses of providers again and correct the answers
      --project ID                (default: all projects)
  overheard settings              list the settings
      --write FILE                write them to FILE as Markdown

Settings come from the environment. Stop the service before you run migrate, keys, reread or copy on an
embedded store, which only one process can open. A PostgreSQL database can be shared.
`;

/** Runs one command. A failure is reported in one sentence, with an exit code of its own. */
export async function runCommand(args: string[]): Promise<void> {
  try {
    await dispatch(args);
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (!(error instanceof AppError) && !code.startsWith('ERR_PARSE_ARGS')) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = error instanceof AppError ? error.exitCode : 2;
  }
}

async function dispatch([command = 'help', ...rest]: string[]): Promise<void> {
  switch (command) {
    case 'serve': {
      const { serve } = await import('../../serve.ts');
      return serve(readConfig());
    }
    case 'worker': {
      const { runWorker } = await import('../../background-service.ts');
      return runWorker(readConfig());
    }
    case 'migrate': {
      const { createContext } = await import('../../context.ts');
      const { store } = await createContext(readConfig());
      await store.close();
      process.stdout.write('The schema is up to date.\n');
      return;
    }
    case 'keys': {
      const { runKeysCommand } = await import('./keys.ts');
      return runKeysCommand(rest);
    }
    case 'import': {
      const { runImportCommand } = await import('./import.ts');
      return runImportCommand(rest);
    }
    case 'evaluate': {
      const { runEvaluateCommand } = await import('./evaluate.ts');
      return runEvaluateCommand(rest);
    }
    case 'copy': {
      const { runCopyCommand } = await import('./copy.ts');
      return runCopyCommand(rest);
    }
    case 'backup': {
      const { runBackupCommand } = await import('./backup.ts');
      return runBackupCommand(rest);
    }
    case 'reread': {
      const { runRereadCommand } = await import('./reread.ts');
      return runRereadCommand(rest);
    }
    case 'settings': {
      const { values } = parseArgs({ args: rest, options: { write: { type: 'string' } } });
      if (values.write) writeFileSync(values.write, toSettingsPage());
      else process.stdout.write(`${describeSettings()}\n`);
      return;
    }
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(HELP);
      return;
    default:
      throw new AppError('invalid_request', `Unknown command "${command}". "overheard help" lists the commands.`);
  }
}

function toSettingsPage(): string {
  return `# Settings\n\nOverheard reads all settings from the environment, once, when it starts. \`npm run docs\` writes this page.\n\n${describeSettings()}\n`;
}
