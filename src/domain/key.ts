import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Static } from 'typebox';
import { OneOf } from './schema.ts';

export const Rights = OneOf(['read', 'write'], { description: 'read: every GET and report; write: everything.' });
export type Rights = Static<typeof Rights>;
export type KeyKind = 'company' | 'project';

const PREFIXES: Record<KeyKind, string> = { company: 'ohc', project: 'ohp' };

/** A new secret; it is shown once and only its hash is kept. */
export function createSecret(kind: KeyKind): string {
  return `${PREFIXES[kind]}_${randomBytes(32).toString('base64url')}`;
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A new secret of a browser's session, or of a link that signs in once. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What a page sends in a header to show that it may use its session: only who can read the cookies of our origin knows it. */
export function toCsrfToken(sessionToken: string): string {
  return createHash('sha256').update(`csrf ${sessionToken}`).digest('base64url');
}

/** Compares in a time that tells nothing about where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
