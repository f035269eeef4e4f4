import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange(value: string): void;
  hint?: ReactNode;
  /** What is wrong with the value. */
  problem?: string | undefined;
}

/** A text field with its label, a hint, and what is wrong with its value. */
export function TextField({ label, value, onChange, hint, problem, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <label className="field">
      <span>{label}</span>
      <input
        spellCheck={false}
        autoComplete="off"
        {...input}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={problem !== undefined || hint ? id : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldNote id={id} hint={hint} problem={problem} />
    </label>
  );
}

/** The line below a field: what is wrong with it, or else a hint. */
export function FieldNote({ id, hint, problem }: { id: string; hint?: ReactNode; problem?: string | undefined }) {
  if (problem !== undefined) {
    return (
      <small id={id} className="field-problem">
        {problem}
      </small>
    );
  }
  return hint ? <small id={id}>{hint}</small> : null;
}
