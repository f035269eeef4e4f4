import { Type } from 'typebox';
import { COUNTRY_CODES } from './country-codes.ts';

export const CountryCode = Type.String({ enum: COUNTRY_CODES, description: 'Two-letter country code.' });

export function isCountryCode(text: string): boolean {
  return COUNTRY_CODES.includes(text);
}

/** A small integer that sorts like the code and can be converted back without a list. */
export function toCountryKey(code: string): number {
  return (code.charCodeAt(0) - 65) * 26 + (code.charCodeAt(1) - 65);
}

export function fromCountryKey(key: number): string {
  return String.fromCharCode(65 + Math.floor(key / 26), 65 + (key % 26));
}
