import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const toKey = (project: string) => `overheard.checklist-dismissed.${project}`;

/** Remembers in this browser that somebody wants no checklist for a project. */
export function dismissChecklist(project: string): void {
  window.localStorage.setItem(toKey(project), 'true');
  for (const listener of listeners) listener();
}

export function useChecklistDismissed(project: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => window.localStorage.getItem(toKey(project)) !== null,
  );
}
