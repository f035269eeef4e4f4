import { type Static, Type } from 'typebox';
import { Color } from './colors.ts';
import { Nullable, Strict } from './paging.ts';
import { Defaulted } from './schema.ts';
import { Text } from './text.ts';

export const NewTag = Strict({
  name: Text(64),
  color: Defaulted(Color, 'gray'),
  group: Defaulted(Nullable(Text(64)), null),
});
export type NewTag = Static<typeof NewTag>;

export const TagChanges = Strict({
  name: Type.Optional(Text(64)),
  color: Type.Optional(Color),
  group: Type.Optional(Nullable(Text(64))),
});
export type TagChanges = Static<typeof TagChanges>;

export const Tag = Strict({
  id: Type.String(),
  name: Type.String(),
  color: Color,
  group: Nullable(Type.String()),
  is_system: Type.Boolean(),
});
