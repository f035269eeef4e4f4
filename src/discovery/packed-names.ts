import type { FoundName } from './find-names.ts';

// Bits of what a packed name says about its places in an answer.
const IN_TITLE = 1;
const INSIDE_SENTENCE = 2;

/**
 * The names of an answer in one text, as it is stored: one line for each, with its parts separated by tabs. They are the
 * name, bits, the number of places, and how many of them are labels of links.
 */
export function packNames(names: readonly FoundName[]): string {
  let packed = '';
  for (const { text, count, titles, inside, labels } of names) {
    const bits = (titles > 0 ? IN_TITLE : 0) + (inside > 0 ? INSIDE_SENTENCE : 0);
    packed += `${packed === '' ? '' : '\n'}${text}\t${bits}\t${count}\t${labels}`;
  }
  return packed;
}

/** Only the names, as they are written. */
export function unpackNames(packed: string): string[] {
  return packed === '' ? [] : packed.split('\n').map((line) => line.slice(0, line.indexOf('\t')));
}
