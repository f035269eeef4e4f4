import { BrandMark } from '../controls/brand-mark.tsx';
import { type Series, toShortName } from './series.ts';

interface LegendProps {
  series: readonly Pick<Series, 'id' | 'name' | 'color' | 'isStrong'>[];
  /** Whether lines recede unless they are chosen. */
  canChoose: boolean;
  /** The ids of the lines that stand out. */
  chosen: readonly string[];
  onChoose(ids: string[]): void;
  onPoint(id: string | null): void;
  /** Where the names stand beside the ends of their lines, in pixels; without them they stand below the chart. */
  places?: readonly { top: number; left: number }[];
}

/** The names of a chart's lines. Where lines recede, their names are buttons that make them stand out. */
export function Legend({ series, canChoose, chosen, onChoose, onPoint, places }: LegendProps) {
  const toggle = (id: string) =>
    onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const toLabel = (name: string) => (places ? toShortName(name) : name);
  return (
    <ul className={`chart-legend${places ? ' is-beside' : ''}`}>
      {series.map(({ id, name, color, isStrong }, index) => (
        <li key={id} style={places?.[index]} className={isStrong ? 'is-strong' : ''}>
          {isStrong || !canChoose ? (
            <LegendName name={toLabel(name)} color={color} />
          ) : (
            <button
              type="button"
              title={chosen.includes(id) ? `Let ${name} recede` : `Let ${name} stand out`}
              aria-pressed={chosen.includes(id)}
              onClick={() => toggle(id)}
              onPointerEnter={() => onPoint(id)}
              onPointerLeave={() => onPoint(null)}
              onFocus={() => onPoint(id)}
              onBlur={() => onPoint(null)}
            >
              <LegendName name={toLabel(name)} color={color} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function LegendName({ name, color }: Pick<Series, 'name' | 'color'>) {
  return (
    <>
      <BrandMark color={color} /> <span>{name}</span>
    </>
  );
}
