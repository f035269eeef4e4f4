import { readConfig } from '../../config.ts';
import { invalid } from '../../errors.ts';

export interface Remote {
  /** Where the API is, such as `https://overheard.example.com/v1`. */
  url: string;
  key: string;
}

/** The running service that a command is for, which may be on another machine, and the key to use there. */
export function findRemote({ url, key }: { url?: string | undefined; key?: string | undefined }): Remote {
  const { BOOTSTRAP_KEY, HOST, PORT, BASE_PATH } = readConfig();
  const given = key ?? BOOTSTRAP_KEY;
  if (!given) throw invalid('--key', 'is required unless BOOTSTRAP_KEY is set.');
  return { url: toApiUrl(url ?? `http://${HOST}:${PORT}`, BASE_PATH), key: given };
}

/** People may name the API, https://overheard.example.com/v1, or only the service. */
function toApiUrl(given: string, basePath: string): string {
  if (!URL.canParse(given) || !/^https?:/i.test(given))
    throw invalid(
      '--url',
      `must be the URL of a running service, such as https://overheard.example.com, not "${given}".`,
    );
  const { origin, pathname } = new URL(given);
  return pathname === '/' ? `${origin}${basePath}` : `${origin}${pathname.replace(/\/+$/, '')}`;
}
