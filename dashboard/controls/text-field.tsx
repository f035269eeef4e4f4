import type { InputHTMLAttributes, ReactNode } from 'react';
import { Field } from './field.tsx';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange(value: string): void;
  hint?: ReactNode;
  /** What is wrong with the value. */
  problem?: string | undefined;
}

/** A line of text with its label. */
export function TextField({ label, onChange, hint, problem, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(attributes) => (
        <input
          spellCheck={false}
          autoComplete="off"
          {...input}
          {...attributes}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
