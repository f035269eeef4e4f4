import { Type } from 'typebox';

/** A text of a person: white space at both ends is cut before its code points are counted, so blank is too short. */
export function Text(maxLength: number, options: { minLength?: number; description?: string } = {}) {
  return Type.String({ minLength: 1, maxLength, ...options, 'x-trim': true });
}

/** What two names have in common that differ only in case. */
export function toNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** What two prompts have in common that differ only in case, spacing or closing punctuation. */
export function toPromptKey(text: string): string {
  return toNameKey(text)
    .replace(/\s+/gu, ' ')
    .replace(/[\s.?!…。？！]+$/u, '');
}
