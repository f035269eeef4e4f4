import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/client.ts';
import type { Brand } from '../../api/types.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { useSettled } from '../../controls/use-settled.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCount, formatWhole } from '../../format.ts';
import type { toMatching } from './brand-draft.ts';

/** Waits until nobody has typed for this long. */
const SETTLED_MS = 500;

interface BrandChange {
  brand: Brand | undefined;
  /** The new settings; undefined if they do not change. */
  matching: ReturnType<typeof toMatching> | undefined;
  isDeleted?: boolean;
}

/** Previews a change shortly after it was typed. */
export function usePreview({ brand, matching, isDeleted = false }: BrandChange) {
  const { project } = useSelection();
  const body = {
    project_id: project,
    ...(brand ? { id: brand.id } : {}),
    ...(isDeleted ? { is_deleted: true } : matching),
  };
  const isNeeded = isDeleted || matching !== undefined;
  const text = JSON.stringify(isNeeded ? body : null);
  const settled = useSettled(text, SETTLED_MS);
  const query = useQuery({
    queryKey: ['project', project, 'preview', settled],
    queryFn: ({ signal }) => ask('POST /brands/preview', JSON.parse(settled), { signal }),
    enabled: settled !== 'null',
    staleTime: Number.POSITIVE_INFINITY,
  });
  // A result for earlier settings does not apply to the current ones.
  const isCurrent = settled === text;
  return { data: isCurrent ? query.data : undefined, error: isCurrent ? query.error : null, refetch: query.refetch };
}

/** The effect of a change on the mentions of all brands. */
export function BrandPreview({ query, isNeeded }: { query: ReturnType<typeof usePreview>; isNeeded: boolean }) {
  return (
    <section className="preview" aria-label="Preview" aria-live="polite">
      <h2>Preview</h2>
      {isNeeded ? (
        <Effect query={query} />
      ) : (
        <p className="quiet">
          Change the name, aliases or other matching settings to see the effect on recent answers before you save.
        </p>
      )}
    </section>
  );
}

function Effect({ query: { data, error, refetch } }: { query: ReturnType<typeof usePreview> }) {
  if (error) return <Failure error={error} title="The preview failed." onRetry={() => void refetch()} />;
  if (!data) return <Loading label="Loading preview" />;
  return (
    <>
      <p className="quiet">In the latest {formatCount(data.answers, 'answer')}:</p>
      {data.brands.length === 0 ? <p>No mentions would change.</p> : null}
      <ul className="preview-brands">
        {data.brands.map(({ id, name, mentions_before, mentions_after, chats_before, chats_after }) => (
          <li key={id ?? 'new'}>
            <b>{name}</b>
            <Difference noun="mention" before={mentions_before} after={mentions_after} />
            <Difference noun="answer" before={chats_before} after={chats_after} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Difference({ noun, before, after }: { noun: string; before: number; after: number }) {
  const change = after - before;
  const sign = change > 0 ? '+' : '−';
  return (
    <span className="preview-difference">
      <span className="quiet">{noun}s</span> {formatWhole(before)} → {formatWhole(after)}{' '}
      {change === 0 ? null : <b className="preview-change">{`${sign}${formatWhole(Math.abs(change))}`}</b>}
    </span>
  );
}
