import { useId } from 'react';
import { COLORS } from '../../src/domain/color-names.ts';

/** One of the colours that there are, each with its name. */
export function ColorChoice({
  value,
  onChange,
  label = 'Colour',
}: {
  value: string;
  onChange(color: string): void;
  label?: string;
}) {
  const name = useId();
  return (
    <fieldset className="colors">
      <legend>{label}</legend>
      {COLORS.map((color) => (
        <label key={color} className="color" data-color={color} title={color}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={color === value}
            onChange={() => onChange(color)}
          />
          <span className="visually-hidden">{color}</span>
        </label>
      ))}
    </fieldset>
  );
}
