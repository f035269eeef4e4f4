/** The minimum or maximum that a figure should have. */
const FIGURE_BARS = {
  ingestion_ndjson_answers_per_second: { least: 1500 },
  ingestion_json_answers_per_second: { least: 1500 },
  reextraction_answers_per_second: { least: 4000 },
  reextraction_of_all_answers_per_second: { least: 2000 },
  report_beside_reextraction_by_date_ratio: { most: 2 },
  report_beside_reextraction_prompt_channel_ratio: { most: 2 },
  collection_time_ratio: { most: 1.2 },
  collection_memory_peak_mb: { most: 300 },
  report_beside_collection_ratio: { most: 1.5 },
  soak_memory_peak_mb: { most: 700 },
};

/** The tables that a run prints and saves. */
export function toMarkdown({ results, figures }) {
  const withNeighbours = results.some(({ beside_p50_ms }) => beside_p50_ms !== undefined);
  const head = ['report', 'p50 ms', 'p95 ms', 'cold ms', 'after a change ms', 'limit ms', 'ratio', 'bar', ''];
  if (withNeighbours) head.push('p50 ms beside nine', 'to alone', 'bar', '');
  const rows = results.map((result) => {
    const { name, p50_ms, p95_ms, cold_ms, first_ms, limit_ms, ratio, bar, skipped, failed, difference } = result;
    const verdict = toVerdict(ratio, { most: bar }) + (difference ? `, differs from its limit: ${difference}` : '');
    const row = skipped
      ? [name, '', '', '', '', '', '', toBar({ most: bar }), `skipped: ${skipped}`]
      : failed
        ? [name, '', '', '', '', '', '', toBar({ most: bar }), `failed: ${failed}`]
        : [name, p50_ms, p95_ms, cold_ms, first_ms, limit_ms, ratio, toBar({ most: bar }), verdict];
    if (!withNeighbours) return row;
    const { beside_p50_ms, beside_ratio, beside_bar } = result;
    return [...row, beside_p50_ms, beside_ratio, beside_bar, toVerdict(beside_ratio, { most: beside_bar })];
  });
  const figureRows = Object.entries(figures)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => [name, value, toBar(FIGURE_BARS[name]), toVerdict(value, FIGURE_BARS[name])]);
  return [
    ...(rows.length > 0 ? [toTable(head, rows)] : []),
    ...(figureRows.length > 0 ? [toTable(['figure', 'value', 'bar', ''], figureRows)] : []),
  ].join('\n');
}

function toBar(bar) {
  if (bar?.least !== undefined) return `≥ ${bar.least}`;
  return bar?.most === undefined ? '' : `≤ ${bar.most}`;
}

function toVerdict(value, bar) {
  if (typeof value !== 'number' || (bar?.least === undefined && bar?.most === undefined)) return '';
  if (value > (bar.most ?? value)) return 'over';
  return value < (bar.least ?? value) ? 'under' : 'ok';
}

export function toTable(head, rows) {
  const cells = [head, ...rows].map((row) => row.map((cell) => String(cell ?? '').replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return `${[line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n')}\n`;
}
