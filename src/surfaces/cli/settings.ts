import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeSettings } from '../../config.ts';
import type { Terminal } from './terminal.ts';

/** `settings [--write FILE]`: lists the settings of the service. */
export async function runSettingsCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values } = parseArgs({ args, options: { write: { type: 'string' } } });
  if (values.write) writeFileSync(values.write, toSettingsPage());
  else await terminal.write(`${describeSettings()}\n`);
}

function toSettingsPage(): string {
  return `# Settings

Overheard reads all settings from the environment, once, when it starts. \`npm run docs\` writes this page.

Keys of providers can come from the environment too, as [\`SECRET_…\`](collecting.md#secrets). The command line has [settings of
its own](command-line.md#name-the-service-and-the-key).

${describeSettings()}
`;
}
