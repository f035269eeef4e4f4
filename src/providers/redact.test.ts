import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.ts';

const SECRET = 'sk-"Zürich"/a+b=c d\\e_1234567';
const redact = createRedactor(SECRET);
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a secret', () => {
  it.each([
    ['as it is', SECRET],
    ['percent-encoded', encodeURIComponent(SECRET)],
    ['percent-encoded in lower case', encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase())],
    ['in a form', new URLSearchParams({ key: SECRET }).toString().slice(4)],
    ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['in JSON with escaped slashes', JSON.stringify(SECRET).slice(1, -1).replaceAll('/', '\\/')],
    ['in JSON of ASCII', JSON.stringify(SECRET).slice(1, -1).replace('ü', '\\u00fc')],
    ['percent-encoded in JSON', JSON.stringify(encodeURIComponent(SECRET)).slice(1, -1)],
    ['in an address', encodeURI(SECRET)],
  ])('%s is cut out', (_, written) => {
    expect(redact(`before ${written} after`)).toBe('before [secret] after');
  });

  it.each([
    ['base64', base64(SECRET)],
    ['base64url', Buffer.from(SECRET).toString('base64url')],
    ['percent-encoded base64', encodeURIComponent(base64(SECRET))],
    ['base64 in JSON', base64(SECRET).replaceAll('/', '\\/')],
  ])('in %s is cut out', (_, written) => {
    expect(redact(`before ${written} after`)).toMatch(/^before \[secret\](?:=|%3D)* after$/);
  });

  it.each(['u', 'us', 'user'])('in base64 behind %s: is cut out', (user) => {
    for (const suffix of ['', ':', ':x', ':xy']) {
      const redacted = redact(`Basic ${base64(`${user}:${SECRET}${suffix}`)}`);
      expect(redacted).toContain('[secret]');
      // What is left decodes to what stood around it, give or take a character.
      const rest = redacted.replace('Basic ', '').split('[secret]');
      const left = rest.map((text) => Buffer.from(text, 'base64').toString()).join('');
      expect(`${user}:${suffix}`.startsWith(left.slice(0, user.length))).toBe(true);
      expect(rest.join('').length).toBeLessThanOrEqual(base64(`${user}:${suffix}`).length);
    }
  });

  it('is cut out wherever it is', () => {
    expect(redact(`${SECRET}${SECRET} ${SECRET}`)).toBe('[secret][secret] [secret]');
  });

  it('of any shape is cut out of JSON and addresses, and the rest is kept', () => {
    const parts = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }),
        parts,
        parts,
        (secret, before, after) => {
          fc.pre(secret.isWellFormed() && before.isWellFormed() && after.isWellFormed());
          fc.pre(!`${before}${after}[secret]`.includes(secret.slice(0, 2)));
          const cut = createRedactor(secret);
          expect(JSON.parse(cut(JSON.stringify({ text: `${before} ${secret} ${after}` })))).toEqual({
            text: `${before} [secret] ${after}`,
          });
          expect(cut(`?q=1&key=${encodeURIComponent(secret)}`)).toBe('?q=1&key=[secret]');
        },
      ),
    );
  });

  it('of 4096 characters is no problem', () => {
    const long = 'aZ/+9.'.repeat(683).slice(0, 4096);
    expect(createRedactor(long)(`x ${long} ${base64(long)}`)).toBe('x [secret] [secret]==');
  });

  it('that is none changes nothing', () => {
    expect(createRedactor(null)('a b')).toBe('a b');
    expect(createRedactor('')('a b')).toBe('a b');
  });
});
