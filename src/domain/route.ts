/** Where an HTTP request carries a field of an operation's input. */
export type Place = 'path' | 'query' | 'body';

export interface Route {
  method: string;
  /** Parameters in braces, such as `/prompts/{id}`. */
  path: string;
  /** Fields that go into the query although the method has a body. */
  in_query?: readonly string[];
}

/** Names in braces go into the path; the other fields of a GET into the query, of other methods into the body. */
export function toPlace(field: string, { method, path, in_query = [] }: Route): Place {
  if (path.includes(`{${field}}`)) return 'path';
  return method === 'GET' || in_query.includes(field) ? 'query' : 'body';
}

/** `/prompts/{id}` with its parameters filled in. */
export function fillPath(path: string, input: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
}
