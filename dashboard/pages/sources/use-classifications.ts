import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { assignClassification, type SourceKind } from '../../api/classifications.ts';
import { listQuery } from '../../api/queries.ts';
import type { Classification } from '../../api/types.ts';
import { useAction } from '../../filters/use-action.ts';
import { useSelection } from '../../filters/view.tsx';

export interface Classifications {
  own: readonly Classification[];
  /** Puts a source under one of them; null takes it out again. */
  assign(target: string, classification: string | null): void;
}

/** The custom classes of domains or pages. */
export function useClassifications(kind: SourceKind): Classifications {
  const { project } = useSelection();
  const own = useQuery(listQuery(project, `GET /classifications/${kind}s`)).data;
  const { mutate } = useAction((assignment: { target: string; classification: string | null }, id) =>
    assignClassification(kind, { project: id, ...assignment }),
  );
  return useMemo(
    () => ({ own: own ?? [], assign: (target, classification) => mutate({ target, classification }) }),
    [own, mutate],
  );
}
