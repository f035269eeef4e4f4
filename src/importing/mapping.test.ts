import { describe, expect, it } from 'vitest';
import { ANSWERS } from './answer-fields.ts';
import { BRANDS } from './brand-fields.ts';
import { findField, findMissingFields, missingFields, parseMappings, proposeMapping } from './mapping.ts';
import { toLooseKey } from './names.ts';
import { PROMPTS } from './prompt-fields.ts';

const propose = (columns: string[], texts: string[] = []) => {
  const given = parseMappings(ANSWERS, { texts, columns });
  const { columns: mapped, unmapped } = proposeMapping(ANSWERS, { columns, given });
  return { ...Object.fromEntries(mapped), unmapped };
};

describe('the fields', () => {
  it.each([
    ['answers', ANSWERS],
    ['prompts', PROMPTS],
    ['brands', BRANDS],
  ])('of %s have synonyms that stand for one field each', (_, { fields }) => {
    const names = fields.flatMap(({ name, synonyms }) => [name, ...synonyms]).map(toLooseKey);
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  });
});

describe('columns', () => {
  it('with the names of other tools are recognized', () => {
    expect(propose(['Question', 'LLM', 'Run Date', 'Response', 'Market', 'Citations', 'Brand Rank'])).toEqual({
      prompt_text: 'Question',
      model_id: 'LLM',
      date: 'Run Date',
      answer: 'Response',
      country_code: 'Market',
      cited_sources: 'Citations',
      unmapped: ['Brand Rank'],
    });
  });

  it('with our own names come first, then likelier names', () => {
    expect(propose(['Text', 'Response', 'ANSWER', 'query', 'Prompt', 'prompt_id', 'Queries'])).toEqual({
      answer: 'ANSWER',
      prompt_text: 'Prompt',
      prompt_id: 'prompt_id',
      queries: 'Queries',
      unmapped: ['Text', 'Response', 'query'],
    });
  });

  it('that we add to refused lines are passed over in silence', () => {
    expect(propose(['answer', 'overheard_place', 'overheard_reason'])).toEqual({ answer: 'answer', unmapped: [] });
  });
});

describe('a mapping by the user', () => {
  const columns = ['Response', 'Notes', 'a=b', 'Day', 'text', 'answer'];

  it.each([
    [['Notes=answer'], { answer: 'Notes' }],
    [['answer=Notes'], { answer: 'Notes' }],
    [['notes = Answer'], { answer: 'Notes' }],
    [['a=b=answer'], { answer: 'a=b' }],
    [['answer=a=b'], { answer: 'a=b' }],
    [['answer=text'], { answer: 'text' }],
    [['text=answer'], { answer: 'text' }],
    [['Notes=response'], { answer: 'Notes' }],
  ])('%j wins', (texts, expected) => {
    expect(propose(columns, texts)).toMatchObject({ ...expected, date: 'Day' });
  });

  it('can leave a column out', () => {
    expect(propose(['Response', 'Day'], ['Response='])).toEqual({ date: 'Day', unmapped: [] });
  });

  it.each([
    [['nonsense'], 'must be FIELD=… or COLUMN=…, not "nonsense".'],
    [['=answer'], 'must be FIELD=… or COLUMN=…'],
    [['answer=reply'], 'the file has no column reply. It has: Response, Notes, a=b, Day, text, answer.'],
    [['Reply text=answer'], 'the file has no column Reply text. It has:'],
    [['Nothing='], 'the file has no column Nothing.'],
    [['Notes=summary'], 'there is no field "summary". The fields are: prompt_text,'],
    [['Notes=answer', 'Response=answer'], 'Notes and Response are both mapped to answer'],
  ])('says what is wrong with %j', (texts, message) => {
    expect(() => propose(columns, texts)).toThrow(message);
  });
});

describe('required fields', () => {
  const find = (columns: string[], constants: string[] = []) =>
    findMissingFields(ANSWERS, { mapping: proposeMapping(ANSWERS, { columns }), constants });

  it('may come from columns or be the same in every entry', () => {
    expect(find(['prompt', 'answer', 'date', 'country'], ['model_id'])).toEqual([]);
    expect(find(['prompt_id', 'mentions', 'date', 'channel'])).toEqual([]);
  });

  it('that are missing are named, with the columns there are', () => {
    const columns = ['prompt', 'Antwort', 'date'];
    expect(missingFields(find(columns), columns).message).toBe(
      'No column of the file was recognized as: country_code; model_id or model_channel_id; answer or mentions. The file has the columns prompt, Antwort, date.',
    );
    expect(missingFields(find(['a^b^c']), ['a^b^c']).message).toContain('its delimiter was not recognized');
  });

  it('has fields that are found by their synonyms', () => {
    expect(findField(ANSWERS, 'country')?.name).toBe('country_code');
    expect(findField(ANSWERS, 'nothing')).toBeUndefined();
  });
});
