import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { MAX_NAME_LENGTH } from '../../src/domain/limits.ts';
import { Icon } from './icon.tsx';

interface ChipsFieldProps {
  label: string;
  hint?: string;
  values: readonly string[];
  onChange(values: string[]): void;
  placeholder?: string;
  maxLength?: number;
}

/**
 * A list of short texts. Enter or a comma adds what is typed, also several at once when they are pasted; Backspace in an
 * empty field takes the last one back to change it.
 */
export function ChipsField({
  label,
  hint,
  values,
  onChange,
  placeholder,
  maxLength = MAX_NAME_LENGTH,
}: ChipsFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [news, setNews] = useState('');
  const input = useRef<HTMLInputElement>(null);

  const add = (typed: string) => {
    const known = new Set(values.map((value) => value.toLowerCase()));
    const added = typed
      .split(/[,;\n]/)
      .map((part) => part.trim().slice(0, maxLength))
      .filter((part) => part !== '' && !known.has(part.toLowerCase()) && known.add(part.toLowerCase()));
    setText('');
    if (added.length === 0) return;
    setNews(`Added ${added.join(', ')}.`);
    onChange([...values, ...added]);
  };
  const remove = (value: string) => {
    setNews(`Removed ${value}.`);
    onChange(values.filter((other) => other !== value));
    // The button that had the focus is gone.
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const last = values.at(-1);
    if ((event.key === 'Enter' || event.key === ',') && text.trim() !== '') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && last !== undefined) {
      event.preventDefault();
      setText(last);
      remove(last);
    }
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="chips-field">
        {values.map((value) => (
          <span key={value} className="chip is-removable">
            <span dir="auto">{value}</span>
            <button type="button" aria-label={`Remove ${value}`} onClick={() => remove(value)}>
              <Icon name="close" />
            </button>
          </span>
        ))}
        <input
          ref={input}
          id={id}
          value={text}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          dir="auto"
          aria-describedby={hint ? `${id}-note` : undefined}
          onChange={(event) =>
            /[,;\n]/.test(event.target.value) ? add(event.target.value) : setText(event.target.value)
          }
          onKeyDown={onKeyDown}
          onBlur={() => add(text)}
        />
      </div>
      {hint ? <small id={`${id}-note`}>{hint}</small> : null}
      <span className="visually-hidden" role="status">
        {news}
      </span>
    </div>
  );
}
