import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { parseJson } from './json.ts';

describe('very many values', () => {
  it('are refused before they are parsed, wherever they are', () => {
    for (const text of [`[${'{},'.repeat(200_000)}{}]`, `{"a":[${'1,'.repeat(200_000)}1]}`, '['.repeat(200_000)]) {
      expect(() => parseJson(text)).toThrow(AppError);
    }
    expect(() => parseJson(`[${'{},'.repeat(200_000)}{}]`)).toThrow('more than 150000 values');
  });

  it('are not what a text is that only looks like them', () => {
    const text = '{"a", [1, 2] \\ "b": "\\\\" ,'.repeat(50_000);
    expect(parseJson(JSON.stringify({ text, more: [text] }))).toEqual({ text, more: [text] });
  });
});
