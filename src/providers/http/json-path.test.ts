import { expect, it } from 'vitest';
import { parseJsonPath } from './json-path.ts';

const CASES: [expression: string, message: string][] = [
  ['result.text', '`result.text` is not a JSONPath expression at character 1'],
  ['$.a[', 'at its end'],
  ['$[?match(@.a, "x.*")]', 'The JSONPath function `match` is not supported'],
  ['$[?@.b && !search(@.a, "x")]', 'The JSONPath function `search` is not supported'],
  ['$[?lower(@.a) == "x"]', 'JSONPath has no function `lower`'],
  ['$[?count(@.a, @.b) == 1]', '`count` takes one argument'],
  ['$[?count(1) == 1]', '`count` takes a path'],
];

it.each(CASES)('%s is refused', (expression, message) => {
  expect(() => parseJsonPath(expression)).toThrow(message);
});

it('a name that looks like a function is a name', () => {
  expect(parseJsonPath('$["match("]').segments).toHaveLength(1);
});

it('an expression is parsed once', () => {
  expect(parseJsonPath('$.a.b')).toBe(parseJsonPath('$.a.b'));
});
