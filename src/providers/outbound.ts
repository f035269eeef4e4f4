import { type LookupAddress, type LookupOptions, lookup as lookupName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { RequestInit } from 'undici';
import { createBufferedResponse } from './buffered-response.ts';
import { createBadResponse, toConnectionError } from './failures.ts';
import { isPrivateAddress } from './private-addresses.ts';
import { AskError } from './provider.ts';

export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** Longer than the longest time that an ask may take: its signal ends it. */
const TIMEOUT_MS = 15 * 60_000;
/** They describe the body as it was sent, not as it is handed out. */
const TRANSFER_HEADERS = ['content-encoding', 'content-length', 'transfer-encoding'];

type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface Outbound {
  /** Never follows redirects, checks addresses, and rejects with an `AskError`. */
  fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

interface OutboundOptions {
  /** Whether addresses that are not public may be asked. */
  allow_private: boolean;
  lookup?: Lookup;
}

/** The way out to providers. Proxies of the environment are not used: they would resolve names, unchecked. */
export function createOutbound({ allow_private, lookup = lookupName }: OutboundOptions): Outbound {
  let opened: ReturnType<typeof open> | null = null;

  /** Loads undici with the first request: starting the program does not take that time. */
  async function open() {
    const { Agent, buildConnector, fetch } = await import('undici');
    const connectors = {
      'http:': buildConnector({ lookup: createLookup('http:') }),
      'https:': buildConnector({ lookup: createLookup('https:') }),
    };
    const dispatcher = new Agent({
      connect: (options, callback) => {
        const protocol = options.protocol === 'https:' ? 'https:' : 'http:';
        const host = options.hostname.replace(/^\[|\]$/g, '');
        // Nothing is looked up for an address, so it is checked here.
        const refusal = isIP(host) === 0 ? null : findRefusal(host, { host, protocol });
        if (refusal !== null) callback(refusal, null);
        else connectors[protocol](options, callback);
      },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    return { dispatcher, fetch };
  }

  /** The connection goes to the very addresses that were checked: the name is not resolved a second time. */
  function createLookup(protocol: 'http:' | 'https:'): LookupFunction {
    return (host, options, callback) => {
      lookup(host, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return callback(error, '');
        for (const { address } of addresses) {
          const refusal = findRefusal(address, { host, protocol });
          if (refusal !== null) return callback(refusal, '');
        }
        if (options.all) return callback(null, addresses);
        callback(null, addresses[0]!.address, addresses[0]!.family);
      });
    };
  }

  function findRefusal(address: string, { host, protocol }: { host: string; protocol: string }): AskError | null {
    const target = address === host ? host : `${host} (${address})`;
    if (isPrivateAddress(address)) {
      if (allow_private) return null;
      return new AskError(
        'connection',
        `${target} is a private address, and private addresses are not allowed. Set ALLOW_PRIVATE_ADDRESSES=true to allow them.`,
      );
    }
    if (protocol === 'https:') return null;
    return new AskError('connection', `${target} is a public address. Use https: http is for private addresses only.`);
  }

  return {
    fetch: async (input, init) => {
      const url = new URL(String(input));
      if (url.protocol !== 'https:' && url.protocol !== 'http:') {
        throw new AskError('connection', `The address ${url.protocol}… must begin with https: or http:.`);
      }
      opened ??= open();
      try {
        const { dispatcher, fetch } = await opened;
        const response = await fetch(url, { ...(init as RequestInit | undefined), redirect: 'manual', dispatcher });
        if (response.status < 200 || response.status > 599) {
          throw createBadResponse(`${url.host} answered with the unknown status ${response.status}.`);
        }
        const body = await readBody(response.body, url.host);
        const headers = new Headers([...response.headers]);
        for (const name of TRANSFER_HEADERS) headers.delete(name);
        return createBufferedResponse(body, { status: response.status, statusText: response.statusText, headers });
      } catch (error) {
        throw toConnectionError(error, { host: url.host, signal: init?.signal ?? null });
      }
    },
    close: async () => (await opened)?.dispatcher.destroy(),
  };
}

async function readBody(body: AsyncIterable<Uint8Array> | null, host: string): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the stream, and with it the connection.
    if (size > MAX_RESPONSE_BYTES) throw createBadResponse(`The response of ${host} is larger than 16 MiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
