import { decodeNamedCharacterReference } from 'decode-named-character-reference';

const REFERENCE = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y;
/** What Markdown leaves out of a text that goes on in the next line: indentation and the marks of quotations. */
const LEFT_OUT = /[\s>\\]/;

/**
 * Where each code unit of a parsed text stands in its source. They differ where the source has escapes, character
 * references, or line beginnings that belong to the structure.
 */
export function toSourceOffsets(
  value: string,
  { source, start, end }: { source: string; start: number; end: number },
): Int32Array {
  const offsets = new Int32Array(value.length);
  const isSame = end - start === value.length && source.startsWith(value, start);
  if (isSame) return offsets.map((_, index) => start + index);
  let place = start;
  for (let index = 0; index < value.length; index += 1) {
    const reference = readReference(source, place);
    if (reference !== '') {
      offsets[index] = place;
      const isPair = /[\uD800-\uDBFF]/.test(value[index]!);
      if (isPair) offsets[index + 1] = place;
      index += Number(isPair);
      place += reference.length;
      continue;
    }
    while (place < end && source[place] !== value[index] && LEFT_OUT.test(source[place]!)) place += 1;
    offsets[index] = Math.min(place, end);
    if (source[place] === value[index]) place += 1;
  }
  return offsets;
}

/** The character reference that begins here; those of unknown names are ordinary text. */
function readReference(source: string, place: number): string {
  if (source[place] !== '&') return '';
  REFERENCE.lastIndex = place;
  const reference = REFERENCE.exec(source)?.[0] ?? '';
  const isKnown = reference.startsWith('&#') || decodeNamedCharacterReference(reference.slice(1, -1)) !== false;
  return isKnown ? reference : '';
}
