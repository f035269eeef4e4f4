import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Run } from '../../api/types.ts';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { toPage } from '../../filters/selection.ts';
import { useView } from '../../filters/view.tsx';
import { formatDateTime, formatDuration, formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { type Location, useLocation } from '../../routing/location.ts';
import type { Column } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { LoadMore } from '../../table/load-more.tsx';
import { collectionRunsQuery } from './collection-queries.ts';
import { formatCost, RunBar, StateChip, toProgress, toStateName, toTriggerName } from './run-state.tsx';
import { StartRun } from './start-run.tsx';

const PER_PAGE = 100;
const NEWEST_FIRST = { column: 'started', isDescending: true };

/** Every run that asked prompts, newest first. */
export function Runs() {
  const { selection, canWrite } = useView();
  const location = useLocation();
  const [limit, setLimit] = useState(PER_PAGE);
  const [isStarting, setStarting] = useState(false);
  const query = useQuery(collectionRunsQuery(selection.project, limit));
  const columns = useMemo(() => toColumns(location), [location]);
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const { data: runs, total_count: total } = query.data;
  const start = canWrite ? (
    <button type="button" className="button is-primary" onClick={() => setStarting(true)}>
      Run now
    </button>
  ) : null;
  return (
    <>
      <DataTable
        label="Runs"
        fileName="runs"
        columns={columns}
        rows={runs}
        toId={({ id }) => id}
        sorting={NEWEST_FIRST}
        sortParam={null}
        tools={runs.length === 0 ? null : start}
        empty={
          <Empty title="No runs yet">
            <p>A run asks every prompt on every channel that is on. Start one now, or set a schedule.</p>
            {start}
          </Empty>
        }
        footer={
          <LoadMore
            shown={runs.length}
            total={total}
            isBusy={query.isPlaceholderData}
            onMore={() => setLimit(limit + PER_PAGE)}
          />
        }
      />
      {isStarting ? <StartRun onClose={() => setStarting(false)} /> : null}
    </>
  );
}

function toColumns(location: Location): Column<Run>[] {
  const count = (value: number | undefined) =>
    value === undefined || value === 0 ? <span className="quiet">–</span> : formatWhole(value);
  const toDuration = ({ started_at, finished_at }: Run) =>
    finished_at === null ? undefined : Date.parse(finished_at) - Date.parse(started_at);
  return [
    {
      id: 'started',
      name: 'Started',
      width: 11,
      grow: 1,
      cell: ({ id, started_at }) => (
        <Link className="row-link one-line" href={toPage(`/collection/runs/${id}`, location)}>
          {formatDateTime(started_at)}
        </Link>
      ),
      file: ({ started_at }) => started_at,
    },
    {
      id: 'state',
      name: 'Status',
      width: 6,
      cell: (run) => <StateChip run={run} />,
      file: toStateName,
    },
    {
      id: 'trigger',
      name: 'Trigger',
      width: 5.5,
      hideOrder: 2,
      cell: toTriggerName,
      file: ({ trigger }) => trigger,
    },
    {
      id: 'progress',
      name: 'Progress',
      description: 'How many asks have ended.',
      width: 9,
      grow: 1,
      cell: (run) => (
        <span className="run-progress">
          <RunBar run={run} />
          <span>{toProgress(run)}</span>
        </span>
      ),
      file: ({ done }) => done,
    },
    {
      id: 'answers',
      name: 'Answers',
      width: 5,
      isNumber: true,
      cell: ({ tasks }) => count(tasks?.done),
      file: ({ tasks }) => tasks?.done,
    },
    {
      id: 'failed',
      name: 'Failed',
      width: 4.5,
      isNumber: true,
      cell: ({ tasks }) => count(tasks?.failed),
      file: ({ tasks }) => tasks?.failed,
    },
    {
      id: 'skipped',
      name: 'Skipped',
      width: 5,
      isNumber: true,
      hideOrder: 1,
      cell: ({ tasks }) => count(tasks?.skipped),
      file: ({ tasks }) => tasks?.skipped,
    },
    {
      id: 'duration',
      name: 'Duration',
      width: 6,
      isNumber: true,
      hideOrder: 1,
      cell: (run) => {
        const ms = toDuration(run);
        return ms === undefined ? <span className="quiet">–</span> : formatDuration(ms);
      },
      file: (run) => {
        const ms = toDuration(run);
        return ms === undefined ? undefined : ms / 1000;
      },
    },
    {
      id: 'cost',
      name: 'Cost',
      width: 5.5,
      isNumber: true,
      cell: ({ cost }) => formatCost(cost),
      file: ({ cost }) => cost,
    },
    { id: 'id', name: 'ID', width: 0, isFileOnly: true, cell: () => null, file: ({ id }) => id },
  ];
}
