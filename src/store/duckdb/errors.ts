import { AppError } from '../../errors.ts';

/** Why a data file cannot be opened, in words that a user can act on. */
export function toOpenError(error: unknown, file: string): AppError {
  const message = String(error);
  if (/could not set lock/i.test(message)) {
    const holder = /PID \d+/.exec(message)?.[0];
    return createInUseError(file, holder ? `another process (${holder})` : 'another process');
  }
  const advice = isLogDamaged(error)
    ? ` Restore a backup. To go on without what was only in the write-ahead log, start once with ACCEPT_LOST_WRITES=on: the log is then set aside.`
    : '';
  return new AppError('store_unavailable', `The data file ${file} cannot be opened: ${message}${advice}`, {
    cause: error,
  });
}

/** The write-ahead log cannot be replayed. */
export function isLogDamaged(error: unknown): boolean {
  return /replaying WAL|corrupt WAL/i.test(String(error));
}

export function createInUseError(file: string, holder: string): AppError {
  return new AppError(
    'store_unavailable',
    `The data file ${file} is in use by ${holder}. Stop that process first, or set DATABASE_URL to another file.`,
  );
}
