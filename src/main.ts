import { runCommand } from './surfaces/cli/run-command.ts';

export async function main(args: string[]): Promise<void> {
  await runCommand(args);
}
