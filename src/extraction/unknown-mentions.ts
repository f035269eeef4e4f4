import { isSentenceEnd } from './sentences.ts';

// `I could not find anything about X` names X but says that the model knows nothing about it.
const NOTHING_KNOWN =
  /\b(?:(?:could|can|did|do|does|was|were|am|is|are)(?: not|n['’]t)|cannot|can['’]t|unable to|not able to|never)\b[^.!?\n\u2029]{0,40}?\b(?:find|locate|identify|verify|recogni[sz]e|come across|have (?:any |enough |specific |reliable )*(?:information|details|data|knowledge|records?))|\b(?:no|any|little|insufficient)(?: \w+){0,3} (?:information|details|data|records?|results?|mentions?|references?|reviews)\b[^.!?\n\u2029]{0,30}?\b(?:about|on|for|of|regarding|called|named)\b|\bnot (?:aware of|familiar with)|['’]m not familiar with|\b(?:do|does|did)(?: not|n['’]t) (?:appear|seem) to (?:be|exist|have)|\bnever heard of|\bunfamiliar with|\bno (?:knowledge|record) of|\bdo(?: not|n['’]t) (?:know (?:anything )?(?:about|of)|recogni[sz]e)/i;
const DENIAL = /not|n['\u2019]t|no |any|little|insufficient|unable|never|unfamiliar/i;
const MAX_DISTANCE = 200;

/** Every such sentence has one of these folded words. The matcher finds them in the same pass as names. */
export const UNKNOWN_TRIGGERS: readonly string[] = (
  'find|locate|identify|verify|recognize|recognise|come across|information|details|data|knowledge|record|records|result|' +
  'results|mention|mentions|reference|references|reviews|aware of|familiar with|unfamiliar with|appear to|seem to|' +
  'heard of|know about|know anything|know of'
).split('|');

/** Sentences which say that the model knows nothing about what they name: start, end, start, end, …, in order. */
export function findUnknownSentences(text: string, triggers: readonly number[]): number[] {
  const spans: number[] = [];
  let done = 0;
  for (const trigger of triggers) {
    if (trigger < done || !DENIAL.test(text.slice(Math.max(0, trigger - 80), trigger + 30))) continue;
    let start = trigger;
    while (start > done && trigger - start < MAX_DISTANCE && !isSentenceEnd(text, start - 1)) start--;
    let end = trigger;
    while (end < text.length && end - trigger < MAX_DISTANCE && !isSentenceEnd(text, end)) end++;
    done = end;
    const sentence = text.slice(start, end);
    const match = NOTHING_KNOWN.exec(sentence);
    if (match === null) continue;
    // After a contrast the sentence is about something that the model knows.
    const contrast = sentence.slice(match.index).search(/[,;]?\s(?:but|however|although|though|whereas|while)\s/i);
    spans.push(start, contrast === -1 ? end : start + match.index + contrast);
  }
  return spans;
}

export function isInside(spans: readonly number[], offset: number): boolean {
  for (let i = 0; i < spans.length && spans[i]! <= offset; i += 2) if (offset < spans[i + 1]!) return true;
  return false;
}
