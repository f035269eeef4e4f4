// What the threads of `readers.ts` run; it has no state but prepared settings.
import { lowerOtherThreads } from '../thread-priority.ts';
import { analyze, type Reading } from './analyzed-chat.ts';
import { createAnalyzers } from './analyzers.ts';
import { type Evidence, toEvidence } from './evidence.ts';
import { readAll, type Task } from './read-all.ts';
import type { ExplainTask } from './readers.ts';

lowerOtherThreads();
const analyzers = createAnalyzers();

export function readTask(task: Task): Promise<(Reading | null)[]> {
  return readAll(analyzers, task);
}

export async function explainTask({ settings, answer }: ExplainTask): Promise<Evidence> {
  return toEvidence(answer.answer, await analyze(analyzers.get(settings), answer));
}
