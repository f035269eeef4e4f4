import { type AppError, invalid } from '../../errors.ts';

/** Why a file that an argument names cannot be read. */
export function toReadError(argument: string, path: string, error: unknown): AppError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return invalid(argument, `${path} does not exist.`);
  if (code === 'EISDIR') return invalid(argument, `${path} is a folder, not a file.`);
  if (code === 'EACCES') return invalid(argument, `you are not allowed to read ${path}.`);
  return invalid(argument, `${path} cannot be read: ${message}.`);
}
