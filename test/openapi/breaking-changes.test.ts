import { describe, expect, it } from 'vitest';
import { findBreakingChanges, findUnannounced, type Openapi, type Schema } from './breaking-changes.ts';

interface Parts {
  query?: Schema;
  body?: Schema;
  output?: Schema;
}

/** A document of one operation, `POST /things`. */
function document({ query = { type: 'string' }, body = {}, output = {} }: Parts = {}): Openapi {
  const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
  return {
    paths: {
      '/things': {
        post: {
          parameters: [{ name: 'mode', in: 'query', schema: query }],
          requestBody: json(body),
          responses: { 200: json(output) },
        },
      },
    },
    components: { schemas: { Error: { type: 'object', properties: { code: { type: 'string' } } } } },
  };
}

const compare = (before: Parts, after: Parts) =>
  findBreakingChanges(document(before), document(after)).map(({ sentence }) => sentence);

const text: Schema = { type: 'string' };
const either = (...anyOf: Schema[]): Schema => ({ anyOf });
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});

describe('an input breaks clients', () => {
  it.each<[string, Schema, Schema, string]>([
    ['without a field', object({ a: text }), object({}), 'The body.a was removed.'],
    ['with a new required field', object({}), object({ a: text }, ['a']), 'The body.a is now required.'],
    [
      'with a field that becomes required',
      object({ a: text }),
      object({ a: text }, ['a']),
      'The body.a is now required.',
    ],
    ['with another type', text, { type: 'integer' }, 'The body changed its type from string to integer.'],
    [
      'with a narrower type',
      { type: 'number' },
      { type: 'integer' },
      'The body changed its type from number to integer.',
    ],
    ['without a value', { ...text, enum: ['a', 'b'] }, { ...text, enum: ['a'] }, 'The body no longer accepts "b".'],
    ['with values where any did', text, { ...text, enum: ['a'] }, 'The body now accepts only some values.'],
    [
      'with a lower maximum',
      { type: 'integer', maximum: 9 },
      { type: 'integer', maximum: 8 },
      'The body has a lower maximum.',
    ],
    ['with a new minimum', { type: 'integer' }, { type: 'integer', minimum: 1 }, 'The body has a higher minimum.'],
    ['with another default', { ...text, default: 'a' }, { ...text, default: 'b' }, 'The body has another default.'],
    ['without null', either(text, { type: 'null' }), text, 'The body no longer accepts every type it accepted.'],
    [
      'deep inside',
      { type: 'array', items: object({ a: text }) },
      { type: 'array', items: object({}) },
      'The body[].a was removed.',
    ],
  ])('%s', (_name, before, after, sentence) => {
    expect(compare({ body: before }, { body: after })).toEqual([sentence]);
  });

  it('where a query parameter changes', () => {
    expect(compare({ query: { ...text, enum: ['a'] } }, { query: { ...text, enum: ['b'] } })).toEqual([
      'The query parameter mode no longer accepts "a".',
    ]);
  });
});

describe('an output breaks clients', () => {
  it.each<[string, Schema, Schema, string]>([
    ['without a field', object({ a: text }), object({}), 'The response.a was removed.'],
    [
      'with a field that may be missing',
      object({ a: text }, ['a']),
      object({ a: text }),
      'The response.a may now be missing.',
    ],
    [
      'with another type',
      object({ a: text }),
      object({ a: { type: 'integer' } }),
      'The response.a changed its type from string to integer.',
    ],
    [
      'with null',
      object({ a: text }),
      object({ a: either(text, { type: 'null' }) }),
      'The response.a may have another type than before.',
    ],
  ])('%s', (_name, before, after, sentence) => {
    expect(compare({ output: before }, { output: after })).toEqual([sentence]);
  });
});

it('breaks clients without a path, a parameter, a format or a status', () => {
  const whole = document();
  const sentencesOf = (change: (post: (typeof whole)['paths'][string][string]) => void) => {
    const changed = document();
    change(changed.paths['/things']!.post!);
    return findBreakingChanges(whole, changed);
  };
  expect(findBreakingChanges(whole, { ...whole, paths: {} })).toEqual([
    { route: 'POST /things', sentence: 'It was removed.' },
  ]);
  expect(
    sentencesOf((post) => {
      post.parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
      post.requestBody = { content: {} };
      post.responses = { 201: post.responses[200]! };
    }).map(({ sentence }) => sentence),
  ).toEqual([
    'The query parameter mode was removed.',
    'The new path parameter id is required.',
    'The body is no longer accepted as application/json.',
    'It no longer answers 200 as application/json.',
  ]);
});

it('lets everything be added', () => {
  const before = { body: object({ a: text }, ['a']), output: object({ a: either(text, { type: 'null' }) }, ['a']) };
  const after = {
    query: { ...text, description: 'better English' } as Schema,
    body: object({ a: either(text, { type: 'null' }), b: { ...text, default: 'x' } }),
    output: object({ a: text, b: text }, ['a', 'b']),
  };
  expect(compare(before, after)).toEqual([]);
  const paths = { ...document().paths, '/others': { get: { responses: {} } } };
  expect(findBreakingChanges(document(), { ...document(), paths })).toEqual([]);
});

describe('the changelog announces a change', () => {
  const change = { route: 'POST /things', sentence: 'It was removed.' };

  it('by its route under Breaking in the section that is not released', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n- x\n\n### Breaking\n\n- `POST /things` is gone.\n\n## 1.0.0\n';
    expect(findUnannounced([change], changelog)).toEqual([]);
  });

  it.each([
    '## Unreleased\n\n- `POST /things` is gone.\n',
    '## Unreleased\n\n### Breaking\n\n- `POST /thing` is gone.\n',
    '## Unreleased\n\n## 1.0.0\n\n### Breaking\n\n- `POST /things` is gone.\n',
  ])('and not elsewhere: %j', (changelog) => {
    expect(findUnannounced([change], changelog)).toEqual([change]);
  });
});
