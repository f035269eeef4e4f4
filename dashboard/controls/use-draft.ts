import { useCallback, useState } from 'react';

/** Keeps unsaved input as long as the tab is open, even if a dialog is closed, the session ends or the page is reloaded. */
export function useDraft<Value>(key: string, initial: Value): [Value, (value: Value) => void, () => void] {
  const storageKey = `overheard.draft.${key}`;
  const [draft, setDraft] = useState<Value>(() => {
    const stored = window.sessionStorage.getItem(storageKey);
    return stored === null ? initial : (JSON.parse(stored) as Value);
  });
  const update = useCallback(
    (value: Value) => {
      window.sessionStorage.setItem(storageKey, JSON.stringify(value));
      setDraft(value);
    },
    [storageKey],
  );
  const discard = useCallback(() => {
    window.sessionStorage.removeItem(storageKey);
    setDraft(initial);
  }, [storageKey, initial]);
  return [draft, update, discard];
}
