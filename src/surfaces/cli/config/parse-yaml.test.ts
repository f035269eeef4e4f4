import { describe, expect, it } from 'vitest';
import { parseYaml, YamlError } from './parse-yaml.ts';

function refuse(text: string): string {
  try {
    parseYaml(text);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return error.problems.map(({ line, message }) => `${line}: ${message}`).join('\n');
  }
  return 'nothing is wrong';
}

describe('parseYaml', () => {
  it('finds the line of a value, or of what is around a value that is missing', () => {
    const { value, findLine } = parseYaml('# header\na: 1\nb:\n  - c: x\n    d: y\n  - c: z\n');
    expect(value).toEqual({ a: 1, b: [{ c: 'x', d: 'y' }, { c: 'z' }] });
    expect(findLine(['a'])).toBe(2);
    expect(findLine(['b', 0, 'd'])).toBe(5);
    expect(findLine(['b', 1, 'd'])).toBe(6);
    expect(findLine(['none'])).toBe(2);
  });

  it('keeps country codes and dates as texts', () => {
    expect(parseYaml('[NO, on, 2026-01-01]').value).toEqual(['NO', 'on', '2026-01-01']);
  });

  it('reads anchors and aliases', () => {
    expect(parseYaml('a: &x [1, 2]\nb: *x\n').value).toEqual({ a: [1, 2], b: [1, 2] });
    const many = `a: &x [1, 2]\nb: [${Array.from({ length: 5000 }, () => '*x').join(', ')}]\n`;
    expect(parseYaml(many).value).toMatchObject({ b: { length: 5000 } });
  });

  it('says in which line something is wrong', () => {
    expect(refuse('a: 1\nb: [1\nc: 2\n')).toMatch(/^\d: /);
    expect(refuse('a: 1\nb: 2\na: 3\n')).toBe('3: The key "a" occurs twice.');
    expect(refuse('a: 1\n---\nb: 2\n')).toMatch(/^[23]: The file has more than one YAML document\.$/);
    expect(refuse('a: 1\nb: *none\n')).toMatch(/^2: .*none/);
    expect(refuse('a: !!js/function x\n')).toMatch(/^1: /);
    expect(refuse('? [a]\n: 1\n')).toBe('1: A key must be a plain text.');
  });

  it('refuses a bomb of aliases', () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const inner = level === 0 ? '"x"' : `*a${level - 1}`;
      return `a${level}: &a${level} [${Array.from({ length: 9 }, () => inner).join(', ')}]`;
    });
    expect(refuse(levels.join('\n'))).toMatch(/^\d+: The aliases of the file stand for more than 1000000 values\.$/);
    expect(refuse('a: &a [*a]')).toMatch(/^1: The alias \*a/);
  });

  it.each([
    ['lists in brackets', '['.repeat(500_000)],
    ['lists in lines', '- '.repeat(20_000)],
    ['mappings', Array.from({ length: 1500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('refuses deep nesting of %s', (_name, text) => {
    expect(refuse(text)).toMatch(/: The file is nested more than 50 levels deep\.$/);
  });

  it('does not compare each of many keys with all others', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n');
    expect(Object.keys(parseYaml(text).value as object)).toHaveLength(20_000);
  });
});
