import { describe, expect, it } from 'vitest';
import { refuseDraft, toProblems } from './problems.ts';

const FIELDS = ['cron', 'budget.day'];

describe('what is wrong with a form', () => {
  it('is said at the fields, as a sentence', () => {
    const error = refuseDraft([{ path: 'cron', message: 'must have five fields.' }]);
    const problems = toProblems(error, FIELDS);
    expect(problems.at('cron')).toBe('Must have five fields.');
    expect(problems.at('budget.day')).toBeUndefined();
    expect(problems.rest?.message).toBe('Check the marked fields.');
  });

  it('does not repeat the name of the field', () => {
    const error = refuseDraft([{ path: 'budget.day', message: 'budget.day must be at least 0.' }]);
    expect(toProblems(error, FIELDS).at('budget.day')).toBe('Must be at least 0.');
  });

  it('keeps the name of the field inside another word', () => {
    const error = refuseDraft([{ path: 'site', message: 'Enter your website or a name.' }]);
    expect(toProblems(error, ['site']).at('site')).toBe('Enter your website or a name.');
  });

  it('names the part of a field that is wrong', () => {
    const error = refuseDraft([
      { path: 'ask.request.url', message: 'The URL must begin with https://.' },
      { path: 'ask.request.method', message: 'ask.request.method is required.' },
    ]);
    const problems = toProblems(error, ['ask.request']);
    expect(problems.under('ask.request')).toBe(
      'ask.request.url: The URL must begin with https://. ask.request.method is required.',
    );
    expect(problems.under('ask.response')).toBeUndefined();
    expect(problems.rest?.message).toBe('Check the marked fields.');
  });

  it('is said beside the button if no field shows it', () => {
    const unknown = refuseDraft([{ path: 'other', message: 'is wrong.' }]);
    expect(toProblems(unknown, FIELDS).rest).toBe(unknown);
    const plain = new Error('The service could not be reached.');
    expect(toProblems(plain, FIELDS).rest).toBe(plain);
    expect(toProblems(null, FIELDS).rest).toBeNull();
  });
});
