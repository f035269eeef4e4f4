import { Type } from 'typebox';

export const LanguageCode = Type.String({
  pattern: '^[a-z]{2}$',
  description: 'Language of the answer as ISO 639-1 has it, such as `en`.',
});

export function isLanguageCode(text: string): boolean {
  return /^[a-z]{2}$/.test(text);
}

/** A small integer that sorts like the code and can be converted back without a list; 0 where the language is unknown. */
export function toLanguageKey(code: string | null): number {
  return code === null || !isLanguageCode(code) ? 0 : 1 + (code.charCodeAt(0) - 97) * 26 + (code.charCodeAt(1) - 97);
}

export function fromLanguageKey(key: number): string | null {
  return key === 0 ? null : String.fromCharCode(97 + Math.floor((key - 1) / 26), 97 + ((key - 1) % 26));
}
