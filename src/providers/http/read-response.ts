import { setImmediate } from 'node:timers/promises';
import { createBreath } from '../../breath.ts';
import type { Ask } from '../../domain/ask.ts';
import { MAX_QUERY_LENGTH } from '../../domain/limits.ts';
import { toAmount } from '../json-values.ts';
import { mergeSources, type NamedPage } from '../merge-sources.ts';
import { AskError, type FailureReason, type Reply } from '../provider.ts';
import { type Effort, isEqual, MOST_EFFORT, TooMuchEffortError } from './compare-values.ts';
import { evaluatePath } from './evaluate-path.ts';
import { parseJsonPath } from './json-path.ts';
import { readError } from './send.ts';

export type HttpResponse = NonNullable<Ask['response']>;
export type Condition = NonNullable<NonNullable<Ask['poll']>['done']>;

const LONGEST_ANSWER = 1_000_000;
const MOST_QUERIES = 1000;
const MOST_ELEMENTS = 10_000;
const MOST_CITATIONS = 1000;

/** What an expression selects. Rejects with an `AskError` if that takes too long. */
export async function readPath(expression: string | undefined, document: unknown): Promise<unknown[]> {
  if (expression === undefined) return [];
  // Others get their turn between two expressions.
  await setImmediate();
  return read(expression, document, { left: MOST_EFFORT });
}

function read(expression: string, document: unknown, effort: Effort): unknown[] {
  return bound(expression, () => evaluatePath(parseJsonPath(expression), document, effort));
}

function bound<Result>(expression: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof TooMuchEffortError)) throw error;
    throw new AskError('bad_response', `The response is too large for the expression \`${expression}\`.`);
  }
}

/** Whether one of the selected values is one of those listed. */
export async function isMet(condition: Condition | undefined, document: unknown): Promise<boolean> {
  if (condition === undefined) return false;
  const values = await readPath(condition.path, document);
  return values.some(createComparison(condition));
}

/** Whether a value is one of those listed. All comparisons of one condition share the effort. */
function createComparison({ path, equals }: Condition): (value: unknown) => boolean {
  const effort = { left: MOST_EFFORT };
  return (value) => bound(path, () => equals.some((listed) => isEqual(listed, value, effort)));
}

/** Rejects with the reason of a failure that the service reports with status 200. */
async function checkSuccess(document: unknown, { ok, error }: HttpResponse): Promise<void> {
  if (ok === undefined) return;
  const values = await readPath(ok.path, document);
  const isListed = createComparison(ok);
  const wrong = values.filter((value) => !isListed(value));
  if (values.length > 0 && wrong.length === 0) return;
  const shown = values.length === 0 ? 'nothing' : toKey(wrong[0]).slice(0, 100);
  const said = readError(document, error);
  throw new AskError(
    findReason(wrong, ok.reasons) ?? 'refused_by_provider',
    `The service reports a failure: ${ok.path} is ${shown}${said === '' ? '.' : `: ${said}`}`,
  );
}

/** The reason that the description gives to a reported value; null if it gives none. */
export async function readReason(document: unknown, { ok }: HttpResponse): Promise<FailureReason | null> {
  return ok === undefined ? null : findReason(await readPath(ok.path, document), ok.reasons);
}

function findReason(
  values: readonly unknown[],
  reasons: Record<string, FailureReason> | undefined,
): FailureReason | null {
  for (const value of values) {
    const key = toKey(value);
    if (reasons !== undefined && Object.hasOwn(reasons, key)) return reasons[key]!;
  }
  return null;
}

function toKey(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}

/** Reads the answer and everything else that the description points to. */
export async function readReply(document: unknown, response: HttpResponse): Promise<Reply> {
  await checkSuccess(document, response);
  const answer = await readAnswerText(document, response.answer);
  const retrieved = await readPages(response.sources, document, response);
  const cited = await readPages(response.cited, document, response);
  const queries = toTexts(await readPath(response.queries, document)).filter(
    ({ length }) => length <= MAX_QUERY_LENGTH,
  );
  return {
    answer,
    sources: mergeSources({
      retrieved,
      cited: [...retrieved.map((page) => toCited(page, 0)), ...cited.map((page) => toCited(page, 1))].filter(
        ({ count }) => count > 0,
      ),
      answer,
    }),
    queries: queries.slice(0, MOST_QUERIES),
    usage: { input_tokens: null, cached_input_tokens: null, output_tokens: null, searches: queries.length },
    billed: toAmount((await readPath(response.cost, document))[0]),
    provider_model: toTexts(await readPath(response.model, document))[0]?.slice(0, 200) ?? null,
    finish: 'stop',
  };
}

async function readAnswerText(document: unknown, expressions: string | string[]): Promise<string> {
  const texts: string[] = [];
  for (const expression of typeof expressions === 'string' ? [expressions] : expressions) {
    for (const text of toTexts(await readPath(expression, document))) texts.push(text);
  }
  const answer = texts.join('\n\n');
  if (answer.length > LONGEST_ANSWER) {
    throw new AskError('bad_response', `The answer has ${answer.length} characters. That is no answer.`);
  }
  return answer;
}

interface ReadPage extends NamedPage {
  /** How often the service says that it is cited; null if it says nothing. */
  citations: number | null;
}

/** The elements of a list of pages; a text among them is an address. */
async function readPages(list: string | undefined, document: unknown, response: HttpResponse): Promise<ReadPage[]> {
  const elements = toElements(await readPath(list, document)).slice(0, MOST_ELEMENTS);
  const effort = { left: MOST_EFFORT };
  const pages: ReadPage[] = [];
  const breathe = createBreath();
  for (const element of elements) {
    await breathe();
    const page = readPage(element, { response, effort });
    if (page !== null) pages.push(page);
  }
  return pages;
}

function readPage(element: unknown, { response, effort }: { response: HttpResponse; effort: Effort }): ReadPage | null {
  if (typeof element === 'string') return { url: element, citations: null };
  const { source_url = '$.url', source_title = '$.title', source_cited } = response;
  const [url] = toTexts(read(source_url, element, effort));
  if (url === undefined) return null;
  const [title] = toTexts(read(source_title, element, effort));
  const citations = source_cited === undefined ? null : countCitations(read(source_cited, element, effort));
  return { url, title, citations };
}

/** An expression may select the elements (`$.sources[*]`) or the list of them (`$.sources`). */
function toElements(values: unknown[]): unknown[] {
  return values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
}

function countCitations(values: readonly unknown[]): number | null {
  if (values.length === 0) return null;
  let count = 0;
  for (const value of values) {
    if (typeof value === 'number') count += Math.max(0, Math.floor(value));
    else if (Array.isArray(value)) count += value.length;
    else if (value !== null && value !== false && value !== '') count++;
  }
  return Math.min(count, MOST_CITATIONS);
}

function toCited({ url, title, citations }: ReadPage, byDefault: number) {
  return { url, title, count: citations ?? byDefault };
}

function toTexts(values: readonly unknown[]): string[] {
  return values.flatMap((value) => {
    if (typeof value !== 'string') return [];
    // The store takes any text but this character.
    const text = value.replaceAll('\0', '').trim();
    return text === '' ? [] : [text];
  });
}
