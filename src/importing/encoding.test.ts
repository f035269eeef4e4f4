import { describe, expect, it } from 'vitest';
import { toByteSource } from './byte-source.ts';
import { confirmEncoding, guessEncoding, readText } from './encoding.ts';

async function decode(bytes: Uint8Array) {
  const source = toByteSource('a.csv', bytes);
  const encoding = await confirmEncoding(source, await guessEncoding(source));
  let text = '';
  for await (const piece of readText(source, encoding)) text += piece.text;
  return { encoding, text };
}

const utf16 = (text: string, { isBig = false, hasMark = true } = {}) => {
  const bytes = Buffer.from(hasMark ? `\ufeff${text}` : text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

describe('the encoding', () => {
  const text = 'prompt,answer\nWelcher?,Müller – für 5 € 😀\n';

  it.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-16', utf16(text), 'utf-16le'],
    ['big-endian UTF-16', utf16(text, { isBig: true }), 'utf-16be'],
    ['UTF-16 without a mark', utf16(text, { hasMark: false }), 'utf-16le'],
    ['big-endian UTF-16 without a mark', utf16(text, { isBig: true, hasMark: false }), 'utf-16be'],
  ])('%s is recognized', async (_, bytes, encoding) => {
    expect(await decode(bytes)).toEqual({ encoding, text });
  });

  it('is Windows-1252 where nothing else fits, even if only the last byte tells', async () => {
    const bytes = Buffer.concat([Buffer.from('x'.repeat(300_000)), Buffer.from([0x93, 0x80, 0xfc, 0x94])]);
    const decoded = await decode(bytes);
    expect(decoded.encoding).toBe('windows-1252');
    expect(decoded.text.slice(-4)).toBe('“€ü”');
  });

  it('is UTF-8 where a character is cut by the end of a chunk', async () => {
    const long = `${'x'.repeat(256 * 1024 - 1)}€${'y'.repeat(10)}`;
    expect(await decode(Buffer.from(long))).toEqual({ encoding: 'utf-8', text: long });
  });

  it('is none of a file of zeros or of random bytes', async () => {
    await expect(decode(Buffer.alloc(10_000))).rejects.toThrow('a.csv is not a text file');
  });

  it('may contain single NUL characters', async () => {
    expect((await decode(Buffer.from(`a,b\n${'some text, '.repeat(9)}1,\0\n`.repeat(3)))).encoding).toBe('utf-8');
  });
});
