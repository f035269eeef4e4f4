import type { ReadableText } from './readable-text.ts';
import { isSentenceEnd } from './sentences.ts';

// `I could not find anything about X` names X and says that nothing is known of it.
const NOTHING_KNOWN =
  /\b(?:(?:could|can|did|do|does|was|were|am|is|are)(?: not|n['’]t)|cannot|can['’]t|unable to|not able to|never)\b[^.!?\n\u2029]{0,40}?\b(?:find|locate|identify|verify|recogni[sz]e|come across|have (?:any |enough |specific |reliable )*(?:information|details|data|knowledge|records?))|\b(?:no|any|little|insufficient)(?: \w+){0,3} (?:information|details|data|records?|results?|mentions?|references?|reviews)\b[^.!?\n\u2029]{0,30}?\b(?:about|on|for|of|regarding|called|named)\b|\bnot (?:aware of|familiar with)|['’]m not familiar with|\b(?:do|does|did)(?: not|n['’]t) (?:appear|seem) to (?:be|exist|have)|\bnever heard of|\bunfamiliar with|\bno (?:knowledge|record) of|\bdo(?: not|n['’]t) (?:know (?:anything )?(?:about|of)|recognize)/gi;
const FARTHEST = 200;

/** Sentences that say that nothing is known of what they name: start, end, start, end, …, in order. */
export function findUnknownSentences(readable: ReadableText): number[] {
  const { text } = readable;
  const spans: number[] = [];
  NOTHING_KNOWN.lastIndex = 0;
  for (let match = NOTHING_KNOWN.exec(text); match !== null; match = NOTHING_KNOWN.exec(text)) {
    let start = match.index;
    while (start > 0 && match.index - start < FARTHEST && !isSentenceEnd(text, start - 1)) start--;
    let end = match.index + match[0].length;
    const last = end + FARTHEST;
    while (end < text.length && end < last && !isSentenceEnd(text, end)) end++;
    // What follows a contrast is about something that is known.
    const contrast = text.slice(match.index, end).search(/[,;]?\s(?:but|however|although|though|whereas|while)\s/i);
    spans.push(start, contrast === -1 ? end : match.index + contrast);
    NOTHING_KNOWN.lastIndex = Math.max(end, NOTHING_KNOWN.lastIndex);
  }
  return spans;
}

export function isInside(spans: readonly number[], offset: number): boolean {
  for (let i = 0; i < spans.length && spans[i]! <= offset; i += 2) if (offset < spans[i + 1]!) return true;
  return false;
}
