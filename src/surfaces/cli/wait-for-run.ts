import type { Overheard } from '../../client/overheard.ts';
import { AppError } from '../../errors.ts';
import { printAnswer } from './print-answer.ts';
import { createProgressBar } from './progress-bar.ts';
import type { Terminal } from './terminal.ts';
import { toSafeJson } from './terminal-text.ts';

const LOOK_EVERY_MS = 1000;

interface Waiting {
  run: { id: string };
  input: Record<string, unknown>;
  terminal: Terminal;
  isJson: boolean;
}

/** Shows how far a run is until it ends, and then what came of it. */
export async function waitForRun(client: Overheard, { run: { id }, input, terminal, isJson }: Waiting): Promise<void> {
  const project = typeof input.project_id === 'string' ? { project_id: input.project_id } : {};
  const bar = createProgressBar();
  const look = () => client.call('GET /runs/{id}', { id, ...project });
  let run = await look();
  while (run.state === 'running') {
    bar.show(run.total === 0 ? 0 : run.done / run.total);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    run = await look();
  }
  bar.end();
  if (isJson) await terminal.write(`${toSafeJson(run)}\n`);
  else await printAnswer(terminal, run);
  if (run.state !== 'done') {
    const why = run.message === '' ? '' : ` ${run.message}`;
    throw new AppError('internal', `The run ended as "${run.state}".${why}`);
  }
}
