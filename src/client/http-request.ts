import { fillPath, toPlace } from '../domain/route.ts';

export interface HttpRequest {
  method: string;
  /** The path, with its parameters filled in, and the query. */
  url: string;
  /** JSON; undefined where the method has no body. */
  body: string | undefined;
}

/** Lists are separated by commas, but those of objects are JSON. */
function toQueryValue(value: unknown): string {
  return Array.isArray(value) && typeof value[0] === 'object' ? JSON.stringify(value) : String(value);
}

/** Spreads the fields of an input over path, query and body, by the rule that the service reads them by. */
export function toHttpRequest(
  route: string,
  input: Record<string, unknown>,
  in_query: readonly string[] = [],
): HttpRequest {
  const [method, path] = route.split(' ') as [string, string];
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(input)) {
    const place = value === undefined ? undefined : toPlace(field, { method, path, in_query });
    if (place === 'query') query.set(field, toQueryValue(value));
    if (place === 'body') body[field] = value;
  }
  const search = query.toString();
  return {
    method,
    url: fillPath(path, input) + (search === '' ? '' : `?${search}`),
    body: method === 'GET' ? undefined : JSON.stringify(body),
  };
}
