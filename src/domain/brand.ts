import { type Static, Type } from 'typebox';
import { HEX_COLOR } from './brand-color.ts';
import { Color } from './colors.ts';
import { MAX_NAME_LENGTH, MAX_REGEX_LENGTH } from './limits.ts';
import { Nullable, Strict } from './paging.ts';
import { Defaulted } from './schema.ts';
import { Text } from './text.ts';

const MatchCase = Type.String({
  enum: ['smart', 'sensitive', 'insensitive'],
  description: 'smart: a name that is also an ordinary word only counts with its capital letter.',
});

export const BrandDomain = Text(253);

const BrandColor = Type.Union([Color, Type.String({ pattern: HEX_COLOR.source })], {
  description: 'A name, or hexadecimal digits such as `#3b82f6`.',
});

const fields = {
  name: Text(MAX_NAME_LENGTH),
  is_own: Defaulted(Type.Boolean({ description: 'Your own brand rather than a competitor.' }), false),
  color: Type.Optional(
    Type.With(BrandColor, {
      description:
        'A name, or hexadecimal digits such as `#3b82f6`. Without it, the brand gets the color that the fewest brands of the project have.',
    }),
  ),
  domains: Defaulted(Type.Array(BrandDomain, { maxItems: 500, description: 'Web domains of the brand.' }), []),
  aliases: Defaulted(
    Type.Array(Text(MAX_NAME_LENGTH), { maxItems: 500, description: 'Other names of the brand.' }),
    [],
  ),
  exclude: Defaulted(
    Type.Array(Text(MAX_NAME_LENGTH), {
      maxItems: 500,
      description: 'Phrases that contain the name but do not mean the brand.',
    }),
    [],
  ),
  regex: Defaulted(
    Type.Union([Text(MAX_REGEX_LENGTH), Type.Null()], {
      description: 'Optional regular expression, matched in addition to the name and aliases.',
    }),
    null,
  ),
  case: Defaulted(MatchCase, 'smart'),
};

export const NewBrand = Strict(fields);
export type NewBrand = Static<typeof NewBrand>;

/** All texts that answers are searched for because of a brand. */
export function toNames({ name, aliases, exclude }: Pick<NewBrand, 'name' | 'aliases' | 'exclude'>): string[] {
  return [name, ...aliases, ...exclude];
}

export const BrandChanges = Strict({
  name: Type.Optional(fields.name),
  is_own: Type.Optional(Type.Boolean()),
  color: Type.Optional(BrandColor),
  domains: Type.Optional(Type.Array(BrandDomain, { maxItems: 500 })),
  aliases: Type.Optional(Type.Array(Text(MAX_NAME_LENGTH), { maxItems: 500 })),
  exclude: Type.Optional(Type.Array(Text(MAX_NAME_LENGTH), { maxItems: 500 })),
  regex: Type.Optional(Nullable(Text(MAX_REGEX_LENGTH))),
  case: Type.Optional(MatchCase),
});
export type BrandChanges = Static<typeof BrandChanges>;

export const Brand = Strict({
  id: Type.String(),
  name: Type.String(),
  is_own: Type.Boolean(),
  color: Type.With(Color, { description: 'The name of the color, or the name that is nearest to `color_hex`.' }),
  color_hex: Nullable(
    Type.String({ description: 'The color as it was given, if it was given in hexadecimal digits.' }),
  ),
  domains: Type.Array(Type.String()),
  aliases: Type.Array(Type.String()),
  exclude: Type.Array(Type.String()),
  regex: Nullable(Type.String()),
  case: MatchCase,
});
export type Brand = Static<typeof Brand>;
