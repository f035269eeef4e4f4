import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { runsQuery } from '../api/queries.ts';
import { useAfterPaint } from '../controls/use-after-paint.ts';
import { useSelection } from '../filters/view.tsx';
import { formatWhole } from '../format.ts';

const POLL_RUNNING_MS = 700;
const POLL_IDLE_MS = 30_000;

/** Shows how far background work has come, and reloads the data of the page when it is done. */
export function RunProgress() {
  const { project } = useSelection();
  const client = useQueryClient();
  const enabled = useAfterPaint();
  const { data: runs } = useQuery({
    ...runsQuery(project),
    enabled,
    refetchInterval: ({ state }) =>
      state.data?.some(({ state: run }) => run === 'running') ? POLL_RUNNING_MS : POLL_IDLE_MS,
  });
  const running = runs?.find(({ state, kind }) => state === 'running' && kind !== 'preview');
  const before = useRef(running?.id);
  useEffect(() => {
    if (before.current !== undefined && running === undefined)
      void client.invalidateQueries({ queryKey: ['project', project] });
    before.current = running?.id;
  }, [running, client, project]);
  if (!running) return null;
  const share = running.total === 0 ? 0 : running.done / running.total;
  return (
    <div className="run" role="status">
      <p>
        {running.kind === 'extraction' ? 'Re-analyzing answers. Reports update when this is done.' : running.message}{' '}
        <b>
          {formatWhole(running.done)} of {formatWhole(running.total)}
        </b>
      </p>
      <progress value={share} max={1} aria-label="Progress" />
    </div>
  );
}
