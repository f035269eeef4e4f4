import { type Static, Type } from 'typebox';
import { COLORS } from './color-names.ts';
import { Nullable, Strict } from './paging.ts';
import { Defaulted } from './schema.ts';
import { Text } from './text.ts';

/** Tags may also have one of the shades of gray. */
export const TagColor = Type.String({ enum: [...COLORS, 'slate', 'zinc', 'neutral', 'stone'] });
export const TagGroupName = Text(64);

export const NewTag = Strict({
  name: Text(64),
  color: Defaulted(TagColor, 'gray'),
  group: Defaulted(Nullable(TagGroupName), null),
});
export type NewTag = Static<typeof NewTag>;

export const TagChanges = Strict({
  name: Type.Optional(Text(64)),
  color: Type.Optional(TagColor),
  group: Type.Optional(Nullable(TagGroupName)),
});
export type TagChanges = Static<typeof TagChanges>;

export const Tag = Strict({
  id: Type.String(),
  name: Type.String(),
  color: TagColor,
  group: Nullable(Type.String()),
  is_system: Type.Boolean(),
});
