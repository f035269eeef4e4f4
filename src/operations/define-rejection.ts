import { Type } from 'typebox';
import { Done } from '../domain/paging.ts';
import { notFound } from '../errors.ts';
import { type IdKind, parseId } from '../ids.ts';
import type { Db } from '../store/schema.ts';
import { defineOperation } from './operation.ts';

type Verdict = 'accepted' | 'rejected';

/** Accepts or rejects a suggestion and returns what was suggested. */
type Close<Suggested> = (db: Db, project: number, verdict: { id: string; state: Verdict }) => Promise<Suggested>;

/** Makes the function that closes suggestions of one kind. It refuses one that does not exist or is closed already. */
export function createClose<Suggested>(
  kind: IdKind,
  closeRow: (db: Db, project: number, verdict: { uuid: string; state: Verdict }) => Promise<Suggested | undefined>,
): Close<Suggested> {
  return async (db, project, { id, state }) => {
    const uuid = parseId(kind, id);
    const suggested = uuid === null ? undefined : await closeRow(db, project, { uuid, state });
    if (suggested === undefined) throw notFound('open suggestion');
    return suggested;
  };
}

interface Rejection<Id extends string, Path extends string> {
  id: Id;
  path: Path;
  group: string;
  summary: string;
  description?: string;
  tool?: string;
  close: Close<unknown>;
}

/** An operation that rejects the suggestion whose id is in the path. */
export function defineRejection<const Id extends string, const Path extends string>({
  close,
  ...definition
}: Rejection<Id, Path>) {
  return defineOperation({
    ...definition,
    method: 'POST',
    scope: 'project',
    right: 'write',
    input: { id: Type.String() },
    output: Done,
    handle: async ({ project, input: { id }, write }) =>
      write(async ({ db }) => {
        await close(db, project, { id, state: 'rejected' });
        return {};
      }),
  });
}
