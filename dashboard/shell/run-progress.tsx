import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { runningQuery } from '../api/queries.ts';
import type { Run } from '../api/types.ts';
import { useAfterPaint } from '../controls/use-after-paint.ts';
import { toPage } from '../filters/selection.ts';
import { useSelection } from '../filters/view.tsx';
import { formatWhole } from '../format.ts';
import { Link } from '../routing/link.tsx';
import { useLocation } from '../routing/location.ts';

/** Re-analysis takes seconds, and people wait for it. */
const POLL_SHORT_MS = 700;
/** Collection takes minutes or hours. */
const POLL_LONG_MS = 2000;
const POLL_IDLE_MS = 30_000;

/** Shows how far background work has come, and reloads the data of the page when it is done. */
export function RunProgress() {
  const { project } = useSelection();
  const location = useLocation();
  const client = useQueryClient();
  const enabled = useAfterPaint();
  const { data: runs } = useQuery({
    ...runningQuery(project),
    enabled,
    refetchInterval: ({ state }) => toInterval(state.data ?? []),
  });
  // Reports wait for a re-analysis, not for a collection.
  const running = [...(runs ?? [])].filter(({ kind }) => kind !== 'preview').sort((a, b) => toRank(a) - toRank(b))[0];
  const before = useRef(running?.id);
  useEffect(() => {
    if (before.current !== undefined && before.current !== running?.id)
      void client.invalidateQueries({ queryKey: ['project', project] });
    before.current = running?.id;
  }, [running, client, project]);
  if (!running) return null;
  const isCollection = running.kind === 'collection';
  // Pages that show runs themselves stay in place while these come and go.
  if (isCollection && /^\/(collection|start)\b/.test(location.path)) return null;
  const share = running.total === 0 ? 0 : running.done / running.total;
  return (
    <section className="run" aria-label="Background work">
      <p>
        <span role="status">{describe(running)}</span>{' '}
        <b>
          {formatWhole(running.done)} of {formatWhole(running.total)}
        </b>{' '}
        {isCollection ? <Link href={toPage(`/collection/runs/${running.id}`, location)}>Show the run</Link> : null}
      </p>
      <progress value={share} max={1} aria-label="Progress" />
    </section>
  );
}

function toInterval(runs: readonly Run[]): number {
  if (runs.length === 0) return POLL_IDLE_MS;
  return runs.every(({ kind }) => kind === 'collection') ? POLL_LONG_MS : POLL_SHORT_MS;
}

function toRank({ kind }: Run): number {
  return kind === 'collection' ? 1 : 0;
}

function describe({ kind, message }: Run): string {
  if (kind === 'extraction') return 'Re-analyzing answers. Reports update when this is done.';
  return kind === 'collection' ? 'Collecting answers. Reports include each one as soon as it arrives.' : message;
}
