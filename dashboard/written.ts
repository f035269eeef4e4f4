/** What the service wrote into the page; Vite's own server leaves the placeholder there. */
export function readWritten(name: 'base-path' | 'extra-countries'): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  return content.startsWith('%') ? '' : content;
}
