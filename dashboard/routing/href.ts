export type ParamChanges = Record<string, string | null | undefined>;

/** The URL of a path with the given parameters, some of them changed. null and the empty text remove a parameter. */
export function toHref(path: string, params: URLSearchParams, changes: ParamChanges = {}): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  // Commas are allowed in a URL and easier to read than %2C.
  const search = next.toString().replaceAll('%2C', ',');
  return search === '' ? path : `${path}?${search}`;
}
