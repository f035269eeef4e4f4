import { type MouseEvent, useId } from 'react';
import { COLORS } from '../../src/domain/color-names.ts';
import { Menu } from './menu.tsx';

interface ColorChoiceProps {
  value: string;
  onChange(color: string): void;
  label?: string;
}

/** A choice between the colors that brands, tags and classes can have, behind a dot in the current one. */
export function ColorChoice({ value, onChange, label = 'Color' }: ColorChoiceProps) {
  const name = useId();
  return (
    <div className="field color-field">
      <span>{label}</span>
      <Menu name={`${label}: ${value}`} label={<span className="color" data-color={value} />}>
        {(close) => {
          /** The pointer is done with one click; the arrow keys go on to other colors. */
          const pick = (event: MouseEvent, color: string) => {
            if (event.detail === 0) return;
            onChange(color);
            close();
          };
          return (
            <fieldset className="colors">
              <legend className="visually-hidden">{label}</legend>
              {COLORS.map((color) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input inside it handles keys.
                <label
                  key={color}
                  className="color"
                  data-color={color}
                  title={color}
                  onClick={(event) => pick(event, color)}
                >
                  <input
                    type="radio"
                    name={name}
                    className="visually-hidden"
                    checked={color === value}
                    onChange={() => onChange(color)}
                    {...(color === value ? { 'data-autofocus': '' } : {})}
                  />
                  <span className="visually-hidden">{color}</span>
                </label>
              ))}
            </fieldset>
          );
        }}
      </Menu>
    </div>
  );
}
