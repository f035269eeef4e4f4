import { findScoredLanguage, type ScoredLanguage } from './languages.ts';
import { judge, readTokens, startSentence } from './model.ts';
import { isOpinion, type Tokens, tokenize } from './tokens.ts';
import { createWindow, findSpans, readWindow, type Span, windowReach } from './window.ts';

/** A mention in a sentence. */
export interface Target {
  /** First UTF-16 code unit of the name within the sentence. */
  start: number;
  /** The code unit after its last one. */
  end: number;
}

/** How a sentence speaks of one target. */
export interface Opinion {
  /** Probabilities; together with that of no opinion they are 1. */
  good: number;
  bad: number;
  /** The part of the sentence that is about the target, as offsets in the sentence. */
  clause: { start: number; end: number };
}

const window = createWindow();

/** Text that is further from the first or last target is not read. */
const reachInCharacters = windowReach * 12;

/** The tokens of a sentence around its targets. Valid until the next call. */
export function readSentence({ lexicon }: ScoredLanguage, text: string, targets: readonly Target[]): Tokens {
  let first = text.length;
  let last = 0;
  for (const { start, end } of targets) {
    if (start < first) first = start;
    if (end > last) last = end;
  }
  const part = { from: Math.max(0, first - reachInCharacters), to: last + reachInCharacters };
  return tokenize(lexicon, text, targets, part);
}

/** Judges each target of a sentence that was read; null where there are only names, numbers and marks. */
export function judgeTargets({ salt }: ScoredLanguage, tokens: Tokens, targets: readonly Target[]): (Opinion | null)[] {
  const spans = findSpans(tokens, targets);
  const isTarget = markTargets(tokens, spans);
  readAround(tokens, salt, spans);
  return spans.map((span) => {
    if (span.first < 0) return null;
    readWindow(tokens, span, isTarget, window);
    if (!saysSomething(tokens, span)) return null;
    const [bad = 0, , good = 0] = judge(tokens, salt, span, window);
    return { good, bad, clause: findClause(tokens, span, isTarget) };
  });
}

/** The sentiment of a sentence towards one target. */
export interface Score {
  /** −1000 (negative) to 1000 (positive): the probability of a positive opinion minus that of a negative one. */
  thousandths: number;
  clause: Opinion['clause'];
}

/** Scores each target of one sentence alone; null if the sentence has no opinion about it, or its language no lexicon. */
export function scoreSentence(text: string, targets: readonly Target[], code = 'en'): (Score | null)[] {
  const language = findScoredLanguage(code);
  if (targets.length === 0 || language === null) return targets.map(() => null);
  return judgeTargets(language, readSentence(language, text, targets), targets).map((opinion) => {
    if (opinion === null) return null;
    const { good, bad, clause } = opinion;
    const hasNone = 1 - good - bad >= Math.max(good, bad);
    return hasNone ? null : { thousandths: Math.round((good - bad) * 1000), clause };
  });
}

/**
 * Names, numbers and marks alone express no opinion, whatever the model's result. A capitalized word of praise counts only
 * beyond a mark ("Best Overall: …") and as the first word ("Avoid Varrow."): inside a title it is part of the name ("Travel
 * Rewards Card").
 */
function saysSomething(tokens: Tokens, span: Span): boolean {
  for (let index = 0; index < window.count; index++) {
    const at = window.token[index]!;
    if (targetFlags[at] === 1) continue;
    if (tokens.nameLike[at] === 0 && tokens.end[at]! - tokens.start[at]! > 1) return true;
    if (isOpinion(tokens.state[at]!) && (at === 0 || tokens.clause[at] !== tokens.clause[span.first])) return true;
  }
  return false;
}

let targetFlags = new Uint8Array(1024);

function markTargets(tokens: Tokens, spans: readonly Span[]): Uint8Array {
  if (targetFlags.length < tokens.count) targetFlags = new Uint8Array(tokens.count * 2);
  targetFlags.fill(0, 0, tokens.count);
  for (const { first, last } of spans) if (first >= 0) targetFlags.fill(1, first, last + 1);
  return targetFlags;
}

/** Looks up only the words near a target, so that the time depends on the mentions, not on the length of the text. */
function readAround(tokens: Tokens, salt: number, spans: readonly Span[]): void {
  startSentence();
  let done = 0;
  const ordered = spans.length > 1 ? [...spans].sort((one, other) => one.first - other.first) : spans;
  for (const { first, last } of ordered) {
    if (first < 0) continue;
    const from = Math.max(done, first - windowReach);
    const to = Math.min(tokens.count, last + windowReach + 1);
    if (from < to) readTokens(tokens, salt, { isTarget: targetFlags, from, to });
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
  const isMark = (at: number) => tokens.end[at]! - tokens.start[at]! === 1 && tokens.nameLike[at] === 0;
  while (first < span.first && isMark(first)) first++;
  while (last > span.last && isMark(last)) last--;
  return { start: tokens.start[first]!, end: tokens.end[last]! };
}
