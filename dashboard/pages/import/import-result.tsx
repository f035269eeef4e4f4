import { useEffect, useRef } from 'react';
import type { ImportedNoun } from '../../../src/importing/import-kinds.ts';
import { Icon } from '../../controls/icon.tsx';
import { toPage } from '../../filters/selection.ts';
import { formatCount } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { saveFile } from '../../table/save-file.ts';
import { Reasons } from './import-preview.tsx';
import type { ImportResult, OpenedFile } from './import-session.ts';

interface ImportDoneProps {
  noun: ImportedNoun;
  result: ImportResult;
  file: OpenedFile;
  onRestart(): void;
}

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** What came of an import, and where to go from here. */
export function ImportDone({ noun, result, file, onRestart }: ImportDoneProps) {
  const location = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { accepted, duplicates, rejected, rejectedFile, dates, isStopped } = result;
  const one = noun.slice(0, -1);
  const period = dates ? { from: dates.from, to: dates.to } : {};
  const save = ({ content, format }: NonNullable<ImportResult['rejectedFile']>) => {
    const name = file.name.replace(/\.[^.]*$/, '');
    saveFile(new Blob([content], { type: TYPES[format] }), `${name}-rejected.${format}`);
  };
  return (
    <section className="panel import-outcome" aria-label="Result">
      <h2 ref={heading} tabIndex={-1}>
        {isStopped ? 'Stopped. ' : ''}
        {formatCount(accepted, one)} imported
      </h2>
      <dl className="import-counts">
        <div>
          <dt>Imported</dt>
          <dd>{formatCount(accepted, one)}</dd>
        </div>
        <div>
          <dt>Duplicates</dt>
          <dd>{duplicates > 0 ? `${formatCount(duplicates, one)}, skipped` : 'None'}</dd>
        </div>
        <div>
          <dt>Rejected</dt>
          <dd>{rejected > 0 ? formatCount(rejected, 'row') : 'None'}</dd>
        </div>
      </dl>
      {isStopped ? <p className="quiet">Import the file again for the rest. Duplicates are skipped.</p> : null}
      <Reasons reasons={result.reasons} unlisted={result.unlisted} unit={file.unit} />
      {rejectedFile ? (
        <p>
          <button type="button" className="button" onClick={() => save(rejectedFile)}>
            <Icon name="download" /> Download the rejected rows
          </button>
        </p>
      ) : null}
      <div className="form-actions">
        {noun === 'answers' ? (
          <>
            <Link className="button is-primary" href={toPage('/', location, period)}>
              Go to the overview
            </Link>
            <Link className="button" href={toPage('/answers', location, period)}>
              Show the answers
            </Link>
          </>
        ) : (
          <Link className="button is-primary" href={toPage(`/${noun}`, location)}>
            Show the {noun}
          </Link>
        )}
        <button type="button" className="button is-plain" onClick={onRestart}>
          Import another file
        </button>
      </div>
    </section>
  );
}
