/** Terminals act on control characters, and can be made to show text in another order; answers may be hostile. */
const UNSAFE = /[\p{Control}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

export function toPlainText(text: string): string {
  return text.replace(UNSAFE, ' ');
}

/** JSON whose texts do nothing to a terminal, and mean the same. */
export function toSafeJson(value: unknown): string {
  const toEscapes = (text: string) =>
    [...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  return JSON.stringify(value, null, 2).replace(
    /[^\n\P{Control}]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    toEscapes,
  );
}

const ASCII = /^[\x20-\x7e]*$/;
/** East Asian scripts and full-width forms, and what is shown as a picture. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/u;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

let segmenter: Intl.Segmenter | undefined;

/** What is one character to a reader. The segmenter takes a while to make, and most text needs none. */
function* listGraphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

function toWidth(grapheme: string): number {
  if (WIDE.test(grapheme)) return 2;
  return NO_WIDTH.test(grapheme) ? 0 : 1;
}

/** How many columns of a terminal a text takes. */
export function measure(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const grapheme of listGraphemes(text)) width += toWidth(grapheme);
  return width;
}

/** The text in at most so many columns; an ellipsis stands for the rest. */
export function cut(text: string, width: number): string {
  if (measure(text) <= width) return text;
  let [kept, used] = ['', 0];
  for (const grapheme of listGraphemes(text)) {
    used += toWidth(grapheme);
    if (used > width - 1) break;
    kept += grapheme;
  }
  return `${kept}…`;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - measure(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - measure(text))) + text;
}

/** The text in lines of at most so many columns, broken between words. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && measure(line) + 1 + measure(word) > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
