import { ApiError } from './client.ts';

/** What is wrong with the fields of a form. */
export interface Problems {
  /** What is wrong with a field; undefined if nothing is. */
  at(field: string): string | undefined;
  /** Whether any field under a name has a problem, such as `ask.price`. */
  isUnder(field: string): boolean;
  /** What to say beside the button: what is not said at one of the fields. */
  rest: Error | null;
}

/** Sorts an error by the fields of a form. */
export function toProblems(error: Error | null, fields: readonly string[]): Problems {
  const details = error instanceof ApiError ? error.details : [];
  const at = (field: string) => {
    const message = details.find(({ path }) => path === field)?.message;
    return message === undefined ? undefined : toSentence(message.replace(`${field} `, ''));
  };
  const isSaidAtFields = details.length > 0 && details.every(({ path }) => fields.includes(path));
  return {
    at,
    isUnder: (field) => details.some(({ path }) => path === field || path.startsWith(`${field}.`)),
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
