import { type Static, Type } from 'typebox';
import { CountryCode } from './countries.ts';
import { Nullable, Reference, Strict } from './paging.ts';
import { OneOf } from './schema.ts';
import { Text } from './text.ts';

const TagIds = Type.Array(Type.String(), { maxItems: 1000 });
const Volume = Type.Number({ minimum: 0, maximum: 1e15 });

export const NewPrompt = Strict({
  text: Text(700),
  country_code: CountryCode,
  tag_ids: Type.Optional(TagIds),
  topic_id: Type.Optional(Type.String()),
});
export type NewPrompt = Static<typeof NewPrompt>;

export const NewSuggestion = Strict({ ...NewPrompt.properties, volume: Type.Optional(Volume) });
export type NewSuggestion = Static<typeof NewSuggestion>;

export const PromptChanges = Strict({
  topic_id: Type.Optional(Nullable(Type.String())),
  tag_ids: Type.Optional(TagIds),
  volume: Type.Optional(Volume),
});

const shared = {
  id: Type.String(),
  messages: Type.Array(Strict({ content: Type.String() })),
  tags: Type.Array(Reference),
  topic: Nullable(Reference),
  user_location: Strict({ country: CountryCode }),
  volume: Type.Number(),
};

export const Prompt = Strict({
  ...shared,
  created_at: Type.String(),
  is_archived: Type.Boolean(),
  volume_source: Nullable(OneOf(['import', 'estimate'])),
});

export const Suggestion = Strict(shared);

/** One sentence for each reason to look again at a prompt that was created all the same. */
export function describeWarnings({
  sameTextElsewhere,
  similarText,
  isUnserved,
  country,
}: {
  /** Countries for which the very same text is tracked already. */
  sameTextElsewhere: string[];
  similarText: boolean;
  /** Channels are active, and none of them serves the country. */
  isUnserved: boolean;
  country: string;
}): string | undefined {
  const sentences: string[] = [];
  if (sameTextElsewhere.length > 0)
    sentences.push(`The same text is tracked for ${sameTextElsewhere.join(', ')} already.`);
  if (similarText) {
    sentences.push('A prompt that differs only in case, spacing or closing punctuation is tracked already.');
  }
  if (isUnserved) sentences.push(`None of the active channels serves ${country}.`);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}
