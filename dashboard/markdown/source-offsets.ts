import { decodeNamedCharacterReference } from 'decode-named-character-reference';

const REFERENCE = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y;
/** What Markdown skips at the start of a continued line: indentation and the marks of quotes. */
const SKIPPED = /[\s>\\]/;

/**
 * The offset in the source of each code unit of a parsed text. The two differ where the source has escapes, character
 * references, or line starts that belong to the structure.
 */
export function toSourceOffsets(
  value: string,
  { source, start, end }: { source: string; start: number; end: number },
): Int32Array {
  const offsets = new Int32Array(value.length);
  const isSame = end - start === value.length && source.startsWith(value, start);
  if (isSame) return offsets.map((_, index) => start + index);
  let offset = start;
  for (let index = 0; index < value.length; index += 1) {
    const reference = readReference(source, offset);
    if (reference !== '') {
      offsets[index] = offset;
      const isPair = /[\uD800-\uDBFF]/.test(value[index]!);
      if (isPair) offsets[index + 1] = offset;
      index += Number(isPair);
      offset += reference.length;
      continue;
    }
    while (offset < end && source[offset] !== value[index] && SKIPPED.test(source[offset]!)) offset += 1;
    offsets[index] = Math.min(offset, end);
    if (source[offset] === value[index]) offset += 1;
  }
  return offsets;
}

/** The character reference that starts here, or an empty text. References with unknown names are ordinary text. */
function readReference(source: string, offset: number): string {
  if (source[offset] !== '&') return '';
  REFERENCE.lastIndex = offset;
  const reference = REFERENCE.exec(source)?.[0] ?? '';
  const isKnown = reference.startsWith('&#') || decodeNamedCharacterReference(reference.slice(1, -1)) !== false;
  return isKnown ? reference : '';
}
