import { type Static, Type } from 'typebox';
import { LanguageCode } from './languages.ts';
import { Nullable, Strict } from './paging.ts';

const Share = (description: string) => Nullable(Type.Number({ minimum: 0, maximum: 1, description }));

const figures = {
  answers: Type.Integer({ description: 'How many checked answers these figures are from.' }),
  mentions: Strict({
    right: Type.Integer(),
    wrong: Type.Integer({ description: 'Found, but not the brand.' }),
    missed: Type.Integer(),
    precision: Share('Of the mentions that were found, how many are right.'),
    recall: Share('Of the mentions that there are, how many were found.'),
  }),
  position: Share('Of the brands in checked answers, how many got the right position.'),
  sentiment: Strict({
    brands: Type.Integer({ description: 'Brands in checked answers that were found.' }),
    accuracy: Share('How many of them got the right class: good, mixed, bad, or nothing said.'),
    negative_precision: Share('Of those scored as bad, how many are.'),
    negative_recall: Share('Of those that are bad, how many were scored so.'),
  }),
};

/** How well extraction does on the answers that people checked. A share is null where there is nothing to divide by. */
export const Evaluation = Strict({
  checked_answers: Type.Integer({ description: 'All checked answers of the project.' }),
  ...figures,
  languages: Type.Array(Strict({ language: Nullable(LanguageCode), ...figures })),
});
export type Evaluation = Static<typeof Evaluation>;
