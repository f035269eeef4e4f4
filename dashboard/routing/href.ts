export type ParamChanges = Record<string, string | null | undefined>;

/** The address of a path with some of the present parameters changed; null and the empty text take one away. */
export function toHref(path: string, params: URLSearchParams, changes: ParamChanges = {}): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  // Commas and colons are readable in a link, and allowed there.
  const search = next.toString().replaceAll('%2C', ',');
  return search === '' ? path : `${path}?${search}`;
}
