import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../errors.ts';
import { OPERATIONS } from '../operations/index.ts';
import { defineOperation } from '../operations/operation.ts';
import { toClientTypes, toErrorTypes } from './client-types.ts';

describe('the types of the published client', () => {
  it('say what a client must send, may send and gets', () => {
    const operation = defineOperation({
      id: 'create_thing',
      method: 'POST',
      path: '/things/{id}',
      group: 'Things',
      summary: 'Create Thing',
      scope: 'company',
      right: 'write',
      in_query: ['dry_run'],
      input: {
        id: Type.String(),
        dry_run: Type.Boolean({ default: false }),
        note: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Ends a comment: */.' })),
      },
      output: Type.Object({
        kind: Type.Unsafe<'a' | 'b'>({ type: 'string', enum: ['a', 'b'] }),
        counts: Type.Array(Type.Integer()),
        more: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      }),
      handle: async () => ({ kind: 'a' as const, counts: [] }),
    });
    expect(toClientTypes([operation]).split('\n')).toEqual([
      '/** Every route of the API: what a client sends, and what it gets. */',
      'export interface Api {',
      '/** Create Thing */',
      '"POST /things/{id}": {',
      'input: {',
      '"id": string;',
      '"dry_run"?: boolean | undefined;',
      '/** Ends a comment: * /. */',
      '"note"?: (string) | (null) | undefined;',
      '};',
      'output: {',
      '"kind": "a" | "b";',
      '"counts": (number)[];',
      '"more"?: Record<string, unknown>;',
      '};',
      'query: "dry_run";',
      '};',
      '}',
      '',
    ]);
  });

  it('exist for every operation and every error', () => {
    const types = toClientTypes(OPERATIONS);
    for (const { method, path } of OPERATIONS) expect(types).toContain(`"${method} ${path}": {`);
    for (const code of ERROR_CODES) expect(toErrorTypes()).toContain(`"${code}"`);
  });
});
