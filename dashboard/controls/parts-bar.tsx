import type { Part } from '../metrics.ts';

/** The shares of the parts as one bar. It says nothing that is not written beside it. */
export function PartsBar({ parts }: { parts: readonly Part[] }) {
  return (
    <span className="bar parts" aria-hidden="true">
      {parts.map(({ name, share }) => (
        <span key={name} data-part={name} style={{ width: `${share * 100}%` }} />
      ))}
    </span>
  );
}
