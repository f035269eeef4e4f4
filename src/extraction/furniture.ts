/** Text that a channel's page puts around its answers. It is machine-made, so it is matched character by character. */
export interface FurniturePattern {
  /** The channel whose answers have it (`famC-1`), or null for all channels. */
  channel: string | null;
  /** `*` stands for up to 80 characters of the same line. */
  text: string;
  /** What is cut: only the text, the text and the rest of its line, or the text and everything after it. */
  cut: 'text' | 'line' | 'rest';
}

/** The default list. Callers can pass another one. */
export const DEFAULT_FURNITURE: readonly FurniturePattern[] = [
  { channel: null, text: 'AI responses may include mistakes.', cut: 'text' },
  { channel: null, text: 'AI-generated answers may include mistakes.', cut: 'text' },
  { channel: null, text: 'Generative AI is experimental.', cut: 'text' },
  { channel: null, text: 'Learn moreThank you', cut: 'text' },
  { channel: null, text: 'Your feedback helps Google improve.', cut: 'text' },
  { channel: null, text: 'See our Privacy Policy.', cut: 'text' },
  { channel: null, text: 'Share more feedback', cut: 'text' },
  { channel: null, text: 'Report a problemClose', cut: 'text' },
  { channel: null, text: 'To save your searches,\u00a0update your settings', cut: 'text' },
  { channel: null, text: 'To save your searches, update your settings', cut: 'text' },
  { channel: null, text: 'Map data ©*GoogleTerms', cut: 'text' },
  { channel: null, text: 'Map data ©*Google', cut: 'text' },
  { channel: null, text: 'Click to toggle between metric and imperial units', cut: 'text' },
];

const MAX_WILDCARD_LENGTH = 80;

export interface FurnitureFinder {
  /** Spans of `answer` that are furniture, in order and without overlap: start, end, start, end, … */
  find(answer: string, channel: string | null): number[];
}

export function createFurnitureFinder(patterns: readonly FurniturePattern[]): FurnitureFinder {
  const usable = patterns
    .map(({ channel, text, cut }) => ({ channel, parts: text.split('*'), cut }))
    .filter(({ parts }) => parts[0] !== '');

  return {
    find(answer, channel) {
      const spans: [number, number][] = [];
      for (const { channel: owner, parts, cut } of usable) {
        if (owner !== null && owner !== channel) continue;
        const first = parts[0]!;
        for (let start = answer.indexOf(first); start !== -1; start = answer.indexOf(first, start + first.length)) {
          const end = findParts(answer, start + first.length, parts);
          if (end !== -1) spans.push([start, toCutEnd(answer, end, cut)]);
        }
      }
      return mergeSpans(spans);
    },
  };
}

function mergeSpans(spans: [number, number][]): number[] {
  if (spans.length === 0) return [];
  spans.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const merged: number[] = [];
  for (const [start, end] of spans) {
    const last = merged.length - 1;
    if (last > 0 && start <= merged[last]!) merged[last] = Math.max(merged[last]!, end);
    else merged.push(start, end);
  }
  return merged;
}

function toCutEnd(answer: string, end: number, cut: FurniturePattern['cut']): number {
  if (cut === 'text') return end;
  if (cut === 'rest') return answer.length;
  const lineEnd = answer.indexOf('\n', end);
  return lineEnd === -1 ? answer.length : lineEnd;
}

/** The offset after the last part, or -1 if the parts after the first do not follow. */
function findParts(answer: string, from: number, parts: readonly string[]): number {
  let end = from;
  for (const part of parts.slice(1)) {
    const near = answer.slice(end, end + MAX_WILDCARD_LENGTH + part.length);
    const line = near.includes('\n') ? near.slice(0, near.indexOf('\n')) : near;
    const index = line.indexOf(part);
    if (index === -1) return -1;
    end += index + part.length;
  }
  return end;
}
