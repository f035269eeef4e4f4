import { useEffect, useRef, useState } from 'react';
import { changeParams, useLocation } from '../routing/location.ts';

/** Waits until typing has stopped for this long. */
const SETTLED_MS = 300;

/** A search that the service answers. It is kept in the URL, once typing has stopped. */
export function SearchField({ label, param, maxLength }: { label: string; param: string; maxLength: number }) {
  const searched = useLocation().params.get(param) ?? '';
  const [text, setText] = useState(searched);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(searched);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Back, or a button that clears the search, changes the URL from outside.
  useEffect(() => {
    if (searched === sent.current) return;
    sent.current = searched;
    setText(searched);
  }, [searched]);
  const search = (next: string) => {
    clearTimeout(timer.current);
    sent.current = next.trim();
    changeParams({ [param]: next.trim() }, { replace: true });
  };
  return (
    <input
      type="search"
      className="table-search"
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      value={text}
      onChange={(event) => {
        const next = event.target.value;
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => search(next), SETTLED_MS);
      }}
      onKeyDown={(event) => event.key === 'Enter' && search(text)}
    />
  );
}
