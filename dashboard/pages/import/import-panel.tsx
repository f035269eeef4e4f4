import '../../styles/import.css';
import { useEffect, useRef, useState } from 'react';
import type { ImportedNoun } from '../../../src/importing/import-kinds.ts';
import type { DateExamples } from '../../../src/importing/plan-import.ts';
import { Failure } from '../../controls/notices.tsx';
import { formatCount, formatWhole } from '../../format.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { DelimiterSelect, FileChoice, SheetSelect } from './file-choice.tsx';
import { FirstRows, Reasons } from './import-preview.tsx';
import { ImportDone } from './import-result.tsx';
import type { ImportCheck, OpenedFile } from './import-session.ts';
import { LeaveWarning } from './leave-warning.tsx';
import { Constants, DateOrderChoice, type ExplainedValue, ValueMapping } from './open-questions.tsx';
import { type Import, useImport } from './use-import.ts';

/** Imports a file: choose it, check how it is understood, send it. */
export function ImportPanel({ kind }: { kind: ImportedNoun }) {
  const work = useImport(kind);
  const { step, result, file } = work;
  return (
    <div className="import">
      {step === 'done' && result && file ? (
        <ImportDone noun={kind} result={result} file={file} onRestart={work.restart} />
      ) : (
        <>
          <FileChoice {...work} />
          {file ? <Mapping noun={kind} work={work} /> : null}
          {step === 'opening' ? <p role="status">Reading the file{describeShare(work)}</p> : null}
        </>
      )}
    </div>
  );
}

/** How the file is read. It can be read in another way, which leaves the controls for that in their place. */
function Mapping({ noun, work }: { noun: ImportedNoun; work: Import }) {
  const { file, step, error } = work;
  const [replaces, setReplaces] = useState(false);
  if (!file) return null;
  const isSending = step === 'sending';
  const isRead = isSending || step === 'mapping';
  return (
    <>
      <fieldset className="import-mapping" disabled={isSending}>
        <legend className="visually-hidden">How the file is read</legend>
        <FileFacts work={work} file={file} isRead={isRead} />
        {isRead ? <Interpretation noun={noun} work={work} file={file} /> : null}
      </fieldset>
      {isRead && error ? <Failure error={error} title={describeFailure(noun, work)} onRetry={work.recheck} /> : null}
      {isSending ? <Sending work={work} /> : null}
      {step === 'mapping' && !error ? (
        <Outcome noun={noun} work={work} replaces={replaces} setReplaces={setReplaces} />
      ) : null}
    </>
  );
}

