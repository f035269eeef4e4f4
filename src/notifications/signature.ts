import { createHmac, randomBytes } from 'node:crypto';

/** A key to sign deliveries with. It is shown once. */
export function createSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}

/** The header that proves who sent a body, and when, with one signature for each secret. */
export function sign(body: string, { secrets, now }: { secrets: readonly string[]; now: Date }): string {
  const time = Math.floor(now.getTime() / 1000);
  const toDigest = (secret: string) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return [`t=${time}`, ...secrets.map((secret) => `v1=${toDigest(secret)}`)].join(',');
}
