import type { ChatContent } from '../../api/types.ts';
import { formatDollars, formatDuration, formatWhole } from '../../format.ts';

type Usage = Pick<ChatContent, 'provider_model' | 'duration_ms' | 'input_tokens' | 'output_tokens' | 'cost'>;

/** How an answer was made, part by part: the model that answered, the time it took, tokens and cost. */
export function describeUsage(usage: Usage & { searches?: number }): string[] {
  const { provider_model, duration_ms, input_tokens, output_tokens, searches = 0, cost } = usage;
  return [
    provider_model,
    duration_ms === null ? null : formatDuration(duration_ms),
    searches === 0 ? null : `${formatWhole(searches)} ${searches === 1 ? 'search' : 'searches'}`,
    input_tokens === null ? null : `${formatWhole(input_tokens)} input tokens`,
    output_tokens === null ? null : `${formatWhole(output_tokens)} output tokens`,
    cost === null ? null : formatDollars(cost),
  ].filter((part) => part !== null);
}
