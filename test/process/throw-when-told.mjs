// Loaded into the program by a test: makes errors that nobody handles.
import { subscribe } from 'node:diagnostics_channel';

process.on('SIGUSR2', () => setImmediate(() => throwError('somewhere')));

/** A response of a provider makes one in the course of its request. */
subscribe('undici:request:headers', ({ response }) => {
  const given = response.headers.map(String);
  const value = given[given.indexOf('x-throw') + 1];
  if (value === 'exception') setImmediate(() => throwError('in an exchange'));
  if (value === 'rejection') void Promise.reject(new Error('Nobody handles this rejection in an exchange.'));
});

function throwError(where) {
  throw new Error(`Nobody handles this error ${where}.`);
}
