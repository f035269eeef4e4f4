import { type Static, Type } from 'typebox';
import { CountryCode } from './countries.ts';
import { MAX_LABEL_LENGTH, MAX_PROMPT_LENGTH } from './limits.ts';
import { Nullable, Reference, Strict } from './paging.ts';
import { OneOf } from './schema.ts';
import { Text } from './text.ts';

const TagIds = Type.Array(Type.String(), { maxItems: 1000 });
const Volume = Type.Number({ minimum: 0, maximum: 1e15 });

export const NewPrompt = Strict({
  text: Text(MAX_PROMPT_LENGTH),
  country_code: CountryCode,
  tag_ids: Type.Optional(TagIds),
  topic_id: Type.Optional(Type.String()),
});
export type NewPrompt = Static<typeof NewPrompt>;

/** A prompt as files have it: with the names of its topic and tags. */
export const ImportedPrompt = Strict({
  text: NewPrompt.properties.text,
  country_code: NewPrompt.properties.country_code,
  topic: Type.Optional(Text(MAX_LABEL_LENGTH)),
  tags: Type.Optional(Type.Array(Text(MAX_LABEL_LENGTH), { maxItems: 1000 })),
});
export type ImportedPrompt = Static<typeof ImportedPrompt>;

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

export const Suggestion = Strict({
  ...shared,
  source: OneOf(['template', 'channel', 'manual'], { description: 'Where the idea came from.' }),
});

/** Warnings about a prompt that was created anyway, one sentence each. */
export function describeWarnings({
  sameTextElsewhere,
  similarText,
  isUnserved,
  country,
}: {
  /** Countries for which the same text is already tracked. */
  sameTextElsewhere: string[];
  similarText: boolean;
  /** Channels are active, but none of them serves the country. */
  isUnserved: boolean;
  country: string;
}): string | undefined {
  const sentences: string[] = [];
  if (sameTextElsewhere.length > 0)
    sentences.push(`The same text is already tracked for ${sameTextElsewhere.join(', ')}.`);
  if (similarText) {
    sentences.push('A prompt that differs only in case, spacing or closing punctuation is already tracked.');
  }
  if (isUnserved) sentences.push(`No active channel serves ${country}.`);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}
