import { useSyncExternalStore } from 'react';

/** What a reader chose for this browser. */
interface Preference<Value extends string> {
  useValue(): Value;
  set(value: Value): void;
  /** Shows the stored value on the page, as an attribute of its root. */
  apply(): void;
}

/** The first value is the one without a choice; it has no attribute. */
function createPreference<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Preference<Value> {
  const key = `overheard.${name}`;
  const listeners = new Set<() => void>();
  const read = () => values.find((value) => value === window.localStorage.getItem(key)) ?? values[0];
  const apply = () => {
    const value = read();
    if (value === values[0]) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = value;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    useValue: () => useSyncExternalStore(subscribe, read),
    set: (value) => {
      window.localStorage.setItem(key, value);
      apply();
      for (const listener of listeners) listener();
    },
    apply,
  };
}

export const theme = createPreference('theme', ['system', 'light', 'dark']);
export const density = createPreference('density', ['comfortable', 'compact']);

export function applyPreferences(): void {
  theme.apply();
  density.apply();
}
