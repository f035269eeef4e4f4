import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { isForThisMachine, isLoopback } from '../../domain/loopback.ts';
import { AppError } from '../../errors.ts';
import { findOrigin } from './session-cookie.ts';

type Settings = Pick<Context['config'], 'HOST' | 'PUBLIC_URL' | 'CORS_ORIGINS' | 'TRUST_PROXY'>;

/**
 * Refuses what a page of another site made a browser send, also where the DNS of that site now leads its name to this service
 * (DNS rebinding). Programs that are not browsers name no origin.
 */
export function createPageCheck(config: Settings): (request: Pick<FastifyRequest, 'headers'>) => void {
  const { HOST, PUBLIC_URL, CORS_ORIGINS } = config;
  const own = [HOST.toLowerCase(), ...(PUBLIC_URL === '' ? [] : [new URL(PUBLIC_URL).hostname])];
  // A service that others reach knows its names only if it is told.
  const knowsNames = PUBLIC_URL !== '' || isForThisMachine(config);
  return ({ headers }) => {
    const name = readHostName(headers.host);
    const isOwn = own.includes(name) || isUnmistakable(name);
    if (!isOwn && knowsNames) {
      const known = own.at(-1);
      throw new AppError('forbidden', `${name.slice(0, 100)} is not this service. Use ${known}, or set PUBLIC_URL.`);
    }
    if (headers.origin !== undefined && CORS_ORIGINS.includes(headers.origin)) return;
    const origin = findOrigin(headers, PUBLIC_URL);
    if (origin === 'foreign' || (origin === 'own' && !isOwn)) {
      throw new AppError('forbidden', 'Pages of other sites may not do this. CORS_ORIGINS names those that may.');
    }
  };
}

function readHostName(host = ''): string {
  const url = `http://${host}`;
  if (/[/?#@\\\s]/.test(host) || !URL.canParse(url)) {
    throw new AppError('invalid_request', 'The Host header is not the name of a host.');
  }
  return new URL(url).hostname.replaceAll(/[[\]]/g, '');
}

/** No page of a stranger has an address of ours in place of a name, or a name without a dot. */
function isUnmistakable(name: string): boolean {
  return isLoopback(name) || isIP(name) !== 0 || !name.includes('.');
}
