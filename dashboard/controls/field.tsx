import { type ReactNode, useId } from 'react';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value. */
  problem?: string | undefined;
  /** The control, which takes these attributes. */
  children: (attributes: FieldAttributes) => ReactNode;
}

interface FieldAttributes {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** A control with its label above, and below it a hint, or what is wrong with its value. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': problem !== undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {note ? (
        <small id={`${id}-note`} className={problem === undefined ? '' : 'field-problem'}>
          {note}
        </small>
      ) : null}
    </div>
  );
}
