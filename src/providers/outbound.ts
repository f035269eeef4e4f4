import { type LookupAddress, type LookupOptions, lookup as lookupName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { limitTime } from '../limit-time.ts';
import { noteInTrace, type SpanDescription, trace } from '../tracing/trace.ts';
import { runOwned } from '../unhandled-errors.ts';
import { createBadResponse, toConnectionError } from './failures.ts';
import { isPrivateAddress } from './private-addresses.ts';
import { AskError } from './provider.ts';
import type { Received, Send, Sending } from './transport.ts';

export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
const MAX_IGNORED_BYTES = 64 * 1024;
/** Longer than the longest time that an ask may take: its signal ends it. */
const TIMEOUT_MS = 15 * 60_000;
const ENCODINGS = 'gzip, deflate, br';
const LONGEST_ENCODING = 50;

type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface Outbound {
  /** Checks addresses. */
  send: Send;
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
    const { Agent, buildConnector, request } = await import('undici');
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
    return { dispatcher, request };
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

  async function exchange(
    url: URL,
    { method = 'GET', headers = {}, body, signal, ignores_body }: Sending,
  ): Promise<Received> {
    const { dispatcher, request } = await opened!;
    const response = await request(url, {
      method: method as 'GET',
      headers: { 'accept-encoding': ENCODINGS, ...headers },
      body: body ?? null,
      signal: signal ?? null,
      dispatcher,
    });
    // TRICKY: a body that fails, or is destroyed below, says so by an event, and an event without a listener would end the
    // process. A reader of the body gets the error as an exception, too.
    response.body.on('error', () => {});
    noteInTrace({ 'http.response.status_code': response.statusCode });
    const received = {
      status: response.statusCode,
      headers: { get: (name: string) => toText(response.headers[name]) },
    };
    if (ignores_body) {
      // The connection can be used again after a short body; after a long one it is closed.
      await response.body.dump({ limit: MAX_IGNORED_BYTES, ...(signal ? { signal } : {}) });
      return { ...received, body: '' };
    }
    return { ...received, body: (await readBody(decode(response, url.host), url.host)).toString('utf8') };
  }

  /** An error in a stream or socket of the exchange that none of its calls reports ends this exchange and nothing else. */
  function exchangeAlone(url: URL, sending: Sending): Promise<Received> {
    const limit = limitTime(sending.signal, TIMEOUT_MS / 1000);
    const exchanged = new Promise<Received>((resolve, reject) => {
      const fail = (error: unknown) => {
        reject(error);
        limit.abort(error);
      };
      const run = () => exchange(url, { ...sending, signal: limit.signal });
      void runOwned({ kind: 'outbound_request', fail }, run).then(resolve, reject);
    });
    return exchanged.finally(limit.end);
  }

  return {
    send: async (address, sending = {}) => {
      const url = new URL(address);
      if (url.protocol !== 'https:' && url.protocol !== 'http:') {
        throw new AskError('connection', `The address ${url.protocol}… must begin with https: or http:.`);
      }
      opened ??= open();
      try {
        return await trace(describeRequest(url, sending), () => exchangeAlone(url, sending));
      } catch (error) {
        throw toConnectionError(error, { host: url.host, signal: sending.signal ?? null });
      }
    },
    close: async () => (await opened)?.dispatcher.destroy(),
  };
}

/** Only the host: paths and queries can hold prompts and secrets. */
function describeRequest({ hostname }: URL, { method = 'GET' }: Sending): SpanDescription {
  const attributes = { 'http.request.method': method, 'server.address': hostname };
  return { name: method, kind: 'client', attributes };
}

interface EncodedResponse {
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
}

function decode({ headers, body }: EncodedResponse, host: string): Readable {
  const encoding = (toText(headers['content-encoding']) ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return body;
  const decoder = /^(?:x-)?gzip$|^deflate$/.test(encoding)
    ? createUnzip()
    : encoding === 'br'
      ? createBrotliDecompress()
      : null;
  if (decoder === null) {
    body.destroy();
    // Never a part of it, which could be a part of the secret.
    const named = encoding.length > LONGEST_ENCODING ? 'an encoding' : `the encoding ${encoding}`;
    throw createBadResponse(`${host} answered in ${named}, which nobody asked for.`);
  }
  // Each end is closed with the other. The error is seen by whoever reads the decoder.
  return pipeline(body, decoder, () => {});
}

function toText(value: string | string[] | undefined): string | null {
  return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
}

async function readBody(body: AsyncIterable<Uint8Array>, host: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop cancels the stream, and with it the connection.
    if (size > MAX_RESPONSE_BYTES) throw createBadResponse(`The response of ${host} is larger than 16 MiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
