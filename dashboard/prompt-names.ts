import type { Prompt } from './api/types.ts';
import { formatCountry } from './format.ts';

type NamedPrompt = Pick<Prompt, 'id' | 'messages' | 'user_location'>;

export function toPromptText({ messages }: Pick<Prompt, 'messages'>): string {
  return messages[0]?.content ?? '';
}

/**
 * What prompts are called in lists: their texts. If a text is asked in several countries, its country comes first, where
 * a long text does not push it out of sight.
 */
export function toPromptNames(prompts: readonly NamedPrompt[]): Map<string, string> {
  const countries = new Map<string, Set<string>>();
  for (const prompt of prompts) {
    const text = toPromptText(prompt);
    countries.set(text, (countries.get(text) ?? new Set()).add(prompt.user_location.country));
  }
  return new Map(
    prompts.map((prompt) => {
      const text = toPromptText(prompt);
      const isInSeveral = countries.get(text)!.size > 1;
      return [prompt.id, isInSeveral ? `${formatCountry(prompt.user_location.country)}: ${text}` : text];
    }),
  );
}
