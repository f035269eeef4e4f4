import { type Static, Type } from 'typebox';
import { Color } from './colors.ts';
import { Nullable, Strict } from './paging.ts';
import { Text } from './text.ts';

const Names = Type.Array(Text(200), { maxItems: 500, default: [] });

const MatchCase = Type.String({
  enum: ['smart', 'sensitive', 'insensitive'],
  description: 'smart: a name that is also an ordinary word needs its capital letter.',
});

const fields = {
  name: Text(200),
  is_own: Type.Boolean({ default: false, description: 'Your own brand; false for a competitor.' }),
  color: Type.String({ ...Color, default: 'gray' }),
  domains: Type.Array(Text(253), { maxItems: 500, default: [], description: 'Web domains of the brand.' }),
  aliases: Type.Array(Text(200), { ...Names, description: 'Other names of the brand.' }),
  exclude: Type.Array(Text(200), { ...Names, description: 'Phrases that contain the name but are not the brand.' }),
  regex: Type.Union([Text(1000), Type.Null()], {
    default: null,
    description: 'Optional regular expression, matched in addition to the name and aliases.',
  }),
  case: Type.String({ ...MatchCase, default: 'smart' }),
};

export const NewBrand = Strict(fields);
export type NewBrand = Static<typeof NewBrand>;

export const BrandChanges = Strict({
  name: Type.Optional(fields.name),
  is_own: Type.Optional(Type.Boolean()),
  color: Type.Optional(Color),
  domains: Type.Optional(Type.Array(Text(253), { maxItems: 500 })),
  aliases: Type.Optional(Type.Array(Text(200), { maxItems: 500 })),
  exclude: Type.Optional(Type.Array(Text(200), { maxItems: 500 })),
  regex: Type.Optional(Nullable(Text(1000))),
  case: Type.Optional(MatchCase),
});
export type BrandChanges = Static<typeof BrandChanges>;

export const Brand = Strict({
  id: Type.String(),
  name: Type.String(),
  is_own: Type.Boolean(),
  color: Color,
  domains: Type.Array(Type.String()),
  aliases: Type.Array(Type.String()),
  exclude: Type.Array(Type.String()),
  regex: Nullable(Type.String()),
  case: MatchCase,
});
export type Brand = Static<typeof Brand>;
