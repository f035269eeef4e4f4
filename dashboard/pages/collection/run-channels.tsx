import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { channelsQuery, useChannelName } from '../../api/queries.ts';
import type { Channel, RunDetails } from '../../api/types.ts';
import { toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatTime, formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { type Location, useLocation } from '../../routing/location.ts';
import type { Column } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { formatCost } from './run-state.tsx';

type ChannelOfRun = RunDetails['channels'][number];

/** A pause lasts a minute. */
const POLL_PAUSES_MS = 10_000;
const BY_NAME = { column: 'name', isDescending: false };

/** How far each channel of a run is, and what it cost. */
export function RunChannels({ run }: { run: RunDetails }) {
  const { project } = useSelection();
  const location = useLocation();
  const channelName = useChannelName(project);
  const isRunning = run.state === 'running';
  const channels = useQuery({
    ...channelsQuery(project),
    refetchInterval: isRunning ? POLL_PAUSES_MS : false,
  }).data;
  // Every channel of a run gets the same prompts.
  const perChannel = run.total / run.channels.length;
  const columns = useMemo(
    () => toColumns({ channelName, location, perChannel, isRunning, pauses: toPauses(channels ?? []) }),
    [channelName, location, perChannel, isRunning, channels],
  );
  return (
    <DataTable
      label="Channels"
      fileName={`run-${run.id}-channels`}
      columns={columns}
      rows={run.channels}
      toId={({ id }) => id}
      sorting={BY_NAME}
      tools={<h2>Channels</h2>}
      empty={null}
    />
  );
}

interface ColumnContext {
  channelName(id: string): string;
  location: Location;
  perChannel: number;
  isRunning: boolean;
  /** Until when channels are paused, by their ID. */
  pauses: ReadonlyMap<string, string>;
}

function toPauses(channels: readonly Channel[]): ReadonlyMap<string, string> {
  return new Map(channels.flatMap(({ id, paused_until }) => (paused_until === null ? [] : [[id, paused_until]])));
}

function toColumns({ channelName, location, perChannel, isRunning, pauses }: ColumnContext): Column<ChannelOfRun>[] {
  const whole = (id: 'input_tokens' | 'output_tokens' | 'done' | 'failed', name: string): Column<ChannelOfRun> => ({
    id,
    name,
    width: 6.5,
    isNumber: true,
    ...(id === 'done' || id === 'failed' ? {} : { hideOrder: 1 as const }),
    cell: (row) => (row[id] === 0 ? <span className="quiet">–</span> : formatWhole(row[id])),
    sortBy: (row) => row[id],
    file: (row) => row[id],
  });
  const bar: Column<ChannelOfRun> = {
    id: 'progress',
    name: 'Progress',
    width: 8,
    grow: 1,
    cell: ({ id, done, failed }) => (
      <progress value={(done + failed) / perChannel} max={1} aria-label={`Progress of ${channelName(id)}`} />
    ),
  };
  return [
    {
      id: 'name',
      name: 'Channel',
      width: 10,
      grow: 2,
      cell: ({ id }) => (
        <span className="one-line">
          <Link className="row-link" href={toPage(`/collection/channels/${id}`, location)}>
            {channelName(id)}
          </Link>{' '}
          {isRunning && pauses.has(id) ? (
            <span className="quiet">paused until {formatTime(pauses.get(id)!)}</span>
          ) : null}
        </span>
      ),
      sortBy: ({ id }) => channelName(id),
      file: ({ id }) => id,
    },
    ...(isRunning ? [bar] : []),
    whole('done', 'Answers'),
    whole('failed', 'Failed'),
    whole('input_tokens', 'Input tokens'),
    whole('output_tokens', 'Output tokens'),
    {
      id: 'cost',
      name: 'Cost',
      width: 6,
      isNumber: true,
      cell: ({ cost }) => formatCost(cost),
      sortBy: ({ cost }) => cost ?? undefined,
      file: ({ cost }) => cost,
    },
  ];
}
