import type { Overheard } from '../../client/overheard.ts';
import type { PagedRoute, Route } from '../../client/routes.ts';
import { MAX_ROWS_PER_PAGE } from '../../domain/limits.ts';
import { invalid } from '../../errors.ts';
import { ROW_FORMATS } from '../../exporting/formats.ts';
import { drawChart, TIMES } from './chart.ts';
import { findNamed, findProject } from './find-objects.ts';
import type { Command } from './manifest.ts';
import { toOptions } from './options.ts';
import { type ParsedCommand, parseCommand, parseJson, readText } from './parse-fields.ts';
import { fillPeriod } from './period.ts';
import { printAnswer } from './print-answer.ts';
import { findRemote, type Remote, withRemote } from './remote.ts';
import type { Row } from './table.ts';
import type { Terminal } from './terminal.ts';
import { toPlainText, toSafeJson } from './terminal-text.ts';
import { waitForRun } from './wait-for-run.ts';

/** Calls an operation and shows its answer. */
export async function runOperation(command: Command, args: string[], terminal: Terminal): Promise<void> {
  const parsed = parseCommand(command, args, toOptions(command));
  const { options } = parsed;
  const all = ['json', ...ROW_FORMATS.map(({ name }) => name), 'chart'];
  const formats = all.filter((name) => options[name] !== undefined);
  if (formats.length > 1) throw invalid(`--${formats[0]}`, `cannot be combined with --${formats[1]}.`);
  const remote = findRemote(terminal, { profile: options.profile as string | undefined });
  return withRemote(remote, async (client) => {
    const input = await toInput(command, parsed, { client, remote, terminal });
    return show(command, { input, options }, { client, remote, terminal });
  });
}

/** Gets the answer, in the format that was asked for. */
async function show(command: Command, called: Called, { client, terminal }: Connection): Promise<void> {
  const { input, options } = called;
  const format = ROW_FORMATS.find(({ name }) => options[name]);
  if (format) {
    if (!format.is_text && terminal.columns !== undefined) {
      throw invalid(
        `--${format.name}`,
        `is for files, not for a terminal: overheard export FILE.${format.name} COMMAND.`,
      );
    }
    const accept = format.media_type;
    return streamRows(terminal, await client.fetch(command.route as Route, input as never, { accept }));
  }
  if (options.chart !== undefined) return printChart(client, command, { ...called, terminal });
  const answer = await call(client, command, called);
  if (options.wait !== undefined) {
    const run = answer as { id: string };
    return waitForRun(client, { run, input, terminal, isJson: options.json === true });
  }
  if (options.json) return terminal.write(`${toSafeJson(answer)}\n`);
  const chosen = typeof options.columns === 'string' ? { chosen: options.columns.split(',') } : {};
  return printAnswer(terminal, answer, chosen);
}

interface Connection {
  client: Overheard;
  remote: Remote;
  terminal: Terminal;
}

/** Everything that is sent: the fields of `--data`, then the flags, then what is looked up. */
async function toInput(
  command: Command,
  { input: flags, options, data }: ParsedCommand,
  { client, remote, terminal }: Connection,
): Promise<Record<string, unknown>> {
  const input = { ...(await readData(data, terminal)), ...flags };
  for (const { name, flag, kind, is_required } of command.fields) {
    if (!is_required || input[name] !== undefined) continue;
    if (kind !== 'secret') throw invalid(`--${flag}`, 'is required.');
    input[name] = await terminal.readSecret(`${name}: `);
  }
  const project = options.project ?? remote.project;
  if (command.has_project && typeof project === 'string' && input.project_id === undefined) input.project_id = project;
  if (typeof input.project_id === 'string') input.project_id = await findProject(client, input.project_id);
  await findNamed(client, input);
  const period = fillPeriod(command, input, new Date());
  if (period !== null) terminal.note(period);
  return input;
}

async function readData(data: string | undefined, terminal: Terminal): Promise<Record<string, unknown>> {
  if (data === undefined) return {};
  const text =
    data === '-' ? await terminal.readInput() : data.startsWith('@') ? readText('--data', data.slice(1)) : data;
  const value = parseJson('--data', text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid('--data', 'must be a JSON object.');
}

interface Called {
  input: Record<string, unknown>;
  options: ParsedCommand['options'];
}

async function call(client: Overheard, { route }: Command, { input, options }: Called): Promise<unknown> {
  if (!options.all) return client.call(route as Route, input as never);
  const data: unknown[] = [];
  for await (const row of client.list(route as PagedRoute, { limit: MAX_ROWS_PER_PAGE, ...input } as never))
    data.push(row);
  return { data, totalCount: data.length, total_count: data.length };
}

async function printChart(
  client: Overheard,
  { route }: Command,
  { input, options, terminal }: Called & { terminal: Terminal },
): Promise<void> {
  const asked = (input.dimensions ?? []) as string[];
  const dimensions = asked.some((name) => TIMES.includes(name)) ? asked : ['date', ...asked];
  const { data } = (await client.call(route as Route, { limit: MAX_ROWS_PER_PAGE, ...input, dimensions } as never)) as {
    data: Row[];
  };
  const metric = typeof options.chart === 'string' ? options.chart : undefined;
  await terminal.write(drawChart(data, { metric, columns: terminal.columns }));
}

/** Passes rows on as they come. To a terminal they go without control characters. */
async function streamRows(terminal: Terminal, response: Response): Promise<void> {
  const decoder = new TextDecoder();
  const isShown = terminal.columns !== undefined;
  for await (const chunk of response.body ?? []) {
    const lines = isShown ? decoder.decode(chunk, { stream: true }).split(/\r?\n/) : [];
    await terminal.write(isShown ? lines.map(toPlainText).join('\n') : chunk);
  }
}
