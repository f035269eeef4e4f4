import { BLOCK_END, type ReadableText } from './readable-text.ts';

/** What may stand between the labels of several citations: `[Wirecutter](…), [Varrow](…)`. */
const BETWEEN = /^[ \t,;|+&·•\ufffc]{0,6}$/;
/** `(`, `(source: `, `[via `. */
const OPENED = /[([](?:(?:sources?|via|see|from)\b:? ?)?$/i;
const CLOSED = /^[)\]]/;
const AFTER_SENTENCE = /[.!?…。！？]["”’)\]]?[ \t\ufffc]*$/;
const AT_LINE_END = new RegExp(`^[ \\t\\ufffc.]*(?:$|[\\n${BLOCK_END}])`);
/** Longer than anything that is looked for around a label. */
const LOOK_AROUND = 12;

/**
 * The link labels that say where something was read rather than take part in a sentence, as starts and ends:
 * `It grinds evenly ([Varrow](…)).`, `It grinds evenly. [Varrow](…)`, `It grinds evenly. [Varrow](…) [RTINGS](…) It …`.
 */
export function findCitationLabels({ text, labels }: ReadableText): number[] {
  const found: number[] = [];
  for (let first = 0, next = 2; first < labels.length; first = next, next += 2) {
    while (next < labels.length && BETWEEN.test(text.slice(labels[next - 1]!, labels[next]!))) next += 2;
    const start = labels[first]!;
    const end = labels[next - 1]!;
    const before = text.slice(Math.max(0, start - LOOK_AROUND), start);
    const after = text.slice(end, end + LOOK_AROUND);
    const isEnclosed = OPENED.test(before) && CLOSED.test(after);
    const isOutside = AFTER_SENTENCE.test(before) && (next - first > 2 || AT_LINE_END.test(after));
    if (!isEnclosed && !isOutside) continue;
    for (let at = first; at < next; at++) found.push(labels[at]!);
  }
  return found;
}
