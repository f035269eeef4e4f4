import { type Static, Type } from 'typebox';
import { COLORS } from './color-names.ts';
import { MAX_LABEL_LENGTH } from './limits.ts';
import { Nullable, Strict } from './paging.ts';
import { Defaulted } from './schema.ts';
import { Text } from './text.ts';

/** Tags may also have one of the shades of gray. */
export const TagColor = Type.String({ enum: [...COLORS, 'slate', 'zinc', 'neutral', 'stone'] });
export const TagGroupName = Text(MAX_LABEL_LENGTH);

export const NewTag = Strict({
  name: Text(MAX_LABEL_LENGTH),
  color: Defaulted(TagColor, 'gray'),
  group: Defaulted(Nullable(TagGroupName), null),
});
export type NewTag = Static<typeof NewTag>;

export const TagChanges = Strict({
  name: Type.Optional(Text(MAX_LABEL_LENGTH)),
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
