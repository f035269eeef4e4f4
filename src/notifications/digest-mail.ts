import { describeChange, type EventData, toPercent } from '../domain/event.ts';
import { drawLines, LINE_COLORS } from './line-chart.ts';

const PICTURE = 'visibility';

interface DigestMail {
  html: string;
  pictures: { name: string; png: Buffer }[];
}

/** The digest as mail clients show it. They show no SVG and run no scripts, so it is a table and a picture. */
export function toDigestMail(
  { start_date, end_date, message, brands, days, changes, change_count }: EventData<'weekly_digest'>,
  { project, footer, publicUrl }: { project: string; footer: string; publicUrl: string },
): DigestMail {
  const lines = brands.map((_, index) => days.map(({ visibility }) => visibility[index] ?? null));
  const { top, png } = drawLines(lines);
  const rows = brands.map(({ name, visibility, previous }, index) => {
    const mark = `<td style="width:12px;background:${LINE_COLORS[index]}"></td>`;
    const before = previous === null ? '' : toPercent(previous);
    return `<tr>${mark}${toCell(name)}${toCell(toPercent(visibility))}${toCell(before)}</tr>`;
  });
  const caption = `Visibility by day from ${days[0]?.date ?? ''} to ${end_date}. The lowest line is 0%, the highest ${toPercent(top)}.`;
  const heading = change_count === 0 ? 'No significant changes' : 'Significant changes';
  const rest = change_count - changes.length;
  const more = rest > 0 ? `<p>And ${rest} more.</p>` : '';
  const list = changes.map((change) => `<li>${escapeHtml(describeChange(change))}</li>`).join('');
  const link = publicUrl === '' ? '' : `<p><a href="${escapeHtml(publicUrl)}">Open the dashboard</a></p>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(project)}</title></head>
<body style="font-family:sans-serif;color:#111827;max-width:600px">
<h1 style="font-size:20px">${escapeHtml(project)}: ${start_date} to ${end_date}</h1>
<p>${escapeHtml(message)}</p>
<img src="cid:${PICTURE}" width="560" height="160" alt="${escapeHtml(caption)}" style="max-width:100%;height:auto">
<p style="font-size:12px;color:#6b7280">${escapeHtml(caption)}</p>
<table cellpadding="6" style="border-collapse:collapse"><tr><th></th><th align="left">Brand</th><th align="left">Visibility</th><th align="left">Week before</th></tr>
${rows.join('\n')}</table>
<h2 style="font-size:16px">${heading}</h2>
<ul>${list}</ul>${more}
${link}
<p style="font-size:12px;color:#6b7280">${escapeHtml(footer)}</p>
</body></html>
`;
  return { html, pictures: [{ name: PICTURE, png }] };
}

function toCell(text: string): string {
  return `<td>${escapeHtml(text)}</td>`;
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Names of brands and texts of prompts stay text. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPED[character]!);
}
