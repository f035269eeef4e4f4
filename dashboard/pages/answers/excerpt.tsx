import type { ReactNode } from 'react';
import type { Chat } from '../../api/types.ts';

/** A passage of an answer, with what it was chosen for marked in the color of the brand or, for a search, of the page. */
export function Excerpt({ excerpt, color }: { excerpt: Chat['excerpt']; color: string | undefined }) {
  if (!excerpt) return null;
  const { text, marks } = excerpt;
  const pieces: ReactNode[] = [];
  let done = 0;
  for (let index = 0; index < marks.length; index += 2) {
    const [start, end] = [marks[index]!, marks[index + 1]!];
    pieces.push(text.slice(done, start), <mark key={start}>{text.slice(start, end)}</mark>);
    done = end;
  }
  return (
    <p className="excerpt" dir="auto" {...(color === undefined ? {} : { 'data-color': color })}>
      {pieces}
      {text.slice(done)}
    </p>
  );
}
