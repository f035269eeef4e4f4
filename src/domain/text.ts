import { Type } from 'typebox';

/** A text that a person wrote. It is trimmed before its code points are counted, so a blank text is too short. */
export function Text(maxLength: number, options: { minLength?: number; description?: string } = {}) {
  return Type.String({ minLength: 1, maxLength, ...options, 'x-trim': true });
}

/** The same for names that differ only in case. */
export function toNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The same for prompts that differ only in case, spacing or closing punctuation. */
export function toPromptKey(text: string): string {
  return toNameKey(text)
    .replace(/\s+/gu, ' ')
    .replace(/[\s.?!…。？！]+$/u, '');
}
