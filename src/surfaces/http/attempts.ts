import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { toCounted } from '../../domain/counted.ts';
import { hashSecret } from '../../domain/key.ts';
import { AppError } from '../../errors.ts';
import { createTimeWindows } from '../../store/time-windows.ts';

const WINDOW_MS = 60_000;
/** How many accepted secrets are remembered, by their hashes. */
const REMEMBERED = 10_000;
/** An address that failed too often may try an unknown secret this often. */
const PAUSE_MS = 100;
/** An address is at most this long. A header may be longer. */
const ADDRESS_CHARACTERS = 45;

export interface Attempts {
  /**
   * Runs the check of a secret that a client shows. It is slowed down, and a wrong secret gets 429, where the client's
   * address has shown too many wrong ones. A secret that was right before is always checked.
   */
  check<Result>(attempt: { request: FastifyRequest; secret: string }, run: () => Promise<Result>): Promise<Result>;
}

/** Slows down whoever guesses keys, without slowing down those who share an address with them. */
export function createAttempts(
  { config: { FAILED_ATTEMPTS_LIMIT: maximum, TRUST_PROXY }, log }: Pick<Context, 'config' | 'log'>,
  now: () => number = () => performance.now(),
): Attempts {
  if (maximum === 0) return { check: (_attempt, run) => run() };
  const failures = createTimeWindows(now);
  const unknown = createTimeWindows(now);
  // In the order of their last use.
  const accepted = new Set<string>();

  function accept(hash: string): void {
    accepted.delete(hash);
    accepted.add(hash);
    if (accepted.size > REMEMBERED) accepted.delete(accepted.values().next().value!);
  }

  /** The error for an address that failed too often. */
  function findRefusal(address: string): AppError | undefined {
    const window = failures.find(address);
    if (!window || window.count < maximum) return undefined;
    const seconds = Math.ceil(Math.min(window.endsAt - now(), WINDOW_MS) / 1000);
    const wait = toCounted(seconds, 'second');
    const message = `Too many wrong keys, sign-ins or tokens came from your address. Try again in ${wait}.`;
    return new AppError('rate_limited', message, { headers: { 'Retry-After': String(seconds) } });
  }

  function fail(address: string, { headers }: FastifyRequest): void {
    if (failures.count(address, WINDOW_MS).count !== maximum) return;
    const isForwarded = headers['x-forwarded-for'] !== undefined && TRUST_PROXY.length === 0;
    const hint = isForwarded ? ' If it is a proxy, name it in TRUST_PROXY.' : '';
    log.warn({ address }, `Too many wrong keys, sign-ins or tokens from one address: it is slowed down.${hint}`);
  }

  return {
    check: async ({ request, secret }, run) => {
      const hash = hashSecret(secret);
      const address = toNetwork(request.ip);
      const refusal = accepted.has(hash) ? undefined : findRefusal(address);
      if (refusal && unknown.count(address, PAUSE_MS).count > 1) throw refusal;
      try {
        const result = await run();
        accept(hash);
        return result;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'unauthorized') throw error;
        accepted.delete(hash);
        fail(address, request);
        throw refusal ?? error;
      }
    },
  };
}

/** Whoever has one IPv6 address usually has all of its /64 network, and an IPv4 address may be written as an IPv6 one. */
export function toNetwork(address = ''): string {
  const text = address.slice(0, ADDRESS_CHARACTERS).toLowerCase();
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  if (embedded) return embedded[1]!;
  if (!isIPv6(text)) return text;
  const [head = [], tail = []] = text
    .split('%')[0]!
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).map(withoutZeros).join(':')}::/64`;
}

function withoutZeros(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
