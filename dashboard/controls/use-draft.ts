import { useCallback, useState } from 'react';

/** What is being typed, kept for as long as the tab lives: a closed dialog, a lost session or a reload takes nothing away. */
export function useDraft<Value>(key: string, initial: Value): [Value, (value: Value) => void, () => void] {
  const place = `overheard.draft.${key}`;
  const [draft, setDraft] = useState<Value>(() => {
    const kept = window.sessionStorage.getItem(place);
    return kept === null ? initial : (JSON.parse(kept) as Value);
  });
  const keep = useCallback(
    (value: Value) => {
      window.sessionStorage.setItem(place, JSON.stringify(value));
      setDraft(value);
    },
    [place],
  );
  const forget = useCallback(() => {
    window.sessionStorage.removeItem(place);
    setDraft(initial);
  }, [place, initial]);
  return [draft, keep, forget];
}
