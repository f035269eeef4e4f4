import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../api/client.ts';
import { listQuery } from '../../api/queries.ts';
import type { Classification } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { useSelection } from '../../filters/view.tsx';

export type SourceKind = 'domain' | 'url';

export interface Classifications {
  custom: readonly Classification[];
  /** Assigns a custom class to a source; null returns the source to its automatic class. */
  assign(target: string, classification: string | null): void;
}

/** The custom classes for domains or pages. */
export function useClassifications(kind: SourceKind): Classifications {
  const { project } = useSelection();
  const custom = useQuery(listQuery<Classification>(project, `/classifications/${kind}s`)).data;
  const { mutate } = useAction(({ target, classification }: { target: string; classification: string | null }, id) =>
    ask(`/classifications/${kind}-assignments`, {
      method: 'PUT',
      body: { project_id: id, [kind]: target, classification },
    }),
  );
  return useMemo(
    () => ({ custom: custom ?? [], assign: (target, classification) => mutate({ target, classification }) }),
    [custom, mutate],
  );
}
