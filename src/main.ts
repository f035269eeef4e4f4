import { runCommand } from './surfaces/cli.ts';

export async function main(args: string[]): Promise<void> {
  await runCommand(args);
}
