import { getDomain } from 'tldts';

export interface NormalizedUrl {
  /** The same for all addresses of a page: `https`, no `www.`, no fragment, tracking parameters or trailing slash. */
  url_normalized: string;
  /** Registrable domain by the public suffix list, private suffixes included: `a.github.io` and `b.github.io` differ. */
  domain: string;
}

const TRACKING_PARAMETER =
  /^(?:utm_.*|gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|mc_cid|mc_eid|mkt_tok|_ga|_gl|_hsenc|_hsmi|hsctatracking|vero_id|oly_enc_id|oly_anon_id|wickedid|s_cid|cmpid|ref_src|ref_url|referrer|spm|scm|trk|trkcampaign|mibextid|_openstat|ascsubtag|linkcode|epik|irclickid|irgwc|cjevent|awc|sscid)$/i;

/** Null if the text is not the address of a web page. */
export function normalizeUrl(url: string): NormalizedUrl | null {
  const parsed = parse(url.trim());
  if (parsed === null) return null;
  const host = parsed.host.replace(/^www\d?\.(?=[^.]+\.)/, '').replace(/\.(?=$|:)/, '');
  const path = parsed.pathname.replace(/\/+$/, '');
  const query = withoutTracking(parsed.search);
  return {
    url_normalized: `https://${host}${path}${query}`,
    domain: getDomain(parsed.hostname, { allowPrivateDomains: true }) ?? parsed.hostname.replace(/^www\./, ''),
  };
}

/** Like `normalizeUrl` for what people type: a domain or an address, with or without its scheme. */
export function normalizeWritten(text: string): NormalizedUrl | null {
  return normalizeUrl(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
}

function parse(url: string): URL | null {
  const withScheme = /^(?:www\.|\/\/)/i.test(url) ? `https://${url.replace(/^\/\//, '')}` : url;
  if (!/^https?:\/\//i.test(withScheme)) return null;
  let parsed: URL;
  try {
    // TRICKY: no `URL.canParse` before it. On Node 20 that says no to `müller.de` once the engine has compiled the caller.
    parsed = new URL(withScheme);
  } catch {
    return null;
  }
  // The other scheme's default port is a port of its own, but nobody serves another page there.
  if (parsed.port === '80' || parsed.port === '443') parsed.port = '';
  return parsed.hostname.includes('.') || parsed.hostname.startsWith('[') || parsed.hostname === 'localhost'
    ? parsed
    : null;
}

/** Parameters keep their order and spelling, because both can matter to a site. */
function withoutTracking(search: string): string {
  if (search.length < 2) return '';
  const kept = search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !TRACKING_PARAMETER.test(parameter.split('=', 1)[0]!));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}
