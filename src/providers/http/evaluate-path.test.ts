import fc from 'fast-check';
import { type JsonValue, query } from 'jsonpath-rfc9535';
import { describe, expect, it } from 'vitest';
import { measureLeast } from '../../../test/harness/cpu-time.ts';
import { MOST_EFFORT, TooMuchEffortError } from './compare-values.ts';
import { evaluatePath } from './evaluate-path.ts';
import { parseJsonPath } from './json-path.ts';
import { parseJson } from './parse-json.ts';

const evaluate = (expression: string, document: unknown) => evaluatePath(parseJsonPath(expression), document);

describe('an expression selects', () => {
  const STORE = {
    books: [
      { title: 'A', price: 8, tags: ['x', 'y'], by: { name: 'Ann' } },
      { title: 'B', price: 12, tags: [], by: null },
      { title: 'C', price: 20 },
    ],
    limit: 10,
    names: ['Ann', '😀é'],
  };
  const CASES: [expression: string, values: unknown[]][] = [
    ['$.limit', [10]],
    ['$.books[*].title', ['A', 'B', 'C']],
    ['$.books[-1].title', ['C']],
    ['$.books[0,2].price', [8, 20]],
    ['$.books[::-1].title', ['C', 'B', 'A']],
    ['$.books[1:].title', ['B', 'C']],
    ['$.books[::0].title', []],
    ['$.books[?@.price < $.limit].title', ['A']],
    ['$.books[?@.price >= 12 && !@.tags].title', ['C']],
    ['$.books[?@.by == null].title', ['B']],
    ['$.books[?@.none == @.neither].title', ['A', 'B', 'C']],
    ['$.books[?count(@.tags[*]) == 2].title', ['A']],
    ['$.books[?length(@.tags) == 0].title', ['B']],
    ['$.books[?value(@..name) == "Ann"].title', ['A']],
    ['$.books[?@.tags == $.books[0].tags].title', ['A']],
    ['$.books[?@["tags"][-1] == "y"].title', ['A']],
    ['$.names[?length(@) == 2]', ['😀é']],
    ['$..name', ['Ann']],
    ['$.limit.nothing', []],
    ['$.books.title', []],
  ];
  it.each(CASES)('%s', (expression, values) => {
    expect(evaluate(expression, STORE)).toEqual(values);
  });

  it('texts in the order of the document, however deep they are', () => {
    const document = { text: '1', blocks: [{ items: [{ text: '2' }, { text: '3' }] }, { text: '4' }] };
    expect(evaluate('$..text', document)).toEqual(['1', '2', '3', '4']);
  });
});

it('random expressions select what the package selects', () => {
  const document = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
  const named = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('a', 'b', true, null)),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
    ),
  })).value;
  const step = fc.constantFrom('.a', '.b', '[*]', '..a', '..[*]', '[0]', '[-1]', '[0:2]', '[::-1]', "['a','b']");
  const filter = fc.constantFrom(
    '[?@.a]',
    '[?@.a == @.b]',
    '[?@.a != 1]',
    '[?@.a < 2 || @.b >= 1]',
    '[?!@.a && @[0]]',
    '[?count(@.*) > 1]',
    '[?length(@) <= 1]',
    '[?value(@..a) == 1]',
    "[?@.a > 'a']",
    '[?@[?@.a]]',
    '[?$.a == @]',
  );
  const expression = fc.array(fc.oneof(step, filter), { maxLength: 4 }).map((steps) => `$${steps.join('')}`);
  const sort = (values: unknown[]) => values.map((value) => JSON.stringify(value)).sort();
  fc.assert(
    fc.property(fc.oneof(document, named), expression, (json, path) => {
      expect(sort(evaluate(path, json))).toEqual(sort(query(json, path)));
    }),
    { numRuns: 3000 },
  );
});

describe('a hostile response', () => {
  // Measured: at most 160. Without limits it is 300 to 7,000 for lists, and 1,000 and more for the expressions.
  const MOST_WORK_MS = 600;
  const SIZE = 16 * 1024 * 1024;
  const DOCUMENTS: [name: string, text: string][] = [
    ['nested lists', '['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2)],
    ['empty lists', `[${'[],'.repeat(SIZE / 3 - 1)}[]]`],
    ['numbers', `[${'1,'.repeat(SIZE / 2 - 1)}1]`],
    ['an endless text', JSON.stringify({ a: '\\"'.repeat(SIZE / 4 - 10) })],
    ['spaces', `{"a":${' '.repeat(SIZE - 10)}1}`],
    ['a text without end', `"${'\\'.repeat(SIZE)}`],
  ];
  it.each(DOCUMENTS)('of 16 MiB, %s, is read or refused without holding up the process', (_, text) => {
    const work = () => {
      try {
        parseJson(text);
      } catch {
        // Refusing is as good.
      }
    };
    expect(measureLeast(work, MOST_WORK_MS)).toBeLessThan(MOST_WORK_MS);
  });

  const nested = JSON.parse('{"a":'.repeat(3000) + '1'.padEnd(3001, '}')) as unknown;
  const list = { a: Array.from({ length: 60_000 }, (_, index) => ({ a: index, b: 'x'.repeat(100) })) };
  const EXPRESSIONS: [expression: string, document: unknown][] = [
    ['$..a..a', nested],
    ['$..*..*..*', nested],
    ['$..[*,*,*,*]..[*,*,*,*]', list],
    ['$.a[?count($.a[?@.a > 5]) > 0]', list],
    ['$.a[?$.a == $.b]', { ...list, b: structuredClone(list.a) }],
    ['$..[?@..a]', nested],
    [`$${'[*,*]'.repeat(20)}`, JSON.parse(`${'['.repeat(25)}${']'.repeat(25)}`)],
    [`$[?length(@.t) < 1${' || length(@.t) < 1'.repeat(40)}]`, [{ t: 'x'.repeat(SIZE) }]],
  ];
  it.each(EXPRESSIONS)('cannot make %s take long', (expression, document) => {
    const work = () => expect(() => evaluate(expression, document)).toThrow(TooMuchEffortError);
    expect(measureLeast(work, MOST_WORK_MS)).toBeLessThan(MOST_WORK_MS);
  });

  it('may be a megabyte of ordinary results', () => {
    const results = Array.from({ length: 5000 }, (_, index) => ({
      url: `https://a.com/${index}`,
      title: 'x'.repeat(200),
    }));
    const effort = { left: MOST_EFFORT };
    expect(evaluatePath(parseJsonPath('$..url'), { deep: { results } }, effort)).toHaveLength(5000);
    expect(effort.left).toBeGreaterThan(MOST_EFFORT / 2);
  });
});
