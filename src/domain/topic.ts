import { type Static, Type } from 'typebox';
import { CountryCode } from './countries.ts';
import { Nullable, Strict } from './paging.ts';
import { Text } from './text.ts';

export const NewTopic = Strict({ name: Text(64), country_code: Type.Optional(CountryCode) });
export type NewTopic = Static<typeof NewTopic>;

export const TopicChanges = Strict({
  name: Type.Optional(Text(64)),
  country_code: Type.Optional(Nullable(CountryCode)),
});
export type TopicChanges = Static<typeof TopicChanges>;

export const Topic = Strict({ id: Type.String(), name: Type.String(), country_code: Nullable(CountryCode) });
