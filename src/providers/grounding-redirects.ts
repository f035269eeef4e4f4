import { limitTime } from '../limit-time.ts';
import type { AskServices } from './provider.ts';
import type { Page } from './sources.ts';

const GOOGLE = 'https://vertexaisearch.cloud.google.com';
const CONCURRENCY = 6;
const TIMEOUT_SECONDS = 10;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,}$/i;

type RedirectServices = Pick<AskServices, 'send' | 'signal'>;

/**
 * Finds the pages behind Google's redirects. The title of such an address is the domain of the page. Only Google, or the
 * server that was asked, is trusted with redirects: an answer must not make us call any other address.
 */
export async function resolvePages(
  chunks: readonly Page[],
  services: RedirectServices,
  base_url: string,
): Promise<Map<string, Page>> {
  const trusted = [GOOGLE, new URL(base_url).origin];
  const pages = new Map(chunks.map((chunk) => [chunk.url, chunk]));
  // Requests begin in the order of the pages, so that a recording can be replayed.
  const waiting = [...pages.values()].filter((page) => isRedirect(page.url, trusted));
  const work = async () => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      pages.set(page.url, await resolvePage(page, services));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return pages;
}

function isRedirect(url: string, trusted: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, pathname } = new URL(url);
  return pathname.startsWith('/grounding-api-redirect/') && trusted.includes(origin);
}

async function resolvePage({ url, title }: Page, services: RedirectServices): Promise<Page> {
  const domain = title !== null && DOMAIN.test(title) ? title : null;
  const location = await findLocation(url, services);
  if (location !== null) return { url: location, title: domain === null ? title : null };
  return domain === null ? { url, title } : { url: `https://${domain}`, title };
}

/** An answer is not lost because one of its pages cannot be found. */
async function findLocation(url: string, { send, signal }: RedirectServices): Promise<string | null> {
  const limit = limitTime(signal, TIMEOUT_SECONDS);
  try {
    const response = await send(url, { method: 'HEAD', signal: limit.signal });
    const location = response.headers.get('location') ?? '';
    return /^https?:\/\//i.test(location) ? location : null;
  } catch {
    return null;
  } finally {
    limit.end();
  }
}
