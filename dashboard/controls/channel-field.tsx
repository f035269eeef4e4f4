import type { ReactNode } from 'react';
import { Field } from './field.tsx';

interface ChannelFieldProps {
  label: string;
  /** What is used without a channel. */
  none: string;
  channels: readonly { id: string; name: string }[];
  /** The ID of the channel; empty: none. */
  value: string;
  onChange(channel: string): void;
  hint?: ReactNode;
  disabled?: boolean;
}

/** A choice of a channel that is asked, or none. */
export function ChannelField({ label, none, channels, value, onChange, hint, disabled }: ChannelFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(attributes) => (
        <select {...attributes} value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
          <option value="">{none}</option>
          {channels.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
