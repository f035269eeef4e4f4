import { useId, useState } from 'react';
import { Field } from '../../controls/field.tsx';
import { Failure } from '../../controls/notices.tsx';
import type { Import, Opening } from './use-import.ts';
import { WorkerError } from './worker-client.ts';

const ACCEPTED = '.csv,.tsv,.txt,.ndjson,.jsonl,.json,.xlsx,.parquet';

const DELIMITERS = [
  { value: ',', name: 'Comma ( , )' },
  { value: ';', name: 'Semicolon ( ; )' },
  { value: '\t', name: 'Tab' },
  { value: '|', name: 'Bar ( | )' },
];

/** The field that takes a file, from a dialog or dropped on it. */
export function FileChoice({ source, file, step, error, open }: Import) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const isBusy = step === 'opening' || step === 'sending';
  return (
    <div className="form">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the way of the mouse; the input inside is that of the keyboard. */}
      <div
        className={`import-drop${isOver ? ' is-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const dropped = event.dataTransfer?.files[0];
          if (dropped && !isBusy) void open(dropped);
        }}
      >
        <label htmlFor={id}>Drop a file here, or choose one</label>
        <input
          id={id}
          type="file"
          accept={ACCEPTED}
          disabled={isBusy}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            if (chosen) void open(chosen);
            // So that the same file can be chosen again after it was corrected.
            event.target.value = '';
          }}
        />
        <p id={`${id}-note`}>
          {source ? (
            <b>{source.name}</b>
          ) : (
            <small className="quiet">
              CSV, TSV, Excel (.xlsx), JSON, NDJSON or Parquet. The file is read in your browser.
            </small>
          )}
        </p>
      </div>
      {step === 'choose' && source && error ? (
        <FileProblem error={error} isKnown={file !== null} onOpen={(options) => void open(source, options)} />
      ) : null}
    </div>
  );
}

interface FileProblemProps {
  error: Error;
  /** Whether another delimiter or sheet was chosen before. The controls for it then stay. */
  isKnown: boolean;
  onOpen(options: Opening): void;
}

/** A file that cannot be read as it is, with another way to read it where there is one. */
function FileProblem({ error, isKnown, onOpen }: FileProblemProps) {
  const { trouble, sheets = [] } = error instanceof WorkerError ? error : {};
  if (isKnown) return <Failure error={error} title="This file cannot be imported." />;
  return (
    <>
      <Failure error={error} title="This file cannot be imported." />
      {sheets.length > 1 ? <SheetSelect names={sheets} chosen="" onChange={(sheet) => onOpen({ sheet })} /> : null}
      {trouble === 'unclosed_quote' || trouble === 'too_many_columns' ? (
        <DelimiterSelect value="" onChange={(delimiter) => onOpen({ delimiter })} />
      ) : null}
    </>
  );
}

export function SheetSelect({
  names,
  chosen,
  onChange,
}: {
  names: readonly string[];
  chosen: string;
  onChange(sheet: string): void;
}) {
  return (
    <Field label="Sheet">
      {(attributes) => (
        <select {...attributes} value={chosen} onChange={(event) => onChange(event.target.value)}>
          {chosen === '' ? <option value="">Choose a sheet</option> : null}
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function DelimiterSelect({ value, onChange }: { value: string; onChange(delimiter: string): void }) {
  const isKnown = DELIMITERS.some((delimiter) => delimiter.value === value);
  return (
    <Field label="Delimiter">
      {(attributes) => (
        <select {...attributes} value={isKnown ? value : ''} onChange={(event) => onChange(event.target.value)}>
          {isKnown ? null : <option value="">{value === '' ? 'Choose a delimiter' : 'None (one column)'}</option>}
          {DELIMITERS.map((delimiter) => (
            <option key={delimiter.value} value={delimiter.value}>
              {delimiter.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
