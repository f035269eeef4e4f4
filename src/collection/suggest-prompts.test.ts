import { describe, expect, it } from 'vitest';
import { measureLeast } from '../../test/harness/cpu-time.ts';
import { TEMPLATE_LANGUAGES } from '../domain/template-languages.ts';
import { chooseNew, listTemplateQuestions, type Market, parseQuestions, toRequest } from './suggest-prompts.ts';

const market: Market = {
  own_brands: ['Varrow'],
  competitors: ['Brumelle', 'Ostro'],
  products: ['Burr grinders', 'Espresso machines'],
  industry: 'Household appliances',
  topics: ['Grinders'],
  country_name: 'Germany',
  language: null,
  language_name: null,
};

describe('questions from templates', () => {
  it('are about products, topics and brands, and there are many', () => {
    const questions = [...listTemplateQuestions(market)];
    expect(questions.length).toBeGreaterThan(60);
    expect(questions).toContain('What are the best burr grinders right now?');
    expect(questions).toContain('Varrow or Brumelle: which one is better?');
    expect(questions).toContain('Which espresso machines would you recommend in Germany?');
  });

  it.each(TEMPLATE_LANGUAGES)('are many and unlike each other: %s', (language) => {
    const questions = [...listTemplateQuestions({ ...market, language })];
    expect(questions.length).toBeGreaterThan(60);
    expect(questions.join()).not.toMatch(/[{}]|null|undefined/);
    // Near-duplicates are left out, so that most must be unlike the others.
    expect(chooseNew(questions, { known: [], count: 100 }).length).toBeGreaterThan(45);
  });

  it('are in the language that was chosen, or in English', () => {
    const first = (language: string) =>
      [...listTemplateQuestions({ ...market, topics: ['kaffeemühlen'], language })][0];
    expect(first('de')).toBe('Kaffeemühlen: Was ist derzeit am besten?');
    expect(first('sv')).toBe('What are the best kaffeemühlen right now?');
  });

  it('need nothing but a brand', () => {
    const questions = [
      ...listTemplateQuestions({ ...market, products: [], topics: [], industry: '', competitors: [] }),
    ];
    expect(questions).toContain('What are good alternatives to Varrow?');
    expect(questions.join()).not.toMatch(/null|undefined/);
  });
});

describe('near-duplicates', () => {
  it('are left out, of what is known and of each other', () => {
    const known = ['What is the best burr grinder?', 'Varrow oder Brumelle?'];
    const questions = [
      'Which are the best burr grinders?',
      'Best burr grinder',
      'Which espresso machine is quiet?',
      'Which espresso machines are quiet?',
      'Brumelle or Varrow: which?',
      'How do I descale an espresso machine?',
    ];
    expect(chooseNew(questions, { known, count: 10 })).toEqual([
      'Which espresso machine is quiet?',
      'Brumelle or Varrow: which?',
      'How do I descale an espresso machine?',
    ]);
  });

  it('stops at the count that is wanted', () => {
    expect(chooseNew(listTemplateQuestions(market), { known: [], count: 7 })).toHaveLength(7);
  });

  it('are found quickly among many prompts', () => {
    const known = Array.from({ length: 10_000 }, (_, index) => `Which coffee machine number ${index} is the best one?`);
    const work = () => void chooseNew(listTemplateQuestions(market), { known, count: 50 });
    expect(measureLeast(work, 1000)).toBeLessThan(1000);
  });
});

describe('an assistant', () => {
  it('is told about the market', () => {
    expect(toRequest(market, 12)).toMatch(/12 different questions.*Germany[\s\S]*Burr grinders[\s\S]*Varrow/);
    expect(toRequest(market, 12)).toContain('Use the language that people there use.');
  });

  it('is told the language, if one is chosen', () => {
    expect(toRequest({ ...market, language_name: 'Turkish' }, 12)).toContain('Write in Turkish.');
  });

  it('may answer with numbers, bullets and marks', () => {
    const answer = 'Here are the questions:\n\n1. **Which grinder is quiet?**\n- "What lasts longest?"\n\nok\n';
    expect(parseQuestions(answer)).toEqual(['Which grinder is quiet?', 'What lasts longest?']);
  });
});
