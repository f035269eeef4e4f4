import { describe, expect, it } from 'vitest';
import { planSuggestions, type Suggested, sortChoices, toPromptLines } from './suggestion-choices.ts';

const suggest = (id: string): Suggested => ({ id, text: `Which ${id}?`, country: 'US', topic: null });

describe('choices', () => {
  it('are all suggestions at first', () => {
    expect(sortChoices([suggest('a'), suggest('b')], {})).toEqual({
      accepted: [suggest('a'), suggest('b')],
      edited: [],
    });
  });

  it('leave out what is not ticked or has no text, and keep a changed text apart', () => {
    const changes = { a: { isOff: true }, b: { text: ' ' }, c: { text: ' Why c? ' }, d: { text: 'Which d? ' } };
    expect(sortChoices(['a', 'b', 'c', 'd'].map(suggest), changes)).toEqual({
      accepted: [suggest('d')],
      edited: [{ ...suggest('c'), text: 'Why c?' }],
    });
  });

  it('ignore changes of suggestions that are gone', () => {
    expect(sortChoices([], { a: { text: 'Why?' } })).toEqual({ accepted: [], edited: [] });
  });
});

describe('pasted prompts', () => {
  it('are lines, each once', () => {
    expect(toPromptLines('Which?\r\n\n Why? \nWhich?')).toEqual(['Which?', 'Why?']);
  });
});

describe('the number of suggestions', () => {
  it('is shared between topics', () => {
    expect(planSuggestions(0)).toEqual({ perTopic: 0, without: 16 });
    expect(planSuggestions(2)).toEqual({ perTopic: 6, without: 4 });
    expect(planSuggestions(20)).toEqual({ perTopic: 2, without: 4 });
  });
});
