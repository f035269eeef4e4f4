import { parseArgs } from 'node:util';
import type { Evaluation } from '../../domain/evaluation.ts';
import { findProject } from './find-objects.ts';
import { findRemote, withRemote } from './remote.ts';
import type { Terminal } from './terminal.ts';

const OPTIONS = {
  project: { type: 'string' },
  url: { type: 'string' },
  profile: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** `evaluate`: how well extraction reads the answers that people checked. */
export async function runEvaluateCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const remote = findRemote(terminal, values);
  const project = values.project ?? remote.project;
  const evaluation = await withRemote(remote, async (client) => {
    const input = project === undefined ? {} : { project_id: await findProject(client, project) };
    return client.call('GET /corrections/evaluation', input);
  });
  await terminal.write(values.json ? `${JSON.stringify(evaluation, null, 2)}\n` : describeEvaluation(evaluation));
}

/** An evaluation as a table, one line for each language. */
export function describeEvaluation({ checked_answers, languages, ...all }: Evaluation): string {
  if (checked_answers === 0) {
    return 'No answers have been checked yet. Open answers in the dashboard, correct what is wrong in them, and mark them as checked.\n';
  }
  const rows = [
    ['', 'answers', 'mentions found', 'right', 'positions', 'sentiment', 'negative right', 'negative found'],
    ...languages.map(({ language, ...figures }) => [language ?? 'unknown', ...toCells(figures)]),
    ...(languages.length > 1 ? [['all', ...toCells(all)]] : []),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  );
  const used = all.answers < checked_answers ? `, the latest ${all.answers} of ${checked_answers}` : '';
  return `Extraction compared with the answers that people checked${used}:\n\n${lines.join('\n')}\n`;
}

function toCells({
  answers,
  mentions,
  position,
  sentiment,
}: Omit<Evaluation, 'checked_answers' | 'languages'>): string[] {
  const shares = [
    mentions.recall,
    mentions.precision,
    position,
    sentiment.accuracy,
    sentiment.negative_precision,
    sentiment.negative_recall,
  ];
  return [String(answers), ...shares.map((share) => (share === null ? '–' : `${(100 * share).toFixed(1)} %`))];
}
