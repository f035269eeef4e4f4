import { looksEnglish } from './language.ts';
import { judge, readWords } from './model.ts';
import { type Tokens, tokenize } from './tokens.ts';
import { createWindow, findSpans, readWindow, type Span, windowReach } from './window.ts';
import { role } from './words.ts';

export { isEnglish } from './language.ts';

/** A mention in a sentence. */
export interface Target {
  /** First UTF-16 code unit of the name within the sentence. */
  start: number;
  /** The code unit after its last one. */
  end: number;
}

/** The sentiment of a sentence towards one target. */
export interface Score {
  /** −1000 (negative) to 1000 (positive): the probability of a positive opinion minus that of a negative one. */
  thousandths: number;
  /** The part of the sentence that is about the target, as offsets in the sentence. */
  clause: { start: number; end: number };
}

const window = createWindow();

/** Text that is further from the first or last target is not read. */
const reachInCharacters = windowReach * 12;

function tokenizeAround(text: string, targets: readonly Target[]): Tokens {
  let first = text.length;
  let last = 0;
  for (const { start, end } of targets) {
    if (start < first) first = start;
    if (end > last) last = end;
  }
  return tokenize(text, Math.max(0, first - reachInCharacters), last + reachInCharacters);
}

/** Scores each target of one sentence; null if the sentence has no opinion about it, or is not in English. */
export function scoreSentence(text: string, targets: readonly Target[]): (Score | null)[] {
  if (targets.length === 0) return [];
  const tokens = tokenizeAround(text, targets);
  const spans = findSpans(tokens, targets);
  if (!looksEnglish(text, tokens)) return spans.map(() => null);
  const isTarget = markTargets(tokens, spans);
  readWordsAround(tokens, spans, isTarget);
  return spans.map((span) => {
    if (span.first < 0) return null;
    readWindow(tokens, span, isTarget, window);
    if (!hasOpinion(tokens, span)) return null;
    const [bad = 0, none = 0, good = 0] = judge(tokens, span, window);
    const clause = findClause(tokens, span, isTarget);
    if (isOutdone(tokens, span))
      return { thousandths: Math.min(outdoneThousandths, Math.round((good - bad) * 1000)), clause };
    if (none >= bad && none >= good) return null;
    return { thousandths: Math.round((good - bad) * 1000), clause };
  });
}

/**
 * Names, numbers and marks alone express no opinion, whatever the model's result. A capitalized word of praise counts only
 * beyond a mark ("Best Overall: …"): inside a title it is part of the name ("Travel Rewards Card").
 */
function hasOpinion(tokens: Tokens, span: Span): boolean {
  for (let index = 0; index < window.count; index++) {
    const at = window.token[index]!;
    if (targetFlags[at] === 1) continue;
    if (tokens.nameLike[at] === 0 && tokens.end[at]! - tokens.start[at]! > 1) return true;
    if ((tokens.word[at]! & 255) !== 0 && tokens.clause[at] !== tokens.clause[span.first]) return true;
  }
  return false;
}

const outdoneThousandths = -600;

/** "A outperforms B" is bad for B. This comparison has no word such as "than", so the model cannot see it. */
function isOutdone(tokens: Tokens, span: Span): boolean {
  let at = span.first - 1;
  if (at >= 0 && (tokens.word[at]! & role.english) !== 0) at--;
  return at >= 0 && (tokens.word[at]! & role.outdoes) !== 0 && tokens.negated[at] === 0;
}

let targetFlags = new Uint8Array(1024);

function markTargets(tokens: Tokens, spans: readonly Span[]): Uint8Array {
  if (targetFlags.length < tokens.count) targetFlags = new Uint8Array(tokens.count * 2);
  targetFlags.fill(0, 0, tokens.count);
  for (const { first, last } of spans) if (first >= 0) targetFlags.fill(1, first, last + 1);
  return targetFlags;
}

/** Looks up only the words near a target, so that the time depends on the mentions, not on the length of the text. */
function readWordsAround(tokens: Tokens, spans: readonly Span[], isTarget: Uint8Array): void {
  let done = 0;
  const ordered = spans.length > 1 ? [...spans].sort((one, other) => one.first - other.first) : spans;
  for (const { first, last } of ordered) {
    if (first < 0) continue;
    const from = Math.max(done, first - windowReach);
    const to = Math.min(tokens.count, last + windowReach + 1);
    if (from < to) readWords(tokens, isTarget, from, to);
    done = Math.max(done, to);
  }
}

/** From the target in both directions to a strong break or to the clause of another target. */
function findClause(tokens: Tokens, span: Span, isTarget: Uint8Array): { start: number; end: number } {
  const reach = (from: number, direction: 1 | -1): number => {
    let end = from;
    let wholeClauses = from;
    for (let at = from + direction; at >= 0 && at < tokens.count; at += direction) {
      if (Math.abs(at - from) > windowReach || tokens.segment[at] !== tokens.segment[from]) return end;
      if (isTarget[at] === 1) return tokens.clause[at] === tokens.clause[from] ? end : wholeClauses;
      if (tokens.clause[at] !== tokens.clause[end]) wholeClauses = end;
      end = at;
    }
    return end;
  };
  let first = reach(span.first, -1);
  let last = reach(span.last, 1);
  const isMark = (at: number) => tokens.end[at]! - tokens.start[at]! === 1 && tokens.word[at] === 0;
  while (first < span.first && isMark(first)) first++;
  while (last > span.last && isMark(last)) last--;
  return { start: tokens.start[first]!, end: tokens.end[last]! };
}
