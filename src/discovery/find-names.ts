import { toUnits } from '../extraction/code-units.ts';
import { findSpan } from '../extraction/lead-ins.ts';
import type { Block, ReadableText } from '../extraction/readable-text.ts';
import { isSentenceStart } from '../extraction/sentences.ts';
import { findRuns } from './name-runs.ts';
import { parseRun } from './parse-run.ts';

/** Words that are written like a name, in one answer: `Nike Pegasus 41`. */
export interface FoundName {
  /** As they are written where they occur first, with one space between them. */
  text: string;
  /** Number of places. */
  count: number;
  /** Of these, where assistants put what they recommend: lead-ins, headings, bold passages, first cells of tables, links. */
  titles: number;
  /** Of these, inside sentences, where a capital letter means something. */
  inside: number;
  /** Of these, in the labels of links, where the names of cited sites are. */
  labels: number;
}

const SPACE = 0x20;
/** What may stand between a name and the end of its lead-in: a space and a colon, say. */
const MAX_LEAD_END = 3;

/** Finds everything in an answer that is written like a name. What of it is a brand can only be told from many answers. */
export function findNames(readable: ReadableText): FoundName[] {
  const found = new Map<string, FoundName>();
  const { units } = toUnits(readable.text);
  for (const block of readable.blocks) {
    findRuns(units, block, (start, end) => addRun({ readable, found }, block, { start, end }));
  }
  return [...found.values()];
}

interface Search {
  readable: ReadableText;
  /** By folded words. */
  found: Map<string, FoundName>;
}

function addRun({ readable, found }: Search, block: Block, { start, end }: { start: number; end: number }): void {
  const { text, labels } = readable;
  const run = parseRun(text.slice(start, end));
  if (run === null) return;
  let name = found.get(run.key);
  if (name === undefined) {
    name = { text: run.text, count: 0, titles: 0, inside: 0, labels: 0 };
    found.set(run.key, name);
  }
  name.count++;
  const at = start + run.offset;
  const isLabel = labels.length > 0 && findSpan(labels, at) !== -1;
  if (isLabel) name.labels++;
  if (
    isLabel ||
    isTitle(readable, block, { start: at, end }) ||
    (isLeadInEnd(text, end) && isSentenceStart(text, start))
  ) {
    name.titles++;
    return;
  }
  // A word that only stands before a name, with a capital letter inside a sentence, shows that the line is a title.
  for (const opener of run.openers) if (!isSentenceStart(text, start + opener)) return;
  if (run.offset > 0 ? !run.isAfterTitleWord : !isSentenceStart(text, start)) name.inside++;
}

function isTitle({ strong }: ReadableText, block: Block, { start, end }: { start: number; end: number }): boolean {
  if (block.kind === 'heading') return true;
  // `Borrow a machine first` in a list is no name: the lead-in goes on in lower case.
  if (block.kind === 'list_item' && start < block.leadEnd && end >= block.leadEnd - MAX_LEAD_END) return true;
  if (block.kind === 'table_cell' && block.rank !== null) return true;
  return strong.length > 0 && findSpan(strong, start) !== -1;
}

/** `Blink Outdoor 4: …`, `Blink Outdoor 4 – …`, `Blink (…)`, in answers that lost their markup. */
function isLeadInEnd(text: string, end: number): boolean {
  let at = text.charCodeAt(end) === SPACE ? end + 1 : end;
  const unit = text.charCodeAt(at);
  if (unit === 0x3a || unit === 0x28) return true;
  if (unit === SPACE) at++;
  const dash = text.charCodeAt(at);
  return (dash === 0x2d || dash === 0x2013 || dash === 0x2014) && text.charCodeAt(at + 1) === SPACE;
}
