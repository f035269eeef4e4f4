import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { NewBrand } from './brand.ts';
import { NewChat } from './chat.ts';
import { createPlainValidator } from './plain-validation.ts';
import { ImportedPrompt } from './prompt.ts';
import { createValidator } from './validation.ts';

/** The entry as it would be stored, or why it is refused. */
function run(validate: (value: unknown) => unknown, value: unknown): unknown {
  try {
    return validate(value);
  } catch (error) {
    if (error instanceof AppError) return { message: error.message, details: error.details };
    throw error;
  }
}

/** Words that values are likely to be confused by. */
const text = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.constantFrom('', ' ', ' x ', 'US', '2026-02-30', '2026-02-28', 'stop', 'smart', 'red', 'Reds'),
  fc.constantFrom('2026-02-28T10:20:30Z', '😀'.repeat(700), '😀'.repeat(701), 'famA-scraper', 'x'.repeat(4001)),
);
const leaf = fc.oneof(text, fc.double({ noNaN: true }), fc.integer(), fc.boolean(), fc.constant(null));
const record = fc.dictionary(fc.constantFrom('url', 'title', 'brand_id', 'count', 'position', 'urll'), leaf);
const any = fc.oneof({ weight: 3, arbitrary: leaf }, fc.array(fc.oneof(leaf, record), { maxLength: 3 }), record);

const GOOD: Record<string, object> = {
  chat: { prompt_text: 'Which?', model_id: 'famA-scraper', date: '2026-02-28', answer: 'Zorbix', country_code: 'US' },
  prompt: { text: 'Which?', country_code: 'US' },
  brand: { name: 'Zorbix' },
};

describe('validation without generated code', () => {
  it.each<[string, TSchema]>([
    ['chat', NewChat],
    ['prompt', ImportedPrompt],
    ['brand', NewBrand],
  ])('comes to the same result as Ajv for a %s', (name, schema) => {
    const [plain, compiled] = [createPlainValidator(schema, 'It'), createValidator(schema, 'It')];
    const fields = Object.keys((schema as unknown as { properties: object }).properties);
    const changes = fc.dictionary(fc.constantFrom(...fields, 'unheard_of', `${fields[0]}s`), any, { maxKeys: 3 });
    const entries = fc.oneof(
      { weight: 9, arbitrary: changes.map((change) => ({ ...GOOD[name], ...change })) },
      changes,
      any,
    );
    fc.assert(
      fc.property(entries, (entry) => {
        expect(run(plain, structuredClone(entry))).toEqual(run(compiled, structuredClone(entry)));
      }),
      { numRuns: 3000 },
    );
  });
});
