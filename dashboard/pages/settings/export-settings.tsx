import { useMutation } from '@tanstack/react-query';
import { askForFile } from '../../api/client.ts';
import { Icon } from '../../controls/icon.tsx';
import { Failure } from '../../controls/notices.tsx';
import { toReportInput } from '../../filters/report-input.ts';
import { type Selection, toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatPeriod } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { saveFile } from '../../table/save-file.ts';

interface Export {
  id: string;
  name: string;
  hint: string;
  format: 'csv' | 'ndjson';
  fetch(selection: Selection): Promise<Blob>;
}

const dates = ({ from, to }: Selection) => ({ start_date: from, end_date: to });

/** Without a limit the API exports all rows. */
function toUnlimitedReport(selection: Selection, dimensions: string[]) {
  const { limit: _, ...input } = toReportInput(selection, { dimensions });
  return input;
}

const EXPORTS: readonly Export[] = [
  {
    id: 'chats',
    name: 'Answers',
    hint: 'One JSON object per line, in the format of POST /chats.',
    format: 'ndjson',
    fetch: (selection) =>
      askForFile('GET /chats', { project_id: selection.project, ...dates(selection) }, 'application/x-ndjson'),
  },
  {
    id: 'brands',
    name: 'Brands by day, prompt and channel',
    hint: 'The brands report with one row per brand, day, prompt and channel.',
    format: 'csv',
    fetch: (selection) =>
      askForFile(
        'POST /reports/brands',
        toUnlimitedReport(selection, ['date', 'prompt_id', 'model_channel_id']),
        'text/csv',
      ),
  },
  {
    id: 'domains',
    name: 'Domains',
    hint: 'All domains that answers use.',
    format: 'csv',
    fetch: (selection) => askForFile('POST /reports/domains', toUnlimitedReport(selection, []), 'text/csv'),
  },
  {
    id: 'urls',
    name: 'Pages',
    hint: 'All pages that answers use.',
    format: 'csv',
    fetch: (selection) => askForFile('POST /reports/urls', toUnlimitedReport(selection, []), 'text/csv'),
  },
  {
    id: 'prompts',
    name: 'Prompts',
    hint: 'All active prompts.',
    format: 'csv',
    fetch: ({ project }) => askForFile('GET /prompts', { project_id: project }, 'text/csv'),
  },
];

/** Exports in the formats of the API. */
export function ExportSettings() {
  const selection = useSelection();
  const location = useLocation();
  return (
    <section className="panel" aria-label="Export">
      <h2>Export</h2>
      <p className="quiet">
        Dated exports cover {formatPeriod(selection)}. The channel, country, topic and tag filters above apply to
        brands, domains and pages.
      </p>
      <ul className="named-list">
        {EXPORTS.map((item) => (
          <ExportItem key={item.id} {...item} />
        ))}
        <li>
          <span>
            <b>Overview as PDF</b>{' '}
            <span className="quiet">
              Open the overview, then choose Print / save as PDF in the export menu of its chart.
            </span>
          </span>
          <Link className="button" href={toPage('/', location)}>
            Open overview
          </Link>
        </li>
      </ul>
    </section>
  );
}

function ExportItem({ id, name, hint, format, fetch }: Export) {
  const selection = useSelection();
  const saving = useMutation({
    mutationFn: async () => saveFile(await fetch(selection), `${id}-${selection.from}-${selection.to}.${format}`),
  });
  return (
    <li>
      <span>
        <b>{name}</b> <span className="quiet">{hint}</span>
        {saving.error ? (
          <Failure error={saving.error} title="The export failed." onRetry={() => saving.mutate()} />
        ) : null}
      </span>
      <button type="button" className="button" disabled={saving.isPending} onClick={() => saving.mutate()}>
        <Icon name="download" />
        <span className="visually-hidden">Export {name} as </span>
        {saving.isPending ? 'Exporting…' : format.toUpperCase()}
      </button>
    </li>
  );
}
