import { ApiError } from '../../src/client/api-error.ts';

/** What is wrong with the fields of a form. */
export interface Problems {
  /** What is wrong with a field; undefined if nothing is. */
  at(field: string): string | undefined;
  /** What is wrong with the parts of a field, each with the name of the part; undefined if nothing is. */
  under(field: string): string | undefined;
  /** What to say beside the button: what is not said at one of the fields. */
  rest: Error | null;
}

/** Sorts an error by the fields of a form. */
export function toProblems(error: Error | null, fields: readonly string[]): Problems {
  const details = error instanceof ApiError ? error.details : [];
  const at = (field: string) => {
    const message = details.find(({ path }) => path === field)?.message;
    if (message === undefined) return undefined;
    return toSentence(message.startsWith(`${field} `) ? message.slice(field.length + 1) : message);
  };
  const under = (field: string) => {
    const parts = details.filter(({ path }) => path.startsWith(`${field}.`) || path === field);
    const sentences = parts.map(({ path, message }) => (message.startsWith(path) ? message : `${path}: ${message}`));
    return sentences.length === 0 ? undefined : sentences.join(' ');
  };
  const isSaid = (path: string) => fields.some((field) => path === field || path.startsWith(`${field}.`));
  const isSaidAtFields = details.length > 0 && details.every(({ path }) => isSaid(path));
  return {
    at,
    under,
    rest: isSaidAtFields ? new Error('Check the marked fields.') : error,
  };
}

/** The API begins some messages with the name of the field. */
function toSentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** An error about fields that are known to be wrong before anything is sent. */
export function refuseDraft(details: readonly { path: string; message: string }[]): ApiError {
  const message = details.map((detail) => detail.message).join(' ');
  return new ApiError({ status: 400, code: 'invalid_request', message, requestId: null, details });
}

/** Whether the service does not have what was asked for. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
