import { expect, it } from 'vitest';
import type { Evaluation } from '../../domain/evaluation.ts';
import { describeEvaluation } from './evaluate.ts';

const figures: Omit<Evaluation, 'checked_answers' | 'languages'> = {
  answers: 3,
  mentions: { right: 9, wrong: 0, missed: 1, precision: 1, recall: 0.9 },
  position: 0.875,
  sentiment: { brands: 8, accuracy: 0.75, negative_precision: null, negative_recall: 0 },
};

it('writes a line for each language, and one for all of them', () => {
  const text = describeEvaluation({
    checked_answers: 3,
    ...figures,
    languages: [
      { language: 'en', ...figures, answers: 2 },
      { language: null, ...figures, answers: 1 },
    ],
  });
  expect(text.split('\n')).toEqual([
    'Extraction compared with the answers that people checked:',
    '',
    '         answers  mentions found    right  positions  sentiment  negative right  negative found',
    'en             2          90.0 %  100.0 %     87.5 %     75.0 %               –           0.0 %',
    'unknown        1          90.0 %  100.0 %     87.5 %     75.0 %               –           0.0 %',
    'all            3          90.0 %  100.0 %     87.5 %     75.0 %               –           0.0 %',
    '',
  ]);
});

it('says how many answers were left out, and what to do without any', () => {
  const one = { ...figures, languages: [{ language: 'en' as const, ...figures }] };
  expect(describeEvaluation({ checked_answers: 10, ...one })).toContain('checked, the latest 3 of 10:');
  expect(describeEvaluation({ checked_answers: 0, ...one })).toContain('mark them as checked');
});
