/** A suggested prompt. */
export interface Suggested {
  id: string;
  text: string;
  country: string;
  /** The ID of its topic; null for none. */
  topic: string | null;
}

/** What somebody did to a suggestion: another text, or no tick. */
export interface SuggestionChange {
  text?: string;
  isOff?: boolean;
}

export type SuggestionChanges = Record<string, SuggestionChange>;

interface Choices {
  /** Suggestions that are taken as they are. */
  accepted: Suggested[];
  /** Suggestions that are taken with another text. */
  edited: Suggested[];
}

/** The suggestions that are ticked, by whether their text was changed. One without a text counts as not ticked. */
export function sortChoices(suggestions: readonly Suggested[], changes: SuggestionChanges): Choices {
  const accepted: Suggested[] = [];
  const edited: Suggested[] = [];
  for (const suggestion of suggestions) {
    const { text: typed = suggestion.text, isOff = false } = changes[suggestion.id] ?? {};
    const text = typed.trim();
    if (isOff || text === '') continue;
    if (text === suggestion.text) accepted.push(suggestion);
    else edited.push({ ...suggestion, text });
  }
  return { accepted, edited };
}

/** The lines of a text that are not empty, each once. */
export function toPromptLines(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

const SUGGESTIONS = 16;
const MIN_PER_TOPIC = 2;
/** Prompts that name brands, beside those about topics. */
const ABOUT_BRANDS = 4;

/** How many suggestions to ask for: for each topic, and without one. */
export function planSuggestions(topics: number): { perTopic: number; without: number } {
  if (topics === 0) return { perTopic: 0, without: SUGGESTIONS };
  return {
    perTopic: Math.max(MIN_PER_TOPIC, Math.floor((SUGGESTIONS - ABOUT_BRANDS) / topics)),
    without: ABOUT_BRANDS,
  };
}
