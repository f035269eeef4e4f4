/** So many letters and digits of a key in a row are a leak. */
const WINDOW = 9;

/** A function that lists what a text, or the bytes of a file, contain of a key: parts of nine characters, or more. */
export function createLeakFinder(key) {
  const bytes = Buffer.from(key);
  const encoded = [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return whole.slice(offset + 1, Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const parts = [
    ...listParts([key], WINDOW),
    ...listParts(encoded, (WINDOW * 4) / 3),
    ...listParts([bytes.toString('hex')], WINDOW * 2),
  ];
  return (said) => {
    const text = typeof said === 'string' ? said : Buffer.from(said).toString('latin1');
    const texts = [toLetters(text), toLetters(decode(text))];
    return parts.filter((part) => texts.some((letters) => letters.includes(part)));
  };
}

function listParts(texts, length) {
  const parts = new Set();
  for (const letters of texts.map(toLetters)) {
    for (let at = 0; at + length <= letters.length; at += 1) parts.add(letters.slice(at, at + length));
  }
  return parts;
}

function toLetters(text) {
  return text.replace(/[^a-z0-9]+/gi, '').toLowerCase();
}

function decode(text) {
  const toCharacter = (base) => (_, digits) => String.fromCharCode(Number.parseInt(digits, base));
  return text
    .replace(/\\+u00([0-9a-f]{2})/gi, toCharacter(16))
    .replace(/\\+[bfnrt]/g, ' ')
    .replace(/%25/g, '%')
    .replace(/%([0-9a-f]{2})/gi, toCharacter(16))
    .replace(/&amp;/g, '&')
    .replace(/&#(\d{1,7});/g, toCharacter(10))
    .replace(/&#x([0-9a-f]{1,6});/gi, toCharacter(16))
    .replace(/&[a-z]+;|<[a-z]+>/gi, '');
}
