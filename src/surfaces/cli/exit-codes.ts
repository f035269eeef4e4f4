import { ApiError } from '../../client/api-error.ts';
import { AppError, toExitCode } from '../../errors.ts';
import { ServiceRefusal } from '../../importing/import-service.ts';

/** What a command ends with. docs/command-line.md has the same table. */
export const EXIT_CODES: Readonly<Record<number, string>> = {
  0: 'success',
  1: 'something failed, or `doctor` found a problem',
  2: 'the command or its input is invalid',
  3: 'the key is missing or wrong, or does not allow this',
  4: 'the object does not exist',
  5: 'the service refused: it conflicts with what is stored, a limit is reached, or some entries were rejected',
  6: 'the service cannot be reached, or is busy; try again later',
  7: '`config apply --check` found differences',
};

/** The project is not as its configuration file says. */
export class ConfigDiffers extends Error {}

/** The exit code of an error that is meant for users; undefined for a mistake of the program. */
export function findExitCode(error: unknown): number | undefined {
  if (error instanceof ConfigDiffers) return 7;
  if (error instanceof ServiceRefusal) return toExitCode(error.reason);
  if (error instanceof AppError) return error.exitCode;
  if (error instanceof ApiError) return error.code === 'unreachable' ? 6 : toExitCode(error.code);
  return (error as { code?: string }).code?.startsWith?.('ERR_PARSE_ARGS') ? 2 : undefined;
}
