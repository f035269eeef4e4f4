import { createHash, randomBytes } from 'node:crypto';
import { Type } from 'typebox';

export const Rights = Type.String({
  enum: ['read', 'write'],
  description: 'read: every GET and report; write: everything.',
});
export type Rights = 'read' | 'write';
export type KeyKind = 'company' | 'project';

const PREFIXES: Record<KeyKind, string> = { company: 'ohc', project: 'ohp' };

/** A new secret; it is shown once and only its hash is kept. */
export function createSecret(kind: KeyKind): string {
  return `${PREFIXES[kind]}_${randomBytes(32).toString('base64url')}`;
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
