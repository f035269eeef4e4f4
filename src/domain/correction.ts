import { type Static, Type } from 'typebox';
import { Timestamp } from './date-schemas.ts';
import { Nullable, Reference, Strict } from './paging.ts';
import { OneOf } from './schema.ts';

/** What a person can say about an answer. */
export const CORRECTION_KINDS = ['not_brand', 'brand', 'sentiment', 'checked'] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];
export const CorrectionKind = OneOf(CORRECTION_KINDS, {
  description:
    '`not_brand`: a mention, or every mention of the answer, is not the brand. `brand`: a passage is a mention that was missed. `sentiment`: the answer says something else about the brand. `checked`: a person read the answer, and with its corrections it is right.',
});

export const Correction = Strict({
  id: Type.String(),
  kind: CorrectionKind,
  chat: Reference,
  brand: Nullable(Strict({ id: Type.String(), name: Type.String() })),
  start: Nullable(Type.Integer({ description: 'Offsets in the answer, in UTF-16 code units.' })),
  end: Nullable(Type.Integer()),
  text: Nullable(Type.String({ description: 'The passage from `start` to `end`.' })),
  sentiment: Nullable(Type.Number({ description: 'From -1 to 1; null: nothing good or bad is said about the brand.' })),
  sentiment_before: Nullable(Type.Number({ description: 'The score that was corrected.' })),
  created_at: Timestamp,
});
export type Correction = Static<typeof Correction>;

/** A passage of an answer. Offsets in the answer as stored. */
export interface Span {
  start: number;
  end: number;
}

/** Says whether a passage is a mention of a brand; without a passage, that no passage of the answer is. */
export interface MentionAmendment {
  brand: number;
  span: Span | null;
  is_brand: boolean;
}

/** Where a score comes from. A person's counts before a judge's, and a judge's before the built-in one. */
export const SENTIMENT_SOURCES = ['built_in', 'given', 'judge', 'correction'] as const;
export type SentimentSource = (typeof SENTIMENT_SOURCES)[number];

export interface SentimentAmendment {
  brand: number;
  source: 'judge' | 'correction';
  /** Of a judge: what its verdict depends on. Settings say which version counts. */
  version?: string;
  /** Null: nothing good or bad is said about the brand. */
  thousandths: number | null;
  /** The passages that a judge quotes for its score. */
  quotes: readonly Span[];
}

/** What people and judges say about an answer. It wins over what extraction finds in it. */
export interface Amendments {
  mentions: readonly MentionAmendment[];
  /** Of several for one brand, the last counts. */
  sentiments: readonly SentimentAmendment[];
}
