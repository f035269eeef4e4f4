import { type Static, Type } from 'typebox';
import { CalendarDate } from './date-schemas.ts';
import { Nullable, Reference, Strict } from './paging.ts';

const Quote = Strict({ start: Type.Integer(), end: Type.Integer(), text: Type.String() });

/** Which channel judges sentiment, and how far it has come. */
export const Judge = Strict({
  model_channel_id: Nullable(Type.String({ description: 'null: the built-in scorer alone.' })),
  start_date: Nullable(CalendarDate),
  judged: Type.Integer({ description: 'Answers that it has judged.' }),
  waiting: Type.Integer({ description: 'Answers that it is still going to judge.' }),
  refused: Type.Integer({
    description:
      'Answers with a verdict that could not be used. The built-in scorer counts for the brands in question.',
  }),
  problem: Nullable(Type.String({ description: 'Why judging pauses.' })),
});

/** How a judge differs from the built-in scorer. */
export const JudgeTrial = Strict({
  answers: Type.Integer(),
  brands: Type.Integer({ description: 'Brands in these answers.' }),
  same: Type.Integer({ description: 'Brands in the same class: good, mixed, bad, or nothing said.' }),
  refused: Type.Integer({ description: 'Brands whose verdict could not be used.' }),
  cost: Nullable(Type.Number({ description: 'In US dollars; null: unknown.' })),
  problem: Nullable(Type.String({ description: 'Why it ended early.' })),
  differences: Type.Array(
    Strict({
      chat: Reference,
      brand: Strict({ id: Type.String(), name: Type.String() }),
      built_in: Nullable(Type.Number({ description: 'From -1 to 1; null: nothing good or bad is said.' })),
      judge: Nullable(Type.Number()),
      quotes: Type.Array(Quote),
    }),
  ),
});
export type JudgeTrial = Static<typeof JudgeTrial>;

/** What a judge says about one brand in an answer. */
export interface Verdict {
  brand: number;
  /** It has no score, or quotes something that the answer does not say. */
  is_refused: boolean;
  thousandths: number | null;
  quotes: { start: number; end: number }[];
}
