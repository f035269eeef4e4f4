import { AppError } from '../../errors.ts';

/** Why a data file cannot be opened, in words that a user can act on. */
export function toOpenError(error: unknown, file: string): AppError {
  const message = String(error);
  if (/could not set lock/i.test(message)) {
    const holder = /PID \d+/.exec(message)?.[0];
    return createInUseError(file, holder ? `another process (${holder})` : 'another process');
  }
  return new AppError('store_unavailable', `The data file ${file} cannot be opened: ${message}`, { cause: error });
}

export function createInUseError(file: string, holder: string): AppError {
  return new AppError(
    'store_unavailable',
    `The data file ${file} is in use by ${holder}. Stop that process first, or set DATABASE_URL to another file.`,
  );
}
