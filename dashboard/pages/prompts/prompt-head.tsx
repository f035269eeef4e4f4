import { useQuery } from '@tanstack/react-query';
import { tagsQuery, topicsQuery } from '../../api/queries.ts';
import type { Prompt } from '../../api/types.ts';
import { Icon } from '../../controls/icon.tsx';
import { toPage } from '../../filters/selection.ts';
import { useView } from '../../filters/view.tsx';
import { formatCount, formatCountry } from '../../format.ts';
import { toPromptText } from '../../prompt-names.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { PromptMenu } from './prompt-menu.tsx';

/** A longer text is no headline, but a paragraph. */
const LONG_TEXT = 160;

/** The text of a prompt, its country, topic, tags and state, below the way back to all prompts. */
export function PromptHead({ prompt }: { prompt: Prompt }) {
  const { selection, canWrite } = useView();
  const location = useLocation();
  const topics = useQuery(topicsQuery(selection.project)).data ?? [];
  const tags = useQuery(tagsQuery(selection.project)).data ?? [];
  const topic = topics.find(({ id }) => id === prompt.topic?.id)?.name;
  const text = toPromptText(prompt);
  const facts = [
    formatCountry(prompt.user_location.country),
    ...(topic ? [topic] : []),
    ...(prompt.volume > 0 ? [`asked ${formatCount(prompt.volume, 'time')} a month`] : []),
    prompt.is_archived ? 'archived' : 'active',
  ];
  return (
    <header className="prompt-head">
      <div className="answer-navigation">
        <Link href={toPage('/prompts', location)} className="button is-plain">
          <Icon name="left" /> All prompts
        </Link>
        {canWrite ? (
          <PromptMenu label="Edit" name={`Edit: ${text}`} prompts={[prompt]} topics={topics} tags={tags} />
        ) : null}
      </div>
      <h1 dir="auto" className={text.length > LONG_TEXT ? 'is-long' : ''}>
        {text}
      </h1>
      <div className="prompt-facts">
        <p className="quiet">{facts.join(' · ')}</p>
        {prompt.tags.length > 0 ? (
          <span className="chips">
            {prompt.tags.flatMap(({ id }) => {
              const tag = tags.find((candidate) => candidate.id === id);
              return tag ? (
                <span key={id} className="chip" data-color={tag.color}>
                  {tag.name}
                </span>
              ) : (
                []
              );
            })}
          </span>
        ) : null}
      </div>
    </header>
  );
}
