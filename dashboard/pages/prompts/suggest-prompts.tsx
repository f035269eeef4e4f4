import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/client.ts';
import { toProblems } from '../../api/problems.ts';
import { channelsQuery } from '../../api/queries.ts';
import type { Channel, Prompt, Topic } from '../../api/types.ts';
import { ChannelField } from '../../controls/channel-field.tsx';
import { CountrySelect } from '../../controls/country-select.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { LanguageSelect } from '../../controls/language-select.tsx';
import { describeLanguage, toLanguage } from '../../controls/languages.ts';
import { Failure } from '../../controls/notices.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { useAction } from '../../filters/use-action.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCount } from '../../format.ts';
import { TopicSelect } from './topic-select.tsx';

interface SuggestPromptsProps {
  prompts: readonly Prompt[];
  topics: readonly Topic[];
  onClose(): void;
}

/** Makes suggestions from the profile, brands and topics, which people then accept or reject. */
export function SuggestPrompts({ prompts, topics, onClose }: SuggestPromptsProps) {
  const { project } = useSelection();
  const [count, setCount] = useState('10');
  const [country, setCountry] = useState(() => findUsualCountry(prompts));
  const [chosenLanguage, setLanguage] = useState<string | null>(null);
  const language = chosenLanguage ?? toLanguage(country);
  const [topic, setTopic] = useState('');
  const [channel, setChannel] = useState('');
  const channels = useQuery(channelsQuery(project)).data?.filter((candidate) => candidate.ask !== null) ?? [];
  const suggesting = useAction((_: undefined) =>
    ask('POST /prompts/suggestions/generate', {
      project_id: project,
      count: Number(count),
      country_code: country as Channel['unsupported_country_codes'][number],
      language,
      ...(topic === '' ? {} : { topic_id: topic }),
      ...(channel === '' ? {} : { model_channel_id: channel }),
    }),
  );
  const problems = toProblems(suggesting.error, ['count']);
  const created = suggesting.data?.created;
  return (
    <Dialog title="Suggest prompts" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          suggesting.mutate(undefined);
        }}
      >
        <p className="quiet">
          Suggestions come from the project's profile, brands and topics. You accept or reject each of them.
        </p>
        <div className="form-row">
          <TextField
            label="Number of suggestions"
            inputMode="numeric"
            value={count}
            onChange={setCount}
            problem={problems.at('count')}
            hint="1 to 50."
          />
          <ChannelField
            label="Written by"
            none="Templates"
            channels={channels}
            value={channel}
            onChange={setChannel}
            hint={channel === '' ? 'Free.' : 'Asks the model once. The cost counts toward the budget.'}
          />
        </div>
        <div className="form-row">
          <CountrySelect label="Country" value={country} onChange={setCountry} />
          <LanguageSelect
            value={language}
            onChange={setLanguage}
            hint={describeLanguage({ language, writer: channel, hasWriters: channels.length > 0 })}
          />
          <TopicSelect topics={topics} value={topic} onChange={setTopic} />
        </div>
        {problems.rest ? <Failure error={problems.rest} title="No suggestions were made." /> : null}
        {created === undefined || suggesting.isPending ? null : (
          <p className={`notice${created > 0 ? ' is-good' : ''}`} role="status">
            {created > 0
              ? `${formatCount(created, 'suggestion')} added. They are listed above the prompts.`
              : 'No new suggestions: all were too similar to prompts or earlier suggestions.'}
          </p>
        )}
        <div className="form-actions">
          <button type="submit" className="button is-primary" disabled={suggesting.isPending}>
            {suggesting.isPending ? 'Suggesting…' : 'Suggest prompts'}
          </button>
          <button type="button" className="button is-plain" onClick={onClose}>
            Done
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The country of most prompts. */
function findUsualCountry(prompts: readonly Prompt[]): string {
  const counts = new Map<string, number>();
  for (const { user_location } of prompts) {
    counts.set(user_location.country, (counts.get(user_location.country) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'US';
}
