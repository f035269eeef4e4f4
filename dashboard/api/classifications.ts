import { ask } from './client.ts';

export type SourceKind = 'domain' | 'url';

/** Assigns a source to a custom classification; null removes the assignment. */
export function assignClassification(
  kind: SourceKind,
  { project, target, classification }: { project: string; target: string; classification: string | null },
): Promise<unknown> {
  const shared = { project_id: project, classification };
  return kind === 'domain'
    ? ask('PUT /classifications/domain-assignments', { ...shared, domain: target })
    : ask('PUT /classifications/url-assignments', { ...shared, url: target });
}
