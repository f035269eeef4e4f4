import { type Static, Type } from 'typebox';
import { Nullable, Strict } from './paging.ts';

export const RUN_STATES = ['running', 'done', 'failed', 'cancelled', 'missed', 'stopped'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What an edit of a brand would change, counted over some of the newest answers or all of them. */
export const Preview = Strict({
  answers: Type.Integer({ description: 'Answers that were read both ways.' }),
  brands: Type.Array(
    Strict({
      id: Nullable(Type.String({ description: 'null: the brand that would be new.' })),
      name: Type.String(),
      mentions_before: Type.Integer(),
      mentions_after: Type.Integer(),
      chats_before: Type.Integer(),
      chats_after: Type.Integer(),
    }),
  ),
});
export type Preview = Static<typeof Preview>;

/** Background work that clients see; what a result holds depends on the kind. */
export const Run = Strict({
  id: Type.String(),
  kind: Type.String(),
  state: Type.String({ enum: [...RUN_STATES] }),
  done: Type.Integer(),
  total: Type.Integer(),
  started_at: Type.String(),
  finished_at: Nullable(Type.String()),
  message: Type.String(),
  result: Nullable(Type.Unknown()),
});
