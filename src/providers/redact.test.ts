import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.ts';

const SECRET = 'sk-"Zürich"/a+b=c d\\e_1234567';
const { redact } = createRedactor(SECRET);
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
          const cut = createRedactor(secret).redact;
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
    expect(createRedactor(long).redact(`x ${long} ${base64(long)}`)).toBe('x [secret] [secret]==');
  });

  it('that is none changes nothing', () => {
    expect(createRedactor(null).redact('a b')).toBe('a b');
    expect(createRedactor('').redact('a b')).toBe('a b');
  });
});

const KEY = 'sk-live_9fQ2bX7kLm4TzR8wYc3Vh6Nd1Gp5Js0A';
const cutKey = createRedactor(KEY).redact;
const escapeEach = (toText: (code: number, character: string) => string) => (text: string) =>
  [...text].map((character) => toText(character.charCodeAt(0), character)).join('');
const toHex = (code: number, length = 2) => code.toString(16).padStart(length, '0');
const percent = escapeEach((code) => `%${toHex(code)}`);
const unicode = escapeEach((code) => `\\u${toHex(code, 4)}`);
const decimal = escapeEach((code) => `&#${code};`);

describe('a key', () => {
  it.each<[string, (key: string) => string]>([
    ['in upper case', (key) => key.toUpperCase()],
    ['in lower case', (key) => key.toLowerCase()],
    ['with each character as JSON escapes it', unicode],
    ['with some characters as JSON escapes them', (key) => key.slice(0, 5) + unicode(key.slice(5, 9)) + key.slice(9)],
    ['in JSON in JSON', (key) => JSON.stringify(JSON.stringify(unicode(key))).slice(3, -3)],
    ['with characters in hexadecimal', escapeEach((code) => `\\x${toHex(code)}`)],
    ['with each character percent-encoded', percent],
    ['with each character percent-encoded twice', (key) => encodeURIComponent(percent(key))],
    ['percent-encoded, each sign of which JSON escapes', (key) => unicode(percent(key))],
    ['with decimal entities', decimal],
    ['with decimal entities without an end', escapeEach((code) => `&#${code}`)],
    ['with long decimal entities', escapeEach((code) => `&#${String(code).padStart(7, '0')};`)],
    ['with hexadecimal entities', escapeEach((code) => `&#X${toHex(code)};`)],
    ['with named entities', (key) => key.replace('-', '&hyphen;').replace('_', '&lowbar;')],
    ['with entities that are escaped again', (key) => decimal(key).replaceAll('&', '&amp;')],
    ['with entities that are percent-encoded', (key) => encodeURIComponent(decimal(key))],
    ['over several lines', (key) => key.replace(/.{7}/g, '$&\n')],
    ['over several lines of JSON', (key) => key.replace(/.{7}/g, '$&\\r\\n\\t')],
    ['over several lines of HTML', (key) => key.replace(/.{7}/g, '$&<br />\n')],
    ['with a space between its characters', (key) => [...key].join(' ')],
    ['with soft hyphens', (key) => [...key].join('\u00ad')],
    ['with places for a break', (key) => [...key].join('<wbr>')],
    ['with marks of a search', (key) => key.replace(/[0-9]/g, '<em>$&</em>')],
    ['without its symbols', (key) => key.replace(/[^a-z0-9]/gi, '')],
    ['with other symbols', (key) => key.replace(/[^a-z0-9]/gi, ' - ')],
    ['in hexadecimal digits', (key) => Buffer.from(key).toString('hex')],
    ['in capital hexadecimal digits', (key) => Buffer.from(key).toString('hex').toUpperCase()],
    ['in bytes', (key) => [...Buffer.from(key)].map((byte) => toHex(byte)).join(':')],
  ])('%s is cut out', (_, write) => {
    expect(cutKey(`before ${write(KEY)} after`)).toBe('before [secret] after');
    expect(JSON.parse(cutKey(JSON.stringify({ text: `before ${write(KEY)} after` })))).toEqual({
      text: 'before [secret] after',
    });
  });

  it('in base64 over several lines is cut out, wherever it begins', () => {
    for (const before of ['', 'u', 'us', 'user:']) {
      const written = base64(`${before}${KEY}`).replace(/.{11}/g, '$&\r\n');
      expect(cutKey(`Basic ${written} end`)).toMatch(/^Basic \S{0,8}\s*\[secret\]\S{0,2}[=\s]* end$/);
    }
  });

  it('of which a large part is missing is cut out', () => {
    expect(cutKey(`Wrong key ${KEY.slice(0, 30)}… given.`)).toBe('Wrong key [secret]… given.');
    expect(cutKey(`Wrong key …${KEY.slice(-20)} given.`)).toBe('Wrong key …[secret] given.');
    expect(cutKey(`${KEY.slice(4, 24).toUpperCase()} is a part`)).toBe('[secret] is a part');
  });

  it('that is torn apart is cut out of each part', () => {
    const said = { message: KEY.slice(0, 11), more: [{ message: KEY.slice(11) }] };
    expect(JSON.parse(cutKey(JSON.stringify(said)))).toEqual({ message: '[secret]', more: [{ message: '[secret]' }] });
    expect(cutKey(`${KEY.slice(-10)} is the end of ${KEY}`)).toBe('[secret] is the end of [secret]');
  });

  it('that is masked is left as it is', () => {
    const masked = `Wrong key ${KEY.slice(0, 10)}***${KEY.slice(-4)} given.`;
    expect(cutKey(masked)).toBe(masked);
  });

  it('in several texts of a list is cut out of all of them, and JSON stays JSON', () => {
    const parts = [KEY.slice(0, 5), KEY.slice(5, 20), KEY.slice(20)];
    expect(JSON.parse(cutKey(JSON.stringify({ list: ['a b', ...parts, 'c'] }, null, 2)))).toEqual({
      list: ['a b', '[secret]', '', '', 'c'],
    });
  });

  it('written in any mixture of ways is cut out of JSON, and the rest is kept', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcXYZ0123456789-_'), minLength: 16, maxLength: 80 });
    const ways = [
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      percent,
      (text: string) => encodeURIComponent(percent(text)),
      unicode,
      decimal,
      (text: string) => `${text}\n`,
      (text: string) => `${text}&shy;`,
    ];
    const chosen = fc.array(fc.nat(ways.length - 1), { minLength: 80, maxLength: 80 });
    fc.assert(
      fc.property(letters, chosen, fc.string(), (secret, indexes, end) => {
        fc.pre(secret.replace(/[^a-z0-9]/gi, '').length >= 12 && /[0-9]/.test(secret));
        fc.pre(/^[a-z0-9].*[a-z0-9]$/i.test(secret));
        const written = [...secret].map((character, index) => ways[indexes[index]!]!(character)).join('');
        const cut = JSON.parse(createRedactor(secret).redact(JSON.stringify({ text: `? ${written} ${end}` })));
        expect(cut.text.startsWith('? [secret]')).toBe(true);
        expect(cut.text.endsWith(` ${end}`)).toBe(true);
      }),
    );
  });

  it('does not make texts unreadable that have nothing of it', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 50 });
    fc.assert(
      fc.property(words, (list) => {
        expect(cutKey(list.join(' '))).toBe(list.join(' '));
      }),
    );
    const prose = 'A live test: SK Telecom (sk-live) has 9 of 2 & 50% of <b>Acme</b> in C:\\new, see ?a=1&b=%20#x.';
    expect(cutKey(prose)).toBe(prose);
  });
});

