/** Whether only programs on the same machine can reach a service that listens on this host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether only people at this machine use the service: it listens to nobody else, and no proxy passes on what others send. */
export function isForThisMachine({
  HOST,
  PUBLIC_URL,
  TRUST_PROXY,
}: {
  HOST: string;
  PUBLIC_URL: string;
  TRUST_PROXY: readonly string[];
}): boolean {
  // Of an IPv6 address, the host name has the brackets too.
  const isPublic = PUBLIC_URL !== '' && !isLoopback(new URL(PUBLIC_URL).hostname.replaceAll(/[[\]]/g, ''));
  return isLoopback(HOST) && !isPublic && TRUST_PROXY.length === 0;
}
