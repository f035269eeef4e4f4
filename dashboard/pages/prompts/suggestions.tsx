import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/client.ts';
import { listQuery } from '../../api/queries.ts';
import type { Topic } from '../../api/types.ts';
import { Failure } from '../../controls/notices.tsx';
import { SuggestionActions, type Verdict } from '../../controls/suggestion-actions.tsx';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { formatCount, formatCountry } from '../../format.ts';

/** Suggested prompts, to accept or reject. */
export function Suggestions({ topics }: { topics: readonly Topic[] }) {
  const { selection, canWrite } = useView();
  const { data: suggestions, error, refetch } = useQuery(listQuery(selection.project, 'GET /prompts/suggestions'));
  const deciding = useAction(({ id, verdict }: { id: string; verdict: Verdict }, project) =>
    ask(`POST /prompts/suggestions/{id}/${verdict}`, { id, project_id: project }),
  );
  if (error)
    return <Failure error={error} onRetry={() => void refetch()} title="The suggestions could not be loaded." />;
  if (!suggestions || suggestions.length === 0) return null;
  return (
    <details className="suggestions">
      <summary>{formatCount(suggestions.length, 'suggestion')}</summary>
      {deciding.error ? <Failure error={deciding.error} title="The suggestion was not changed." /> : null}
      <ul>
        {suggestions.map(({ id, messages, topic, user_location, volume }) => {
          const text = messages[0]?.content ?? '';
          return (
            <li key={id}>
              <span dir="auto">{text}</span>
              <span className="quiet">
                {[
                  topics.find((candidate) => candidate.id === topic?.id)?.name,
                  formatCountry(user_location.country),
                  volume > 0 ? `asked ${formatCount(volume, 'time')} a month` : undefined,
                ]
                  .filter((part) => part !== undefined)
                  .join(' · ')}
              </span>
              {canWrite ? (
                <SuggestionActions
                  about={text}
                  words={{ accept: 'Accept', reject: 'Reject' }}
                  icon="check"
                  isBusy={deciding.isPending && deciding.variables.id === id}
                  onDecide={(verdict) => deciding.mutate({ id, verdict })}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