describe('a value that is like words', () => {
  it('is cut out where it is a word of its own, if it is short', () => {
    expect(createRedactor('demo').redact('Demos of democracy: a demo, undemonstrative.')).toBe(
      'Demos of democracy: a [secret], undemonstrative.',
    );
    expect(createRedactor('x').redact('x y x')).toBe('x y x');
  });

  it.each(['not-needed', 'no-key-required', 'sk-no-key-required', 'acme-corporation-key'])(
    '(%s) is cut out only as it is',
    (secret) => {
      const prose = `There is ${secret.replaceAll('-', ' ')}.`;
      expect(createRedactor(secret).redact(`${prose} ${secret}`)).toBe(`${prose} [secret]`);
    },
  );

  it('leaves names alone that it begins with', () => {
    const { redact } = createRedactor('acme-corporation-production-7f3a9c2e');
    expect(redact('Acme Corporation Production is best.')).toBe('Acme Corporation Production is best.');
    expect(redact('ACME_CORPORATION_PRODUCTION_7F3A9C2E')).toBe('[secret]');
  });
});

describe('a large text', () => {
  it.each([
    ['prose', 'Acme is great, but Zorbix is cheaper. '],
    ['the key', KEY],
    ['the key, almost', `${KEY.slice(0, -1)}!`],
    ['percent signs', '%25'],
    ['ampersands', '&amp;'],
    ['backslashes', '\\'],
  ])('of %s is searched in small pieces', async (_, filling) => {
    const text = filling.repeat(2 ** 21 / filling.length);
    let breaths = 0;
    const cut = await createRedactor(KEY).redactLong(text, () => {
      breaths += 1;
      return undefined;
    });
    expect(breaths).toBeGreaterThan(cut.length / 2 ** 15);
    expect(cut).not.toContain(KEY.slice(3, 12));
  });
});
