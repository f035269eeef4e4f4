import { ANSWERS } from '../../../src/importing/answer-fields.ts';
import { BRANDS } from '../../../src/importing/brand-fields.ts';
import type { ImportKind } from '../../../src/importing/fields.ts';
import type { ImportedNoun } from '../../../src/importing/import-kinds.ts';
import { PROMPTS } from '../../../src/importing/prompt-fields.ts';

export const KINDS: Record<ImportedNoun, ImportKind> = { answers: ANSWERS, prompts: PROMPTS, brands: BRANDS };

/** What people call the fields of the API. */
const NAMES: Record<string, string> = {
  prompt_text: 'Prompt',
  prompt_id: 'Prompt ID',
  answer: 'Answer',
  date: 'Date',
  country_code: 'Country',
  model_id: 'Model',
  model_channel_id: 'Channel',
  sources: 'Sources',
  cited_sources: 'Cited sources',
  queries: 'Search queries',
  external_id: 'Your own ID',
  mentions: 'Mentions (JSON)',
  cost: 'Cost in US dollars',
  input_tokens: 'Input tokens',
  output_tokens: 'Output tokens',
  duration_ms: 'Duration in ms',
  asked_at: 'Time asked',
  provider_model: 'Model version',
  finish: 'Finish reason',
  text: 'Prompt',
  topic: 'Topic',
  tags: 'Tags',
  name: 'Brand name',
  is_own: 'Own brand',
  color: 'Color',
  domains: 'Domains',
  aliases: 'Aliases',
  exclude: 'Excluded phrases',
  regex: 'Regular expression',
  case: 'Case',
};

export function toFieldName(field: string): string {
  return NAMES[field] ?? field;
}

/** A reason in the words of the page: it begins with the name of a field. */
export function toReadableReason(reason: string): string {
  const [, field, mark, rest] = /^([a-z_]+)(:? |[[.])(.*)$/s.exec(reason) ?? [];
  if (field === undefined || !Object.hasOwn(NAMES, field)) return reason;
  return `${toFieldName(field)}${mark}${rest}`;
}
