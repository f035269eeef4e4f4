import { type Static, Type } from 'typebox';
import { CountryCode } from './countries.ts';
import { MAX_LABEL_LENGTH } from './limits.ts';
import { Nullable, Strict } from './paging.ts';
import { Text } from './text.ts';

const TopicName = Text(MAX_LABEL_LENGTH);

export const NewTopic = Strict({ name: TopicName, country_code: Type.Optional(CountryCode) });
export type NewTopic = Static<typeof NewTopic>;

export const TopicChanges = Strict({
  name: Type.Optional(TopicName),
  country_code: Type.Optional(Nullable(CountryCode)),
});
export type TopicChanges = Static<typeof TopicChanges>;

export const Topic = Strict({ id: Type.String(), name: Type.String(), country_code: Nullable(CountryCode) });
