import { expect, it } from 'vitest';
import { formatCountry } from './format.ts';
import { toPromptNames } from './prompt-names.ts';

const create = (id: string, content: string, country: string) => ({
  id,
  messages: [{ content }],
  user_location: { country },
});

it('names the country of prompts with the same text, and only of those', () => {
  const names = toPromptNames([
    create('pr_1', 'Which grinder is best?', 'DE'),
    create('pr_2', 'Which grinder is best?', 'US'),
    create('pr_3', 'Which kettle is best?', 'US'),
  ]);
  expect([...names.values()]).toEqual([
    `${formatCountry('DE')}: Which grinder is best?`,
    `${formatCountry('US')}: Which grinder is best?`,
    'Which kettle is best?',
  ]);
});
