// Loaded with --import: our reader of the Markdown parser's buffer cannot import the parser's native part any more.
import { register } from 'node:module';

const hooks = `export async function resolve(specifier, context, next) {
  const isBlocked = context.parentURL?.includes('/dist/program/') && specifier.endsWith('/satteri/index.js');
  if (isBlocked) throw new Error('The native part is blocked by a test.');
  return next(specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