/** What kind of file it is, and the other ways to read it. */
function FileFacts({ work, file, isRead }: { work: Import; file: OpenedFile; isRead: boolean }) {
  const { source, opening, open } = work;
  const hasSheets = file.sheets !== undefined && file.sheets.names.length > 1;
  return (
    <section className="panel" aria-label="File">
      {isRead ? (
        <p>
          <b>{formatCount(file.total, 'row')}</b> in {FORMAT_NAMES[file.format]}.
        </p>
      ) : null}
      {(isRead ? file.notices : []).map((notice) => (
        <p key={notice} className="notice">
          {notice}
        </p>
      ))}
      {file.delimiter !== undefined || hasSheets ? (
        <div className="import-ways">
          {file.delimiter === undefined ? null : (
            <DelimiterSelect
              value={opening.delimiter ?? file.delimiter}
              onChange={(delimiter) => void open(source!, { delimiter })}
            />
          )}
          {hasSheets ? (
            <SheetSelect
              names={file.sheets!.names}
              chosen={opening.sheet ?? file.sheets!.chosen}
              onChange={(sheet) => void open(source!, { sheet })}
            />
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

/** What the columns and values of the file mean. */
function Interpretation({ noun, work, file }: { noun: ImportedNoun; work: Import; file: OpenedFile }) {
  const { check, choices, models, choose } = work;
  const values = useSticky(check);
  const examples = useExamples(check);
  if (!check) return null;
  return (
    <>
      <ColumnMapping noun={noun} file={file} check={check} choices={choices} onChange={choose} />
      <Constants noun={noun} check={check} choices={choices} models={models} onChange={choose} />
      {examples ? <DateOrderChoice examples={examples} choices={choices} onChange={choose} /> : null}
      <ValueMapping noun={noun} check={check} choices={choices} models={models} values={values} onChange={choose} />
      <FirstRows first={check.first} file={file} models={models} />
    </>
  );
}

function describeShare({ progress }: Import): string {
  return progress ? ` … ${Math.floor(progress.share * 100)}%` : ' …';
}

/** What was sent before the service refused or went away is stored. */
function describeFailure(noun: ImportedNoun, { progress }: Import): string {
  if (progress?.accepted === undefined) return 'The file was not imported.';
  return `The import stopped after ${formatCount(progress.accepted, noun.slice(0, -1))}. Import the file again for the rest: duplicates are skipped.`;
}

const FORMAT_NAMES = {
  csv: 'a CSV file',
  tsv: 'a TSV file',
  ndjson: 'a file with one JSON object per line',
  json: 'a JSON file',
  xlsx: 'an Excel workbook',
  parquet: 'a Parquet file',
};

interface OutcomeProps {
  noun: ImportedNoun;
  work: Import;
  replaces: boolean;
  setReplaces(replaces: boolean): void;
}

/** What would come of it, and the button that begins it. */
function Outcome({ noun, work, replaces, setReplaces }: OutcomeProps) {
  const { check, file, isChecking } = work;
  if (!check || !file) return null;
  const isOpen = check.missing.length > 0 || check.dates !== null;
  const count = check.accepted + (replaces ? (check.duplicates ?? 0) : 0);
  return (
    <section className="panel import-outcome" aria-label="Result of the check" aria-busy={isChecking}>
      <div role="status">
        {isChecking ? (
          <p>Checking the rows{describeShare(work)}</p>
        ) : (
          <OutcomeText noun={noun} check={check} replaces={replaces} />
        )}
      </div>
      {isChecking ? null : <Reasons reasons={check.reasons} unlisted={check.unlisted} unit={file.unit} />}
      {noun === 'answers' ? (
        <label className="check">
          <input type="checkbox" checked={replaces} onChange={(event) => setReplaces(event.target.checked)} />
          <span>Replace existing answers</span>
        </label>
      ) : null}
      <div className="form-actions">
        <button
          type="button"
          className="button is-primary"
          disabled={isOpen || isChecking || count === 0}
          onClick={() => void work.send({ replace: replaces })}
        >
          {isOpen || isChecking ? `Import ${noun}` : `Import ${formatCount(count, noun.slice(0, -1))}`}
        </button>
        <button type="button" className="button is-plain" onClick={work.restart}>
          Cancel
        </button>
      </div>
    </section>
  );
}

function OutcomeText({ noun, check, replaces }: { noun: ImportedNoun; check: ImportCheck; replaces: boolean }) {
  if (check.missing.length > 0) return <p>Columns are missing. Choose them above to see what will be imported.</p>;
  if (check.dates !== null) return <p>Choose above whether the day or the month comes first.</p>;
  const { accepted, duplicates, rejected } = check;
  const sentences = [
    `${formatCount(accepted, `new ${noun.slice(0, -1)}`)} can be imported.`,
    duplicates === null
      ? 'Rows that exist already are found during the import.'
      : duplicates > 0
        ? `${formatCount(duplicates, noun.slice(0, -1))} ${duplicates === 1 ? 'exists' : 'exist'} already and will be ${replaces ? 'replaced' : 'skipped'}.`
        : '',
    rejected > 0 ? `${formatCount(rejected, 'row')} will be rejected:` : 'No row will be rejected.',
  ];
  return <p>{sentences.filter((sentence) => sentence !== '').join(' ')}</p>;
}

/** How far the import is, with a way to stop it. */
function Sending({ work: { progress, stop } }: { work: Import }) {
  const [isStopping, setStopping] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone; the keyboard goes on here.
  useEffect(() => button.current?.focus(), []);
  const { share = 0, accepted = 0, duplicates = 0, rejected = 0 } = progress ?? {};
  const percent = Math.floor(share * 100);
  return (
    <section className="panel import-outcome" aria-label="Import">
      <LeaveWarning />
      <progress aria-label="Import" max={100} value={percent} />
      <p role="status">
        {percent}%. {formatWhole(accepted)} imported, {formatWhole(duplicates)} skipped, {formatWhole(rejected)}{' '}
        rejected.
      </p>
      <div className="form-actions">
        <button
          ref={button}
          type="button"
          className="button"
          disabled={isStopping}
          onClick={() => {
            setStopping(true);
            stop();
          }}
        >
          {isStopping ? 'Stopping…' : 'Stop'}
        </button>
      </div>
    </section>
  );
}

/** Values stay listed once they are explained, so that the explanation can be changed. */
function useSticky(check: ImportCheck | null): ExplainedValue[] {
  const [seen, setSeen] = useState<ExplainedValue[]>([]);
  const fresh =
    check?.unknown.filter(({ field, value }) => !seen.some((old) => old.field === field && old.value === value)) ?? [];
  useEffect(() => {
    if (fresh.length > 0) setSeen([...seen, ...fresh]);
  });
  return seen;
}

/** The question of dates stays as well. */
function useExamples(check: ImportCheck | null): DateExamples | null {
  const [examples, setExamples] = useState<DateExamples | null>(null);
  const found = check?.dates ?? null;
  useEffect(() => {
    if (found) setExamples(found);
  }, [found]);
  return examples;
}
