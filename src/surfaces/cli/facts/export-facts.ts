import { parseArgs } from 'node:util';
import type { Overheard } from '../../../client/overheard.ts';
import type { ItemOfRoute } from '../../../client/routes.ts';
import { invalid } from '../../../errors.ts';
import { NDJSON } from '../../../exporting/formats.ts';
import { findProject } from '../find-objects.ts';
import { findRemote, withRemote } from '../remote.ts';
import type { Terminal } from '../terminal.ts';
import { type DayWriter, type FactFolder, openFactFolder } from './fact-folder.ts';
import { EVER, readDimensions } from './read-dimensions.ts';
import { readJsonLines } from './read-json-lines.ts';
import { toFactRows } from './star-schema.ts';

const OPTIONS = {
  to: { type: 'string' },
  project: { type: 'string' },
  start: { type: 'string' },
  end: { type: 'string' },
  url: { type: 'string' },
  profile: { type: 'string' },
} as const;

/** Days that are requested together: each request is of one state. */
const DAYS_PER_REQUEST = 31;
/** How often days are compared again that changed while they were exported. */
const MAX_ROUNDS = 5;

type FactDay = ItemOfRoute<'GET /facts/days'>;

interface Export {
  client: Overheard;
  folder: FactFolder;
  project: { project_id?: string };
  dates: { start_date: string; end_date: string };
}

/** `export facts --to FOLDER`: what reports are counted from, as Parquet files; only days that changed are written. */
export async function runExportFacts(args: string[], terminal: Terminal): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { to } = values;
  if (to === undefined) throw invalid('--to', 'is required: overheard export facts --to FOLDER.');
  const remote = findRemote(terminal, values);
  const named = values.project ?? remote.project;
  await withRemote(remote, async (client) => {
    const project = named === undefined ? {} : { project_id: await findProject(client, named) };
    const { start: start_date = EVER.start_date, end: end_date = EVER.end_date } = values;
    const dates = { start_date, end_date };
    const days = await readDays(client, { ...project, ...dates });
    const id = project.project_id ?? (await client.call('GET /key', {})).project?.id ?? '';
    const folder = await openFactFolder(to, id);
    const count = await exportFacts({ client, folder, project, dates }, days).finally(folder.close);
    const written = count.written === 1 ? 'one day' : `${count.written} days`;
    const removed = count.removed === 0 ? '' : `, ${count.removed} removed`;
    terminal.note(`${to}: ${written} written${removed}, ${days.length} in all.`);
    if (!count.is_complete) {
      terminal.note(
        'Some days changed again while they were exported. Run the command again to have their last state.',
      );
    }
  });
}

async function readDays(client: Overheard, input: Export['project'] & Export['dates']): Promise<FactDay[]> {
  const days: FactDay[] = [];
  const response = await client.fetch('GET /facts/days', input, { accept: NDJSON });
  for await (const day of readJsonLines<FactDay>(response)) days.push(day);
  return days;
}

/** Writes days until all of them are as the service has them at one moment. */
async function exportFacts(task: Export, first: FactDay[]) {
  const { client, folder, project, dates } = task;
  const written = new Set<string>();
  const removed = new Set<string>();
  for (let [round, days] = [1, first]; ; round += 1) {
    const changed = days.filter(({ date, revision }) => folder.days.get(date) !== revision);
    const known = new Set(days.map(({ date }) => date));
    const gone = (await folder.listDates()).filter(
      (date) => date >= dates.start_date && date <= dates.end_date && !known.has(date),
    );
    if (round > 1 && changed.length === 0 && gone.length === 0) break;
    if (round > MAX_ROUNDS) return { written: written.size, removed: removed.size, is_complete: false };
    await folder.forgetDays([...gone, ...changed.map(({ date }) => date)]);
    for (const date of gone) {
      await folder.removeDay(date);
      removed.add(date);
    }
    for (const group of toGroups(days, new Set(changed))) {
      await writeDays(task, group);
      for (const { date } of group) written.add(date);
    }
    // After the facts, which refer to them.
    for await (const [table, rows] of readDimensions(client, project)) await folder.writeTable(table, rows);
    days = await readDays(client, { ...project, ...dates });
  }
  return { written: written.size, removed: removed.size, is_complete: true };
}

/** Changed days that follow each other. */
function toGroups(days: readonly FactDay[], changed: ReadonlySet<FactDay>): FactDay[][] {
  const groups: FactDay[][] = [];
  let group: FactDay[] | undefined;
  for (const day of days) {
    if (!changed.has(day) || group?.length === DAYS_PER_REQUEST) group = undefined;
    if (!changed.has(day)) continue;
    if (!group) {
      group = [];
      groups.push(group);
    }
    group.push(day);
  }
  return groups;
}

/** Requests days that follow each other, and writes the files of each. */
async function writeDays({ client, folder, project }: Export, days: readonly FactDay[]): Promise<void> {
  const revisions = new Map(days.map(({ date, revision }) => [date, revision]));
  const dates = { start_date: days[0]!.date, end_date: days.at(-1)!.date };
  const response = await client.fetch('GET /facts', { ...project, ...dates }, { accept: NDJSON });
  let [date, writer]: [string, DayWriter | undefined] = ['', undefined];
  try {
    for await (const fact of readJsonLines<ItemOfRoute<'GET /facts'>>(response)) {
      // A day that had no facts a moment ago is for the next round.
      const revision = revisions.get(fact.date);
      if (revision === undefined) continue;
      if (fact.date !== date) {
        await writer?.end(revisions.get(date)!);
        // If the next day cannot be opened, there is none to cancel.
        writer = undefined;
        writer = await folder.openDay(fact.date);
        date = fact.date;
      }
      await writer!.write(toFactRows(fact));
    }
    await writer?.end(revisions.get(date)!);
    writer = undefined;
  } finally {
    await writer?.cancel();
  }
}
