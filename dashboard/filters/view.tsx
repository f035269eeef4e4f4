import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Caller } from '../api/types.ts';
import { useLocation } from '../routing/location.ts';
import { readSelection, type Selection } from './selection.ts';

interface View {
  caller: Caller;
  selection: Selection;
  /** Whether the key has write access. */
  canWrite: boolean;
  /** Whether a share link shows the project to somebody without an account. */
  isShared: boolean;
}

/** Where a project begins. */
export const NEW_PROJECT = '/start/new';

/** Whether the caller may create and delete projects: they belong to the company. */
export function canChangeProjects({ kind, rights }: Caller): boolean {
  return kind === 'company' && rights === 'write';
}

const ViewContext = createContext<View | undefined>(undefined);

/** Provides the selection of the URL to the pages. */
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
    () => ({
      caller,
      selection: readSelection(params, project),
      canWrite: caller.rights === 'write',
      isShared: caller.kind === 'link',
    }),
    [caller, params, project],
  );
  return <ViewContext value={view}>{children}</ViewContext>;
}

export function useView(): View {
  const view = useContext(ViewContext);
  if (!view) throw new Error('useView needs a SelectionProvider above it.');
  return view;
}

export function useSelection(): Selection {
  return useView().selection;
}
