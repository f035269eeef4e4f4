import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Caller } from '../api/types.ts';
import { useLocation } from '../routing/location.ts';
import { readSelection, type Selection } from './selection.ts';

interface View {
  caller: Caller;
  selection: Selection;
  /** Whether the key may change things. */
  canWrite: boolean;
}

const ViewContext = createContext<View | undefined>(undefined);

/** Gives the pages what is selected, as the address says. */
export function SelectionProvider({
  caller,
  project,
  children,
}: {
  caller: Caller;
  project: string;
  children: ReactNode;
}) {
  const { params } = useLocation();
  const view = useMemo(
    () => ({ caller, selection: readSelection(params, project), canWrite: caller.rights === 'write' }),
    [caller, params, project],
  );
  return <ViewContext value={view}>{children}</ViewContext>;
}

export function useView(): View {
  const view = useContext(ViewContext);
  if (!view) throw new Error('no selection is provided here');
  return view;
}

export function useSelection(): Selection {
  return useView().selection;
}
