import { useId, useState } from 'react';
import type { ImportedNoun } from '../../../src/importing/import-kinds.ts';
import { formatCount } from '../../format.ts';
import { KINDS, toFieldName } from './field-names.ts';
import type { ImportChoices } from './import-choices.ts';
import type { ImportCheck, OpenedFile } from './import-session.ts';

interface ColumnMappingProps {
  noun: ImportedNoun;
  file: OpenedFile;
  check: ImportCheck;
  choices: ImportChoices;
  onChange(choices: ImportChoices): void;
}

/** Which field each column becomes. Columns that become none are folded away. */
export function ColumnMapping({ noun, file, check, choices, onChange }: ColumnMappingProps) {
  const [isOpen, setOpen] = useState(false);
  const fields = choices.columns ?? check.columns;
  const assign = (column: string, field: string) => {
    // A field has one column, so another one that had it is left out.
    const others = Object.entries(fields).map(([name, own]) => [name, own === field ? '' : own]);
    const constants = Object.entries(choices.constants).filter(([name]) => name !== field);
    onChange({
      ...choices,
      columns: { ...Object.fromEntries(others), [column]: field },
      constants: Object.fromEntries(constants),
    });
  };
  // What was proposed stays in its place while it is changed.
  const used = file.columns.filter(({ name }) => fields[name] !== '' || check.columns[name] !== '');
  const rest = file.columns.filter((column) => !used.includes(column));
  const isUnfolded = isOpen || used.length === 0 || check.missing.length > 0;
  const list = (columns: OpenedFile['columns']) => (
    <ul className="import-columns">
      {columns.map((column) => (
        <ColumnRow
          key={column.name}
          noun={noun}
          column={column}
          field={fields[column.name] ?? ''}
          onChange={(field) => assign(column.name, field)}
        />
      ))}
    </ul>
  );
  return (
    <section className="panel" aria-label="Columns">
      <h2>Columns</h2>
      {used.length > 0 ? list(used) : null}
      {rest.length > 0 ? (
        <details className="fold" open={isUnfolded} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            {formatCount(rest.length, 'column')} {rest.length === 1 ? 'is' : 'are'} not imported
          </summary>
          {isUnfolded ? list(rest) : null}
        </details>
      ) : null}
    </section>
  );
}

function ColumnRow({
  noun,
  column,
  field,
  onChange,
}: {
  noun: ImportedNoun;
  column: OpenedFile['columns'][number];
  field: string;
  onChange(field: string): void;
}) {
  const id = useId();
  return (
    <li>
      <div>
        <label htmlFor={id} className="import-column-name">
          {column.name}
        </label>
        <span id={`${id}-samples`} className="quiet import-samples">
          {column.samples.join(' · ') || 'Empty, or only long texts'}
        </span>
      </div>
      <select
        id={id}
        aria-describedby={`${id}-samples`}
        value={field}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">Not imported</option>
        {KINDS[noun].fields.map(({ name }) => (
          <option key={name} value={name}>
            {toFieldName(name)}
          </option>
        ))}
      </select>
    </li>
  );
}
