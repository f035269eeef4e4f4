// From the results of all tasks to a table and a picture.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLASSES } from './cells.mjs';
import { drawPicture } from './picture.mjs';

const DOCS = join(import.meta.dirname, '../../docs');
const [START, END] = ['<!-- simulation: npm run simulate -- --write -->', '<!-- end of simulation -->'];
const WIDEST = 1.25;
const MOST_ALARMS = 0.1;
const [PROMISED, TOLERANCE] = [0.8, 0.03];
/** Distributions that are shown, but have no bar of their own: some prompts can be missed by any sample. */
const OTHER = 'visibility, other distributions';
const EXTRA_SHAPES = ['two-point', 'channels'];

export function summarize(results) {
  const of = (kind) => results.filter((result) => result.kind === kind).flatMap(({ rows }) => rows);
  const cells = [...of('visibility'), ...of('other')];
  const rows = [];
  const worst = [];
  for (const isExtra of [false, true]) {
    for (const [at, bar] of CLASSES.entries()) {
      const design = at < 4 ? 'population' : 'panel';
      const chosen = cells.filter(
        ({ metric, classes, shape }) =>
          metric === 'visibility' && classes[design] === at && EXTRA_SHAPES.includes(shape) === isExtra,
      );
      const entries = chosen.map((cell) => toEntry(cell, design, bar.low)).filter(({ count }) => count >= 100);
      if (entries.length === 0) continue;
      rows.push({ ...summarizeClass(entries), bar, metric: isExtra ? OTHER : 'visibility', design });
      worst.push(...listWorst(bar.name, entries));
    }
  }
  for (const metric of ['share_of_voice', 'position', 'sentiment']) {
    for (const [at, bar] of CLASSES.entries()) {
      const design = at < 4 ? 'population' : 'panel';
      const chosen = cells.filter((cell) => cell.metric === metric && cell.classes[design] === at);
      const entries = chosen.map((cell) => toEntry(cell, design, bar.low)).filter(({ count }) => count >= 100);
      if (entries.length === 0) continue;
      rows.push({ ...summarizeClass(entries), bar, metric, design });
      worst.push(...listWorst(`${metric}, ${bar.name}`, entries));
    }
  }
  const alarms = summarizeAlarms(of('alarms'));
  const power = summarizePower(of('power'));
  const judged = rows.filter(({ metric }) => metric !== OTHER);
  const isMet =
    judged.every(({ lowest, bar, count }) => lowest >= bar.low - toNoise(bar.low, count)) &&
    judged.every(({ highest, bar, count }) => highest <= (bar.high ?? 1) + toNoise(bar.high ?? 1, count)) &&
    rows.every(({ rival }) => rival === null || rival.width <= WIDEST) &&
    alarms.every(({ mean }) => mean <= MOST_ALARMS) &&
    power.every(({ mean }) => Math.abs(mean - PROMISED) <= TOLERANCE);
  return { rows, alarms, power, worst, isMet, cells: cells.length, pictures: toPictureCells(cells) };
}

/** What the lowest of many cells may be off by: three standard errors. */
function toNoise(share, count) {
  return 3 * Math.sqrt((share * (1 - share)) / count);
}

function toEntry(cell, design, low) {
  const tally = cell.tallies[design];
  const rivals = Object.entries(tally.others).map(([name, other]) => ({
    name,
    reaches: other.covered / other.count >= low - 2 * Math.sqrt((low * (1 - low)) / other.count),
    ratio: tally.width / tally.count / (other.width / other.count),
  }));
  return { cell, count: tally.count, coverage: tally.covered / tally.count, rivals };
}

function summarizeClass(entries) {
  const coverages = entries.map(({ coverage }) => coverage).sort((left, right) => left - right);
  return {
    cells: entries.length,
    count: Math.min(...entries.map(({ count }) => count)),
    lowest: coverages[0],
    mean: average(coverages),
    highest: coverages.at(-1),
    rival: findRival(entries.flatMap(({ rivals }) => rivals)),
  };
}

/** The interval from the literature that reaches the bar in most cells; of equal ones, the narrowest. */
function findRival(rivals) {
  const names = [...new Set(rivals.map(({ name }) => name))];
  const found = names.map((name) => {
    const own = rivals.filter((rival) => rival.name === name);
    return {
      name,
      reached: average(own.map(({ reaches }) => (reaches ? 1 : 0))),
      width: average(own.map(({ ratio }) => ratio)),
    };
  });
  return found.sort((left, right) => right.reached - left.reached || right.width - left.width)[0] ?? null;
}

