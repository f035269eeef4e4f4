import type { FastifyInstance, FastifyRequest } from 'fastify';
import { groupBy } from '../../domain/grouping.ts';
import { AppError } from '../../errors.ts';

interface KnownPath {
  url: string;
  /** Between its slashes. */
  parts: readonly string[];
  methods: readonly string[];
}

/**
 * A known path with a method that it does not have is 405, with or without a key, and before the body is read. What else no
 * route takes is 404, unless it may be a path of the dashboard.
 */
export function addRefusals(fastify: FastifyInstance, routes: readonly { url: string; method: string }[]): void {
  const known = [...groupBy(routes, ({ url }) => url)].map(
    ([url, own]): KnownPath => ({ url, parts: url.split('/'), methods: own.map(({ method }) => method) }),
  );
  // `/prompts/suggestions` is also a `/prompts/:id`, and comes first.
  known.sort((one, other) => countParameters(one) - countParameters(other));
  fastify.addHook('onRequest', async (request) => {
    if (!request.is404) return;
    const given = toPath(request).split('/');
    const found = known.find((path) => isMatch(path, given));
    if (found) throw createMethodError(found);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw createPathError(request);
  });
  // `DELETE /prompts/suggestions` would be taken for `DELETE /prompts/:id`.
  for (const path of known) {
    const refuse = async () => {
      throw createMethodError(path);
    };
    const others = known
      .filter((other) => other !== path && isMatch(other, path.parts))
      .flatMap(({ methods }) => methods);
    const refused = new Set(others.filter((method) => !path.methods.includes(method)));
    for (const method of refused) fastify.route({ url: path.url, method, onRequest: refuse, handler: refuse });
  }
}

export function createPathError(request: FastifyRequest): AppError {
  const asked = `${request.method} ${toPath(request).slice(0, 200)}`;
  return new AppError('not_found', `${asked} does not exist. GET /docs/reference lists every path.`);
}

function toPath({ url }: FastifyRequest): string {
  return url.split('?')[0]!;
}

function createMethodError({ methods }: KnownPath): AppError {
  const allowed = methods.includes('GET') ? ['GET', 'HEAD', ...methods.filter((method) => method !== 'GET')] : methods;
  const headers = { Allow: allowed.join(', ') };
  return new AppError('method_not_allowed', `This path accepts ${headers.Allow}.`, { headers });
}

function countParameters({ parts }: KnownPath): number {
  return parts.filter((part) => part.startsWith(':')).length;
}

function isMatch({ parts }: KnownPath, given: readonly string[]): boolean {
  return (
    parts.length === given.length && parts.every((part, at) => part === given[at] || (part[0] === ':' && given[at]))
  );
}
