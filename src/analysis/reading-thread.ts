// What the threads of `readers.ts` run; it has no state but prepared settings.
import { analyze, type Reading, toReading } from './analyzed-chat.ts';
import { createAnalyzers } from './analyzers.ts';
import { type Evidence, toEvidence } from './evidence.ts';
import type { ExplainTask, Task } from './readers.ts';

const analyzers = createAnalyzers();

export function readTask({ settings, answers, options }: Task): Reading[] {
  const analyzer = analyzers.get(settings);
  return answers.map((answer) => toReading(analyze(analyzer, answer), options));
}

export function explainTask({ settings, answer }: ExplainTask): Evidence {
  return toEvidence(answer.answer, analyze(analyzers.get(settings), answer));
}
