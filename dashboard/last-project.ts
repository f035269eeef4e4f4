const KEY = 'overheard.project';

/** The project that was open last in this browser; the first one if that is unknown or gone. */
export function chooseProject(known: readonly { id: string }[]): string | undefined {
  const last = window.localStorage.getItem(KEY);
  return (known.find(({ id }) => id === last) ?? known[0])?.id;
}

export function rememberProject(id: string): void {
  window.localStorage.setItem(KEY, id);
}
