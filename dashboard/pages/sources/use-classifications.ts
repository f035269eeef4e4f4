import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../api/client.ts';
import { listQuery } from '../../api/queries.ts';
import type { Classification } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { useSelection } from '../../filters/view.tsx';

export type SourceKind = 'domain' | 'url';

export interface Classifications {
  own: readonly Classification[];
  /** Puts a source under one of them; null takes it out again. */
  assign(target: string, classification: string | null): void;
}

/** The custom classes of domains or pages. */
export function useClassifications(kind: SourceKind): Classifications {
  const { project } = useSelection();
  const own = useQuery(listQuery<Classification>(project, `/classifications/${kind}s`)).data;
  const { mutate } = useAction(({ target, classification }: { target: string; classification: string | null }, id) =>
    ask(`/classifications/${kind}-assignments`, {
      method: 'PUT',
      body: { project_id: id, [kind]: target, classification },
    }),
  );
  return useMemo(
    () => ({ own: own ?? [], assign: (target, classification) => mutate({ target, classification }) }),
    [own, mutate],
  );
}
