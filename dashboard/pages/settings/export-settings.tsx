import { useMutation } from '@tanstack/react-query';
import { askForFile } from '../../api/client.ts';
import { Icon } from '../../controls/icon.tsx';
import { Failure } from '../../controls/notices.tsx';
import { toReportInput } from '../../filters/report-input.ts';
import type { Selection } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatPeriod } from '../../format.ts';
import { saveFile } from '../../table/save-file.ts';

interface Export {
  id: string;
  name: string;
  hint: string;
  ending: 'csv' | 'ndjson';
  fetch(selection: Selection): Promise<Blob>;
}

const dates = ({ from, to }: Selection) => ({ start_date: from, end_date: to });

/** Without its limit a table comes whole, however long it is. */
function toWhole(selection: Selection, dimensions: string[]) {
  const { limit: _, ...input } = toReportInput(selection, { dimensions });
  return input;
}

const EXPORTS: readonly Export[] = [
  {
    id: 'chats',
    name: 'Whole answers',
    hint: 'One JSON object a line, as POST /chats takes them.',
    ending: 'ndjson',
    fetch: (selection) =>
      askForFile('GET /chats', { project_id: selection.project, ...dates(selection) }, 'application/x-ndjson'),
  },
  {
    id: 'brands',
    name: 'Brands by day, prompt and channel',
    hint: 'The brands report in its finest cut but one.',
    ending: 'csv',
    fetch: (selection) =>
      askForFile('POST /reports/brands', toWhole(selection, ['date', 'prompt_id', 'model_channel_id']), 'text/csv'),
  },
  {
    id: 'domains',
    name: 'Domains',
    hint: 'Every domain that an answer used.',
    ending: 'csv',
    fetch: (selection) => askForFile('POST /reports/domains', toWhole(selection, []), 'text/csv'),
  },
  {
    id: 'urls',
    name: 'Pages',
    hint: 'Every page that an answer used.',
    ending: 'csv',
    fetch: (selection) => askForFile('POST /reports/urls', toWhole(selection, []), 'text/csv'),
  },
  {
    id: 'prompts',
    name: 'Prompts',
    hint: 'All that are asked.',
    ending: 'csv',
    fetch: ({ project }) => askForFile('GET /prompts', { project_id: project }, 'text/csv'),
  },
];

/** Everything out again, in the formats of the interface. */
export function ExportSettings() {
  const selection = useSelection();
  return (
    <section className="panel" aria-label="Export">
      <h2>Export</h2>
      <p className="quiet">
        What is dated covers {formatPeriod(selection)}, with the filters of the bar where they apply.
      </p>
      <ul className="named-list">
        {EXPORTS.map((one) => (
          <ExportLine key={one.id} {...one} />
        ))}
      </ul>
    </section>
  );
}

function ExportLine({ id, name, hint, ending, fetch }: Export) {
  const selection = useSelection();
  const saving = useMutation({
    mutationFn: async () => saveFile(await fetch(selection), `${id}-${selection.from}-${selection.to}.${ending}`),
  });
  return (
    <li>
      <span>
        <b>{name}</b> <span className="quiet">{hint}</span>
        {saving.error ? (
          <Failure error={saving.error} doing="It was not exported." onRetry={() => saving.mutate()} />
        ) : null}
      </span>
      <button type="button" className="button" disabled={saving.isPending} onClick={() => saving.mutate()}>
        <Icon name="download" />
        <span className="visually-hidden">Export {name} as </span>
        {saving.isPending ? 'Fetching' : ending.toUpperCase()}
      </button>
    </li>
  );
}