function average(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function listWorst(name, entries) {
  const sorted = [...entries].sort((left, right) => left.coverage - right.coverage);
  const describe = ({ cell, coverage }) =>
    `  ${coverage.toFixed(3)} v ${cell.mean} correlation ${cell.correlation} ${cell.shape}, ${cell.prompts} prompts, ${cell.days} days, ${cell.channels} channels${cell.isBalanced ? '' : ', unbalanced'}`;
  return [name, ...sorted.slice(0, 3).map(describe), ...(sorted.length > 3 ? [describe(sorted.at(-1))] : [])];
}

function summarizeAlarms(rows) {
  return ['population', 'panel'].flatMap((design) =>
    ['same', 'changed'].map((basket) => {
      const shares = rows.filter((row) => row.basket === basket).map((row) => row.alarms[design] / row.count);
      return {
        design,
        basket,
        cells: shares.length,
        mean: average(shares),
        highest: Math.max(...shares),
      };
    }),
  );
}

function summarizePower(rows) {
  return ['population', 'panel'].map((design) => {
    const shares = rows.map((row) => row[design][1] / row[design][0]);
    return {
      design,
      cells: shares.length,
      mean: average(shares),
      lowest: Math.min(...shares),
      highest: Math.max(...shares),
      byCorrelation: Object.fromEntries(
        [...new Set(rows.map(({ correlation }) => correlation))].map((correlation) => {
          const some = rows
            .filter((row) => row.correlation === correlation)
            .map((row) => row[design][1] / row[design][0]);
          return [correlation, average(some)];
        }),
      ),
    };
  });
}

/** Coverage by the true visibility, for both designs. */
function toPictureCells(cells) {
  return cells
    .filter(({ metric, shape }) => metric === 'visibility' && !EXTRA_SHAPES.includes(shape))
    .map(({ mean, prompts, tallies, isBalanced }) => ({
      mean,
      prompts,
      isBalanced,
      population: tallies.population.covered / tallies.population.count,
      panel: tallies.panel.covered / tallies.panel.count,
    }));
}

const percent = (share) => `${(share * 100).toFixed(1)} %`;

export function toMarkdown({ rows, alarms, power, repetitions }) {
  const lines = [
    `Each cell has ${repetitions.toLocaleString('en-US')} simulated projects. *Bar* is what 95 % intervals must reach in every cell.`,
    '',
    '| metric | design and cells | cells | bar | lowest | mean | highest | best of the literature: reaches the bar in | our width |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(({ metric, bar, cells, lowest, mean, highest, rival }) => {
      const limit = bar.high === undefined ? `≥ ${percent(bar.low)}` : `${percent(bar.low)} to ${percent(bar.high)}`;
      const best =
        rival === null ? '|' : `${rival.name}: ${percent(rival.reached)} of cells | ${rival.width.toFixed(2)}`;
      return `| ${metric.replaceAll('_', ' ')} | ${bar.name} | ${cells} | ${limit} | ${percent(lowest)} | ${percent(mean)} | ${percent(highest)} | ${best} |`;
    }),
    ...toAlarmLines(alarms.filter(({ cells }) => cells > 0)),
    ...toPowerLines(power.filter(({ cells }) => cells > 0)),
  ];
  return lines.join('\n');
}

function toAlarmLines(alarms) {
  if (alarms.length === 0) return [];
  const baskets = { same: 'the same prompts and channels', changed: 'prompts, channels and days changed' };
  return [
    '',
    '| false alarms, nothing changed | cells | bar | mean | highest |',
    '| --- | --- | --- | --- | --- |',
    ...alarms.map(
      ({ design, basket, cells, mean, highest }) =>
        `| ${design}, ${baskets[basket]} | ${cells} | ≤ ${percent(MOST_ALARMS)} | ${percent(mean)} | ${percent(highest)} |`,
    ),
  ];
}

function toPowerLines(power) {
  if (power.length === 0) return [];
  return [
    '',
    '| power of a planned comparison | cells | promised | mean | lowest | highest |',
    '| --- | --- | --- | --- | --- | --- |',
    ...power.map(
      ({ design, cells, mean, lowest, highest }) =>
        `| ${design} | ${cells} | ${percent(PROMISED)} ± ${percent(TOLERANCE)} | ${percent(mean)} | ${percent(lowest)} | ${percent(highest)} |`,
    ),
  ];
}

export function writeDocs(summary) {
  const file = join(DOCS, 'statistics.md');
  const page = readFileSync(file, 'utf8');
  const [before, after] = [page.slice(0, page.indexOf(START)), page.slice(page.indexOf(END))];
  writeFileSync(file, `${before}${START}\n\n${toMarkdown(summary)}\n\n${after}`);
  writeFileSync(join(DOCS, 'statistics-coverage.svg'), drawPicture(summary.pictures));
}
