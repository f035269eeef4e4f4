const MAX_SHOWN = 10;

/** What was typed or pasted and could not be added, each with the reason. */
export function RefusedLines({ title, lines }: { title: string; lines: readonly { line: string; message: string }[] }) {
  return (
    <div className="failure" role="alert">
      <div>
        <p>
          <strong>{title}</strong>
        </p>
        {lines.slice(0, MAX_SHOWN).map(({ line, message }) => (
          <p key={line}>
            <q>{line.slice(0, 80)}</q>: {message}
          </p>
        ))}
      </div>
    </div>
  );
}
