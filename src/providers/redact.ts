const REPLACEMENT = '[secret]';
/** Shorter pieces of base64 occur by chance. */
const MIN_BASE64_LENGTH = 8;

/** A function that cuts a secret out of a text, however it is written there. */
export function createRedactor(secret: string | null): (text: string) => string {
  if (secret === null || secret === '') return (text) => text;
  const pattern = new RegExp([toTextPattern(secret), ...toBase64Patterns(secret)].join('|'), 'g');
  return (text) => text.replace(pattern, REPLACEMENT);
}

/** Each character as it is, percent-encoded, or escaped as in JSON. */
function toTextPattern(secret: string): string {
  return Array.from(secret, (character) => {
    const ways = [escapeForRegExp(character), toPercentPattern(character), toUnicodePattern(character)];
    const escaped = JSON.stringify(character).slice(1, -1);
    if (escaped !== character) ways.unshift(escapeForRegExp(escaped));
    if (character === '/') ways.push('\\\\/');
    if (character === ' ') ways.push('\\+');
    return `(?:${ways.join('|')})`;
  }).join('');
}

function toPercentPattern(character: string): string {
  return Array.from(Buffer.from(character), (byte) => `%${toHexPattern(byte, 2)}`).join('');
}

function toUnicodePattern(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\\\u${toHexPattern(character.charCodeAt(index), 4)}`,
  ).join('');
}

function toHexPattern(value: number, length: number): string {
  return value
    .toString(16)
    .padStart(length, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** As part of a longer base64 text (`user:secret`) a secret can begin at each of three places of a group. */
function toBase64Patterns(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((offset) => {
    const bits = (offset + bytes.length) * 8;
    const start = Math.ceil((offset * 8) / 6);
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const own = encoded.slice(start, Math.floor(bits / 6));
    if (own.length < MIN_BASE64_LENGTH) return [];
    const any = '(?:[A-Za-z0-9+/_-])?';
    const middle = Array.from(own, toBase64Pattern).join('');
    // The characters at the edges share their bits with what is beside the secret.
    return [`${offset === 0 ? '' : any}${middle}${bits % 6 === 0 ? '' : any}(?:=|%3[Dd]){0,2}`];
  });
}

function toBase64Pattern(character: string): string {
  if (character === '+') return '(?:\\+|-|%2[Bb])';
  if (character === '/') return '(?:\\\\?/|_|%2[Ff])';
  return character;
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
