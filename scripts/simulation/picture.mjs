// docs/statistics-coverage.svg: coverage by the true visibility.

const COLORS = { 5: '#8e44ad', 20: '#c0392b', 100: '#1b6ca8', 500: '#2e8b57' };
const [LOWEST, TOP, BOTTOM] = [0.84, 60, 400];
const PANELS = [
  { design: 'population', left: 70, title: 'Design “population”' },
  { design: 'panel', left: 480, title: 'Design “panel”' },
];
const WIDTH = 330;

const toY = (share) => BOTTOM - ((Math.max(share, LOWEST) - LOWEST) / (1 - LOWEST)) * (BOTTOM - TOP);
const round = (value) => Math.round(value * 10) / 10;

/** For each visibility and number of prompts, a bar from the lowest to the highest cell with a dot at the mean. */
export function drawPicture(cells) {
  const means = [...new Set(cells.map(({ mean }) => mean))].sort((left, right) => left - right);
  const counts = [...new Set(cells.map(({ prompts }) => prompts))].sort((left, right) => left - right);
  const lines = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 490" font-family="sans-serif" font-size="13">',
    '<title>How often 95 % intervals contain the true visibility</title>',
    '<rect width="900" height="490" fill="#fff"/>',
    '<text x="70" y="26" font-size="16">How often 95 % intervals contain the true visibility</text>',
  ];
  for (const { design, left, title } of PANELS) {
    lines.push(`<text x="${left}" y="50">${title}</text>`);
    for (const share of [0.85, 0.9, 0.95, 1]) {
      const y = round(toY(share));
      const color = share === 0.95 ? '#4b5563' : '#d5d9de';
      lines.push(
        `<line x1="${left}" x2="${left + WIDTH}" y1="${y}" y2="${y}" stroke="${color}"/><text x="${left - 8}" y="${y + 4}" text-anchor="end">${Math.round(share * 100)} %</text>`,
      );
    }
    means.forEach((mean, column) => {
      const center = left + ((column + 0.5) * WIDTH) / means.length;
      lines.push(`<text x="${round(center)}" y="${BOTTOM + 20}" text-anchor="middle">${mean * 100} %</text>`);
      counts.forEach((prompts, at) => {
        const shares = cells
          .filter((cell) => cell.mean === mean && cell.prompts === prompts)
          .map((cell) => cell[design]);
        const x = round(center + (at - (counts.length - 1) / 2) * 10);
        const average = shares.reduce((sum, share) => sum + share, 0) / shares.length;
        const [low, high] = [toY(Math.min(...shares)), toY(Math.max(...shares))].map(round);
        lines.push(
          `<line x1="${x}" x2="${x}" y1="${low}" y2="${high}" stroke="${COLORS[prompts]}" stroke-width="2"/><circle cx="${x}" cy="${round(toY(average))}" r="3" fill="${COLORS[prompts]}"/>`,
        );
      });
    });
    lines.push(`<text x="${left + WIDTH / 2}" y="${BOTTOM + 42}" text-anchor="middle">true visibility</text>`);
  }
  counts.forEach((prompts, at) => {
    const x = 70 + at * 120;
    lines.push(
      `<circle cx="${x + 4}" cy="468" r="4" fill="${COLORS[prompts]}"/><text x="${x + 14}" y="472">${prompts} prompts</text>`,
    );
  });
  lines.push('<text x="560" y="472">Lines: lowest to highest cell. Dots: mean.</text>', '</svg>', '');
  return lines.join('\n');
}
