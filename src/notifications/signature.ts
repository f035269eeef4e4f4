import { createHmac, randomBytes } from 'node:crypto';

/** A key to sign deliveries with. It is shown once. */
export function createSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}

/** The header that proves who sent a body, and when. */
export function sign(body: string, { secret, now }: { secret: string; now: Date }): string {
  const time = Math.floor(now.getTime() / 1000);
  const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${digest}`;
}
