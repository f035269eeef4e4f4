// What the threads of `readers.ts` run; it has no state but prepared settings.
import { analyze, type Reading, toReading } from './analyzed-chat.ts';
import { createAnalyzers } from './analyzers.ts';
import { type Evidence, toEvidence } from './evidence.ts';
import type { ExplainTask, Task } from './readers.ts';

const analyzers = createAnalyzers();

export async function readTask({ settings, answers, options }: Task): Promise<Reading[]> {
  const analyzer = analyzers.get(settings);
  const readings: Reading[] = [];
  for (const answer of answers) readings.push(toReading(await analyze(analyzer, answer), options));
  return readings;
}

export async function explainTask({ settings, answer }: ExplainTask): Promise<Evidence> {
  return toEvidence(answer.answer, await analyze(analyzers.get(settings), answer));
}
