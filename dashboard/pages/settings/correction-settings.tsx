import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../api/client.ts';
import { listQuery } from '../../api/queries.ts';
import type { Correction } from '../../api/types.ts';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { toPage } from '../../filters/selection.ts';
import { useView } from '../../filters/view.tsx';
import { formatDateTime, formatPercent, formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { type Location, useLocation } from '../../routing/location.ts';
import type { Column } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { describeCorrection } from '../answers/describe-correction.ts';

const NEWEST_FIRST = { column: 'created', isDescending: true };

/** What people corrected in answers, and how well Overheard reads the answers that they checked. */
export function CorrectionSettings() {
  const { selection } = useView();
  const location = useLocation();
  const query = useQuery(listQuery(selection.project, 'GET /corrections'));
  const columns = useMemo(() => toColumns(location), [location]);
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  return (
    <div className="page">
      {query.data.some(({ kind }) => kind === 'checked') ? <Accuracy /> : null}
      <DataTable
        label="Corrections"
        fileName="corrections"
        columns={columns}
        rows={query.data}
        toId={({ id }) => id}
        sorting={NEWEST_FIRST}
        tools={<h2>Corrections</h2>}
        empty={
          <Empty title="No corrections yet">
            <p>
              Open an answer to correct what Overheard found in it. Corrections count in every report and stay when
              answers are re-analyzed. Mark answers as checked to see how accurately Overheard analyzes your answers.
            </p>
          </Empty>
        }
      />
    </div>
  );
}

/** How often extraction is right, measured on the project's own checked answers. */
function Accuracy() {
  const { selection } = useView();
  const query = useQuery({
    queryKey: ['project', selection.project, 'evaluation'],
    queryFn: ({ signal }) => ask('GET /corrections/evaluation', { project_id: selection.project }, { signal }),
  });
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const { answers, mentions, position, sentiment } = query.data;
  const figures = [
    ['Mentions found', mentions.recall],
    ['Correct mentions', mentions.precision],
    ['Correct positions', position],
    ['Correct sentiment', sentiment.accuracy],
  ] as const;
  return (
    <section aria-label="Accuracy">
      <h2>Accuracy on your checked answers</h2>
      <dl className="accuracy">
        {figures.map(([name, share]) => (
          <div key={name}>
            <dt className="quiet">{name}</dt>
            <dd>{share === null ? '–' : formatPercent(share)}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">
        From {formatWhole(answers)} {answers === 1 ? 'answer' : 'answers'} that people checked, without their
        corrections. A few dozen answers, chosen at random, give a fair picture.
      </p>
    </section>
  );
}

function toColumns(location: Location): Column<Correction>[] {
  return [
    {
      id: 'correction',
      name: 'Correction',
      width: 14,
      grow: 2,
      cell: (correction) => (
        <Link className="row-link two-lines" href={toPage(`/answers/${correction.chat.id}`, location)}>
          {describeCorrection(correction)}
        </Link>
      ),
      sortBy: describeCorrection,
      file: describeCorrection,
    },
    {
      id: 'created',
      name: 'Date',
      width: 10.5,
      isNewestFirst: true,
      cell: ({ created_at }) => formatDateTime(created_at),
      sortBy: ({ created_at }) => created_at,
      file: ({ created_at }) => created_at,
    },
    { id: 'kind', name: 'Kind', width: 0, isFileOnly: true, cell: () => null, file: ({ kind }) => kind },
    { id: 'brand', name: 'Brand', width: 0, isFileOnly: true, cell: () => null, file: ({ brand }) => brand?.name },
    { id: 'text', name: 'Text', width: 0, isFileOnly: true, cell: () => null, file: ({ text }) => text },
    {
      id: 'sentiment',
      name: 'Sentiment',
      width: 0,
      isFileOnly: true,
      cell: () => null,
      file: ({ sentiment }) => sentiment,
    },
    { id: 'chat', name: 'Answer ID', width: 0, isFileOnly: true, cell: () => null, file: ({ chat }) => chat.id },
  ];
}
