import type { RunState } from '../../../src/domain/run.ts';
import type { Run, Task } from '../../api/types.ts';
import { formatDollars, formatWhole } from '../../format.ts';

const STATES: Record<RunState, { name: string; color: string }> = {
  running: { name: 'Running', color: 'sky' },
  done: { name: 'Done', color: 'green' },
  failed: { name: 'Failed', color: 'red' },
  cancelled: { name: 'Cancelled', color: 'gray' },
  missed: { name: 'Missed', color: 'amber' },
  stopped: { name: 'Stopped', color: 'amber' },
};

export const TASK_STATES: Record<Task['state'], string> = {
  queued: 'Waiting',
  running: 'Being asked',
  done: 'Answered',
  failed: 'Failed',
  skipped: 'Skipped',
};

const TRIGGERS: Record<NonNullable<Run['trigger']>, string> = { schedule: 'Schedule', manual: 'Manual' };

export function toStateName({ state }: Pick<Run, 'state'>): string {
  return STATES[state as RunState].name;
}

export function StateChip({ run }: { run: Pick<Run, 'state'> }) {
  const { name, color } = STATES[run.state as RunState];
  return (
    <span className="chip" data-color={color}>
      {name}
    </span>
  );
}

export function toTriggerName({ trigger }: Pick<Run, 'trigger'>): string {
  return trigger === null ? '' : TRIGGERS[trigger];
}

export function formatCost(cost: number | null): string {
  return cost === null ? '–' : formatDollars(cost);
}

/** How far a run is. */
export function RunBar({ run }: { run: Pick<Run, 'done' | 'total'> }) {
  return <progress value={run.total === 0 ? 0 : run.done / run.total} max={1} aria-label="Progress" />;
}

export function toProgress({ done, total }: Pick<Run, 'done' | 'total'>): string {
  return `${formatWhole(done)} of ${formatWhole(total)}`;
}
