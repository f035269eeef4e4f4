import { useId } from 'react';
import { COLORS } from '../../src/domain/color-names.ts';

/** A choice between the colors that brands, tags and classes can have. */
export function ColorChoice({
  value,
  onChange,
  label = 'Color',
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
