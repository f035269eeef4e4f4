import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Static } from 'typebox';
import { DAY_MS } from './dates.ts';
import { OneOf } from './schema.ts';

export const Rights = OneOf(['read', 'write'], { description: 'read: every GET and report; write: everything.' });
export type Rights = Static<typeof Rights>;

/** What a caller may do. Each right includes those before it. */
export const RIGHTS = ['view', 'read', 'write'] as const;
export type Right = (typeof RIGHTS)[number];

export const CALLER_KINDS = ['company', 'project', 'link'] as const;
/** Who calls: a key of a company or of a project, or a link that shows a project's dashboard to anybody who has it. */
export type CallerKind = (typeof CALLER_KINDS)[number];
export type KeyKind = Exclude<CallerKind, 'link'>;

/** How long a key or a share link is still listed after it was revoked or expired. */
export const LISTED_DAYS = 30;

const PREFIXES: Record<CallerKind, string> = { company: 'ohc', project: 'ohp', link: 'ohs' };

export function includesRight(rights: Right, needed: Right): boolean {
  return RIGHTS.indexOf(rights) >= RIGHTS.indexOf(needed);
}

/** Keys and links that ended before this time are not listed any more. */
export function toListedSince(now: Date): Date {
  return new Date(now.getTime() - LISTED_DAYS * DAY_MS);
}

/** Creates a secret. It is shown once; only its hash is stored. */
export function createSecret(kind: CallerKind): string {
  return `${PREFIXES[kind]}_${randomBytes(32).toString('base64url')}`;
}

/** Whether the secret is that of a share link, valid or not. */
export function isLinkSecret(secret: string): boolean {
  return secret.startsWith(`${PREFIXES.link}_`);
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Creates the token of a browser session or of a one-time sign-in link. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The value that a page sends in a header to prove that it may use its session: only pages of our origin can know it. */
export function toCsrfToken(sessionToken: string): string {
  return createHash('sha256').update(`csrf ${sessionToken}`).digest('base64url');
}

/** Compares in constant time, so that the time reveals nothing about the expected secret. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
