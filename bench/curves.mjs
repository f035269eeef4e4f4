const WIDTH = 900;
const HEIGHT = 520;
const LEFT = 80;
const RIGHT = 250;
const TOP = 50;
const BOTTOM = 60;
const COLORS = [
  '#1b6ca8',
  '#c0392b',
  '#2e8b57',
  '#8e44ad',
  '#d98e04',
  '#16808d',
  '#7f5539',
  '#4b5563',
  '#d6336c',
  '#5c7c0f',
  '#000',
];
const LABEL_GAP = 17;

/** Time over HTTP by number of chats, both on logarithmic scales, as an SVG picture. */
export function drawCurves(steps) {
  const names = Object.keys(steps[0].reports);
  const times = steps.flatMap(({ reports }) => Object.values(reports)).filter((ms) => ms > 0);
  const [fromMs, toMs] = [Math.floor(Math.log10(Math.min(...times))), Math.ceil(Math.log10(Math.max(...times)))];
  const logs = steps.map(({ chats }) => Math.log10(chats));
  const x = (chats) => toPlace(Math.log10(chats), [logs[0], logs.at(-1)], [LEFT, WIDTH - RIGHT]);
  const y = (ms) => toPlace(Math.log10(ms), [fromMs, toMs], [HEIGHT - BOTTOM, TOP]);

  const rows = Array.from({ length: toMs - fromMs + 1 }, (_, index) => 10 ** (fromMs + index)).map(
    (ms) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(ms)}" y2="${y(ms)}" stroke="#d5d9de"/>` +
      `<text x="${LEFT - 8}" y="${y(ms) + 4}" text-anchor="end">${ms} ms</text>`,
  );
  const columns = steps.map(
    ({ chats }) =>
      `<line x1="${x(chats)}" x2="${x(chats)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}" stroke="#d5d9de"/>` +
      `<text x="${x(chats)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${Number((chats / 1e6).toPrecision(1))} M</text>`,
  );
  const curves = names.flatMap((name, index) => {
    const points = steps
      .filter(({ reports }) => reports[name] > 0)
      .map(({ chats, reports }) => ({ left: x(chats), top: y(reports[name]) }));
    return points.length === 0 ? [] : [{ name, color: COLORS[index % COLORS.length], points }];
  });
  // Labels are at the ends of their curves, moved down where they would overlap.
  const labels = curves
    .map(({ name, color, points }) => ({ name, color, top: points.at(-1).top }))
    .sort((a, b) => a.top - b.top);
  labels.forEach((label, index) => {
    if (index > 0) label.top = Math.max(label.top, labels[index - 1].top + LABEL_GAP);
  });
  const overflow = Math.max(0, (labels.at(-1)?.top ?? 0) - (HEIGHT - BOTTOM));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">`,
    '<title>Time of a report over HTTP by the chats of its project</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="26" font-size="16">Time of a report over HTTP (p50) by the chats of its project</text>`,
    ...rows,
    ...columns,
    ...curves.map(
      ({ color, points }) =>
        `<polyline fill="none" stroke="${color}" stroke-width="2" points="${points.map(({ left, top }) => `${left},${top}`).join(' ')}"/>` +
        points.map(({ left, top }) => `<circle cx="${left}" cy="${top}" r="3" fill="${color}"/>`).join(''),
    ),
    ...labels.map(
      ({ name, color, top }) =>
        `<text x="${WIDTH - RIGHT + 12}" y="${(top - overflow + 4).toFixed(1)}" fill="${color}">${name}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 14}" text-anchor="middle">chats in the project</text>`,
    '</svg>\n',
  ].join('\n');
}

function toPlace(value, [from, to], [start, end]) {
  const place = from === to ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start);
  return Number(place.toFixed(1));
}
