import { runCommand } from './surfaces/cli/run-command.ts';
import { openTerminal } from './surfaces/cli/terminal.ts';

export async function main(args: string[]): Promise<void> {
  const code = await runCommand(args, openTerminal());
  if (code !== 0) process.exitCode = code;
}
