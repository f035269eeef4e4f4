import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ask } from '../../api/client.ts';
import { useChannelName } from '../../api/queries.ts';
import type { RunDetails, Task } from '../../api/types.ts';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { markWaiting } from '../../controls/waiting.ts';
import { toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatTime, formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { type Location, useLocation } from '../../routing/location.ts';
import { collectPages } from '../../table/collect-pages.ts';
import type { Column } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { LoadMore } from '../../table/load-more.tsx';
import { type PromptTexts, usePromptTexts } from '../answers/answer-queries.ts';
import { POLL_RUNNING_MS } from './collection-queries.ts';
import { explainFailure } from './failure-advice.ts';
import { formatCost, TASK_STATES } from './run-state.tsx';

const PER_PAGE = 100;
const OLDEST_FIRST = { column: 'prompt', isDescending: false };

/** Every ask of a run: what came of it, and why it failed. */
export function RunTasks({ run }: { run: RunDetails }) {
  const { project } = useSelection();
  const location = useLocation();
  const [state, setState] = useState<Task['state'] | ''>('');
  const [channel, setChannel] = useState('');
  const prompts = usePromptTexts(project);
  const channelName = useChannelName(project);
  const filter = { ...(state ? { state } : {}), ...(channel ? { model_channel_id: channel } : {}) };
  const input = { id: run.id, project_id: project, ...filter };
  const query = useInfiniteQuery({
    queryKey: ['project', project, 'GET /runs/{id}/tasks', run.id, filter, run.state],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      ask('GET /runs/{id}/tasks', { ...input, limit: PER_PAGE, offset: pageParam }, { signal }),
    getNextPageParam: (last, pages) => (last.data.length < PER_PAGE ? undefined : pages.length * PER_PAGE),
    // Only the first page follows the run: fetching many again and again would be work for nothing.
    refetchInterval: ({ state: { data } }) =>
      run.state === 'running' && (data?.pages.length ?? 0) < 2 ? POLL_RUNNING_MS : false,
    placeholderData: (before) => before,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
  const columns = useMemo(() => toColumns({ prompts, channelName, location }), [prompts, channelName, location]);
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const total = query.data.pages[0]?.total_count ?? rows.length;
  return (
    <div {...markWaiting('panel', [query])}>
      <DataTable
        label="Asks"
        fileName={`run-${run.id}-asks`}
        columns={columns}
        rows={rows}
        toId={({ id }) => id}
        sorting={OLDEST_FIRST}
        sortParam={null}
        loadRows={({ signal, onProgress }) =>
          collectPages((page) => ask('GET /runs/{id}/tasks', { ...input, ...page }, { signal }), {
            toId: ({ id }) => id,
            onProgress,
          })
        }
        tools={
          <>
            <label className="inline-field">
              <span>Status</span>
              <select value={state} onChange={(event) => setState(event.target.value as Task['state'] | '')}>
                <option value="">Any</option>
                {Object.entries(TASK_STATES).map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <label className="inline-field">
              <span>Channel</span>
              <select value={channel} onChange={(event) => setChannel(event.target.value)}>
                <option value="">Any</option>
                {run.channels.map(({ id }) => (
                  <option key={id} value={id}>
                    {channelName(id)}
                  </option>
                ))}
              </select>
            </label>
          </>
        }
        empty={<Empty title="No matching asks" />}
        footer={
          <LoadMore
            shown={rows.length}
            total={total}
            isBusy={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        }
      />
    </div>
  );
}

interface ColumnContext {
  prompts: PromptTexts;
  channelName(id: string): string;
  location: Location;
}

function toColumns({ prompts, channelName, location }: ColumnContext): Column<Task>[] {
  const nameOf = ({ prompt }: Task) => prompts.names.get(prompt.id) ?? 'Deleted prompt';
  return [
    {
      id: 'prompt',
      name: 'Prompt',
      width: 11,
      grow: 2,
      cell: (task) =>
        task.chat === null ? (
          <span className="one-line" title={nameOf(task)} dir="auto">
            {nameOf(task)}
          </span>
        ) : (
          <Link
            className="row-link one-line"
            href={toPage(`/answers/${task.chat.id}`, location)}
            title={nameOf(task)}
            dir="auto"
          >
            {nameOf(task)}
          </Link>
        ),
      file: (task) => prompts.texts.get(task.prompt.id) ?? nameOf(task),
    },
    {
      id: 'channel',
      name: 'Channel',
      width: 8,
      grow: 1,
      cell: ({ model_channel }) => <span className="one-line">{channelName(model_channel.id)}</span>,
      file: ({ model_channel }) => model_channel.id,
    },
    {
      id: 'country',
      name: 'Country',
      width: 4.5,
      hideOrder: 1,
      cell: ({ country_code }) => country_code,
      file: ({ country_code }) => country_code,
    },
    {
      id: 'state',
      name: 'Status',
      width: 6.5,
      cell: ({ state }) => TASK_STATES[state],
      file: ({ state }) => state,
    },
    {
      id: 'reason',
      name: 'Why',
      width: 9,
      grow: 2,
      cell: (task) => (
        <span className="one-line" title={task.message ?? ''}>
          {toReason(task) ?? <span className="quiet">–</span>}
        </span>
      ),
      file: ({ reason }) => reason,
    },
    {
      id: 'attempts',
      name: 'Attempts',
      width: 5,
      isNumber: true,
      hideOrder: 2,
      cell: ({ attempts }) => formatWhole(attempts),
      file: ({ attempts }) => attempts,
    },
    {
      id: 'cost',
      name: 'Cost',
      width: 5.5,
      isNumber: true,
      hideOrder: 2,
      cell: ({ cost }) => formatCost(cost),
      file: ({ cost }) => cost,
    },
    { id: 'message', name: 'Message', width: 0, isFileOnly: true, cell: () => null, file: ({ message }) => message },
    { id: 'id', name: 'ID', width: 0, isFileOnly: true, cell: () => null, file: ({ id }) => id },
  ];
}

/** Why an ask failed or waits. */
function toReason({ state, reason, attempts, next_attempt_at }: Task): string | undefined {
  if (reason === null) return undefined;
  const { problem } = explainFailure(reason);
  if (state !== 'queued' || attempts === 0 || next_attempt_at === null) return problem;
  return `${problem} Asked again at ${formatTime(next_attempt_at)}.`;
}
