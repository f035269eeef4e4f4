import { ApiError } from '../../client/api-error.ts';
import { Overheard } from '../../client/overheard.ts';
import { readConfig } from '../../config.ts';
import { isLoopback } from '../../domain/loopback.ts';
import { AppError, invalid } from '../../errors.ts';
import { findProfile } from './profiles.ts';
import type { Terminal } from './terminal.ts';

export interface Remote {
  /** Where the API is, such as `https://overheard.example.com/v1`. */
  url: string;
  key: string;
  /** The project of commands that name none. */
  project?: string;
}

interface Wanted {
  /** `--profile` */
  profile?: string | undefined;
  /** `--url` */
  url?: string | undefined;
}

/** The running service that a command is for, which may be on another machine, and the key to use there. */
export function findRemote({ settings }: Pick<Terminal, 'settings'>, { profile, url }: Wanted = {}): Remote {
  const project = settings.project === '' ? {} : { project: settings.project };
  if (profile !== undefined) {
    if (url !== undefined)
      throw invalid('--url', 'cannot be combined with --profile: the key of a profile is for its own service.');
    return { ...toRemote(findProfile(settings, profile)!), ...project };
  }
  const given = url ?? settings.url;
  if (given !== '' || settings.key !== '') {
    const api = toApiUrl(given);
    return { url: api, key: settings.key || findLocalKey(given === '' ? undefined : api), ...project };
  }
  const saved = findProfile(settings, settings.profile === '' ? undefined : settings.profile);
  if (saved) return { ...toRemote(saved), ...project };
  return { url: toApiUrl(''), key: findLocalKey(undefined), ...project };
}

function toRemote({ url, ...rest }: Remote): Remote {
  return { ...rest, url: toApiUrl(url) };
}

export function connect({ url, key }: Pick<Remote, 'url' | 'key'>): Overheard {
  return new Overheard({ url, key });
}

/** Uses a service, and says which one it was and what to do if it cannot be reached. */
export async function withRemote<Result>(
  remote: Pick<Remote, 'url' | 'key'>,
  work: (client: Overheard) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(connect(remote));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unreachable') throw error;
    const message = `The service at ${remote.url} cannot be reached. Is it running? OVERHEARD_URL or a profile names another one.`;
    throw new ApiError({ status: 0, code: 'unreachable', message, requestId: null });
  }
}

/** The first key of the service on this machine. It goes to no other one. */
function findLocalKey(url: string | undefined): string {
  const isLocal = url === undefined || isLoopback(new URL(url).hostname);
  const found = isLocal ? readConfig().BOOTSTRAP_KEY : null;
  if (found) return found;
  throw new AppError(
    'unauthorized',
    'No key. Set OVERHEARD_KEY, or save one with "overheard profiles add NAME --url URL". The first start of the service prints a key; "overheard keys create" creates one.',
  );
}

/** People may name the API, https://overheard.example.com/v1, or only the service. Without either it is the local one. */
function toApiUrl(given: string): string {
  const { HOST, PORT, BASE_PATH } = given === '' ? readConfig() : { HOST: '', PORT: 0, BASE_PATH: '/v1' };
  const url = given === '' ? `http://${HOST}:${PORT}` : given;
  if (!URL.canParse(url) || !/^https?:/i.test(url)) {
    throw invalid(
      '--url',
      `must be the URL of a running service, such as https://overheard.example.com, not "${url}".`,
    );
  }
  const { origin, pathname } = new URL(url);
  return pathname === '/' ? `${origin}${BASE_PATH}` : `${origin}${pathname.replace(/\/+$/, '')}`;
}
