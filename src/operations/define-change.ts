import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { Context } from '../context.ts';
import { Done } from '../domain/paging.ts';
import type { KeyedKind } from '../store/queries/lookups.ts';
import type { Transaction } from '../store/store.ts';
import { requireKey } from './objects.ts';
import { defineOperation, type Method } from './operation.ts';

interface Change<Id extends string, Verb extends Method, Path extends string, Properties extends TProperties> {
  id: Id;
  method: Verb;
  path: Path;
  group: string;
  summary: string;
  description?: string;
  tool?: string;
  /** What the `id` in the path is the id of. */
  kind: KeyedKind;
  /** What is sent beside the id. */
  input?: Properties;
  /** Changes the object with this key, in one transaction. */
  change(
    transaction: Transaction,
    call: { context: Context; project: number; key: number; input: Static<TObject<Properties>> },
  ): Promise<void>;
}

/** An operation that changes or deletes one object of the project, the one whose id is in the path. */
export function defineChange<
  const Id extends string,
  const Verb extends Method,
  const Path extends string,
  Properties extends TProperties = Record<never, never>,
>({ kind, input, change, ...definition }: Change<Id, Verb, Path, Properties>) {
  return defineOperation({
    ...definition,
    scope: 'project',
    right: 'write',
    input: { id: Type.String(), ...input } as { id: ReturnType<typeof Type.String> } & Properties,
    output: Done,
    handle: async ({ context, project, input, write }) => {
      const { id, ...rest } = input as { id: string };
      return write(async (transaction) => {
        const key = await requireKey(transaction.db, project, { kind, id });
        await change(transaction, { context, project, key, input: rest as Static<TObject<Properties>> });
        return {};
      });
    },
  });
}
