import { isUpperCase } from './character-folding.ts';

const WEB_ADDRESS = /^(?:[a-z][a-z\d+.-]{1,20}:\/\/|www\.|mailto:)\S+$/i;
const DOMAIN_WITH_PATH = /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}(?::\d{1,5})?[/?#]\S*$/;
const EMAIL_ADDRESS = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}$/;
const MAX_TOKEN_SIDE = 120;
const IS_TOKEN_UNIT = Uint8Array.from({ length: 0x7f }, (_, unit) =>
  `"'()<>[]{}|,;*\``.includes(String.fromCharCode(unit)) ? 0 : 1,
);

/** Whether a text is a web or e-mail address and nothing else. A bare domain can be a name (`Booking.com`): see `isInsideAddress`. */
export function isAddress(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > 4000) return /^(?:https?:\/\/|www\.)/i.test(trimmed);
  return WEB_ADDRESS.test(trimmed) || EMAIL_ADDRESS.test(trimmed) || DOMAIN_WITH_PATH.test(trimmed);
}

/**
 * Whether the passage from `start` to `end` is only part of an address: `nike` in `nike.com`, in `shop.nike.com/air`, in
 * `info@nike.com`. A domain that is written like a name (`Amazon.com`) counts as a name.
 */
export function isInsideAddress(text: string, start: number, end: number): boolean {
  // An address continues without a space, which rules out `Sony.`, `Best: Sony` and `design.Sony` early.
  const isFollowedByAddress = isAddressUnit(text.charCodeAt(end)) && isTokenUnit(text.charCodeAt(end + 1));
  if (!isFollowedByAddress && !isPrecededByAddress(text, start)) return false;
  let from = start;
  while (from > 0 && start - from < MAX_TOKEN_SIDE && isTokenUnit(text.charCodeAt(from - 1))) from--;
  let to = end;
  while (to < text.length && to - end < MAX_TOKEN_SIDE && isTokenUnit(text.charCodeAt(to))) to++;
  const token = text.slice(from, to).replace(/[.,;:!?]+$/, '');
  if (/[/@?#]|www\./i.test(token) && isAddress(token)) return true;
  // A domain continues after the passage: a dot and lower-case letters, up to the end of the token.
  return /^[a-z]/.test(text.slice(start, start + 1)) && /^(?:\.[a-z][a-z\d-]*)+(?![a-z\d])/.test(text.slice(end, to));
}

function isPrecededByAddress(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (start < 2 || !isAddressUnit(before) || !isTokenUnit(text.charCodeAt(start - 2))) return false;
  const isDotOrColon = before === 0x2e || before === 0x3a;
  return (
    !isDotOrColon || !isUpperCase(text.charCodeAt(start)) || /www\.$/i.test(text.slice(Math.max(0, start - 4), start))
  );
}

/** `.`, `/`, `@`, `:`, `-`, `_`, `?`, `=`, `#`, `&`, `%` */
function isAddressUnit(unit: number): boolean {
  switch (unit) {
    case 0x2e:
    case 0x2f:
    case 0x40:
    case 0x3a:
    case 0x2d:
    case 0x5f:
    case 0x3f:
    case 0x3d:
    case 0x23:
    case 0x26:
    case 0x25:
      return true;
    default:
      return false;
  }
}

/** Whether a code unit can be inside an address: not spaces, quotes, brackets, or anything outside ASCII. */
function isTokenUnit(unit: number): boolean {
  return unit > 0x20 && unit < 0x7f && IS_TOKEN_UNIT[unit] === 1;
}
