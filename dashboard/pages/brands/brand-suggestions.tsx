import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ask } from '../../api/client.ts';
import { brandSuggestionsQuery } from '../../api/queries.ts';
import { Failure } from '../../controls/notices.tsx';
import { SuggestionActions, type Verdict } from '../../controls/suggestion-actions.tsx';
import { toPage } from '../../filters/selection.ts';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { formatCount, formatPercent, formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';

const MAX_SHOWN = 50;

/** Brands that the answers name and nobody tracks, to track or to dismiss. */
export function BrandSuggestions({ isOpen = false }: { isOpen?: boolean }) {
  const { selection, canWrite } = useView();
  const location = useLocation();
  const { data, error, refetch } = useQuery(brandSuggestionsQuery(selection.project, { limit: MAX_SHOWN }));
  const deciding = useAction(({ id, verdict }: { id: string; verdict: Verdict }, project) =>
    ask(`POST /brands/suggestions/{id}/${verdict}`, { id, project_id: project }),
  );
  const list = useRef<HTMLDetailsElement>(null);
  const isWanted = location.params.get('show') === 'suggestions' && data !== undefined;
  // The table above may be many screens long.
  useEffect(() => {
    if (isWanted) list.current?.scrollIntoView();
  }, [isWanted]);
  if (error)
    return <Failure error={error} onRetry={() => void refetch()} title="The suggestions could not be loaded." />;
  if (!data || data.total_count === 0) return null;
  return (
    <details className="suggestions" open={isOpen} ref={list}>
      <summary>
        Assistants also name {formatCount(data.total_count, 'other brand')}
        {data.total_count > data.data.length ? `; the ${data.data.length} named most often` : ''}
      </summary>
      {deciding.error ? <Failure error={deciding.error} title="The suggestion was not changed." /> : null}
      <ul>
        {data.data.map(({ id, name, domains, chat_count, share, examples }) => {
          const [example] = examples;
          return (
            <li key={id}>
              <span dir="auto">{name}</span>
              <span className="quiet">
                <Link
                  href={toPage('/answers', location, { q: name })}
                  title={`Answers with “${name}” in the chosen dates`}
                >
                  in {formatPercent(share)} of all answers ({formatWhole(chat_count)})
                </Link>
                {domains.slice(0, 3).map((domain) => ` · ${domain}`)}
                {example ? (
                  <Link className="suggestions-example" href={toPage(`/answers/${example.chat.id}`, location)}>
                    <span dir="auto">{example.excerpt}</span>
                  </Link>
                ) : null}
              </span>
              {canWrite ? (
                <SuggestionActions
                  about={name}
                  words={{ accept: 'Track', reject: 'Dismiss' }}
                  icon="plus"
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
