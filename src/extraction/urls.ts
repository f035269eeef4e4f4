import { getDomain } from 'tldts';

const TRACKING = /^(utm_|mc_|ga_|_ga|hsa_|gclid|gbraid|wbraid|fbclid|msclkid|igshid|yclid|dclid|ref_src|srsltid)/i;

/** The form under which a page is known: without scheme, `www.`, fragment, tracking parameters and closing slash. */
export function normalizeUrl(url: string): string {
  const parsed = parseUrl(url);
  if (!parsed) return url.trim();
  for (const name of [...parsed.searchParams.keys()]) if (TRACKING.test(name)) parsed.searchParams.delete(name);
  const path = parsed.pathname.replace(/\/+$/, '');
  return `${toHost(parsed)}${path}${parsed.search}`;
}

/** The registrable domain of a page, or its host where there is none. */
export function toDomain(url: string): string {
  const parsed = parseUrl(url);
  if (!parsed) return url.trim().toLowerCase();
  return getDomain(parsed.hostname, { allowPrivateDomains: false }) ?? toHost(parsed);
}

function parseUrl(url: string): URL | null {
  const text = url.trim();
  const absolute = toAbsolute(text);
  return URL.canParse(absolute) ? new URL(absolute) : null;
}

function toAbsolute(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
}

function toHost({ host }: URL): string {
  return host.replace(/^www\./, '');
}
