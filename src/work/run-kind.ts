import type { Static, TNever, TSchema } from 'typebox';
import { findRun, insertRun, type NewRun, type RunRow, updateRun } from '../store/queries/runs.ts';
import type { Db } from '../store/schema.ts';
import type { Outcome, StepOptions, WorkKind, WorkServices } from './kind.ts';

/** Failures in a row after which a run is given up. */
const MAX_ATTEMPTS = 3;

interface RunDefinition<Services extends WorkServices, Plan extends object, Result extends TSchema> {
  kind: string;
  concurrency: number;
  is_heavy?: boolean;
  /** The schema of what a finished run returns. */
  result?: Result;
  /** Does the next part of the run. Finishing the run with `updateRun` ends its work. */
  step(services: Services, run: RunRow, options: StepOptions & { plan: Plan }): Promise<void>;
}

/** Work that clients see as a run: it has progress, an end, and perhaps a result. */
export interface RunKind<
  Services extends WorkServices = WorkServices,
  Plan extends object = object,
  Result extends TSchema = TNever,
> extends WorkKind<Services> {
  result?: Result;
  /** Creates a run of this kind, whose first step begins when the transaction is committed. */
  start(
    db: Db,
    project: number,
    run: Omit<NewRun, 'kind' | 'plan'> & { plan: Plan },
  ): Promise<{ run: number; id: string }>;
}

/** What finished runs of these kinds return. */
export type RunResult<Kind> = Kind extends { result?: infer Result extends TSchema } ? Static<Result> : never;

/** Defines a kind of run; `Plan` is what a step needs to go on where the one before ended. */
export function defineRunKind<Services extends WorkServices, Plan extends object, Result extends TSchema = TNever>({
  step,
  ...definition
}: RunDefinition<Services, Plan, Result>): RunKind<Services, Plan, Result> {
  return {
    ...definition,
    max_attempts: MAX_ATTEMPTS,
    start: (db, project, run) => insertRun(db, project, { ...run, kind: definition.kind }),
    step: async (services, { project, subject }, options): Promise<Outcome> => {
      const run = await findRun(services.store.db, project, subject);
      if (run?.state !== 'running') return 'done';
      await step(services, run, { ...options, plan: JSON.parse(run.plan) as Plan });
      return 'again';
    },
    giveUp: async ({ store, now }, { project, subject }) =>
      store.write(project, ({ db }) =>
        updateRun(db, project, {
          run: subject,
          update: {
            state: 'failed',
            message: `Stopped after ${MAX_ATTEMPTS} failures. The log of the service says why.`,
            finished_at: now(),
          },
        }),
      ),
  };
}
