import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { assignClassification, type SourceKind } from '../../api/classifications.ts';
import { listQuery } from '../../api/queries.ts';
import type { Classification } from '../../api/types.ts';
import { useAction } from '../../filters/use-action.ts';
import { useSelection } from '../../filters/view.tsx';

export interface Classifications {
  custom: readonly Classification[];
  /** Assigns a custom class to a source; null returns the source to its automatic class. */
  assign(target: string, classification: string | null): void;
}

/** The custom classes for domains or pages. */
export function useClassifications(kind: SourceKind): Classifications {
  const { project } = useSelection();
  const custom = useQuery(listQuery(project, `GET /classifications/${kind}s`)).data;
  const { mutate } = useAction((assignment: { target: string; classification: string | null }, id) =>
    assignClassification(kind, { project: id, ...assignment }),
  );
  return useMemo(
    () => ({ custom: custom ?? [], assign: (target, classification) => mutate({ target, classification }) }),
    [custom, mutate],
  );
}
