import { type Static, type TObject, Type } from 'typebox';
import type { Context } from '../context.ts';
import { Created, Done, List, type Page, Paging, Strict, toList } from '../domain/paging.ts';
import type { Db } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';
import { requireKey } from './objects.ts';
import { defineOperation } from './operation.ts';

/** A thing of a project that has a name and is listed, created, changed and deleted. */
interface NamedResource<Item extends TObject, New extends TObject, Changes extends TObject> {
  kind: 'brand' | 'tag' | 'topic';
  plural: string;
  item: Item;
  created: New;
  changes: Changes;
  list(db: Db, project: number, page: Page): Promise<{ data: Static<Item>[]; total: number }>;
  /** Returns the new id. */
  insert(transaction: Transaction, project: number, input: { value: Static<New>; context: Context }): Promise<string>;
  update(
    transaction: Transaction,
    project: number,
    input: { key: number; changes: Static<Changes>; context: Context },
  ): Promise<void>;
  remove(transaction: Transaction, project: number, input: { key: number; context: Context }): Promise<void>;
  /** What deleting it does to others. */
  removal: string;
}

/** The four operations of a named resource. */
export function defineNamedResource<Item extends TObject, New extends TObject, Changes extends TObject>(
  resource: NamedResource<Item, New, Changes>,
) {
  const { kind, plural } = resource;
  const path = `/${plural}`;
  const group = capitalize(plural);
  const Params = Strict({ id: Type.String() });
  return [
    defineOperation({
      id: `list_${plural}`,
      method: 'GET',
      path,
      group,
      summary: `List ${group}`,
      scope: 'project',
      right: 'read',
      status: 200,
      query: Strict(Paging),
      output: List(resource.item as TObject),
      handle: async ({ context, project, query }) => toList(await resource.list(context.store.db, project, query)),
    }),
    defineOperation({
      id: `create_${kind}`,
      method: 'POST',
      path,
      group,
      summary: `Create ${capitalize(kind)}`,
      scope: 'project',
      right: 'write',
      status: 201,
      is_idempotent: true,
      body: resource.created as TObject,
      output: Created,
      handle: async ({ context, project, body, write }) =>
        write(async (transaction) => ({
          id: await resource.insert(transaction, project, { value: body as Static<New>, context }),
        })),
    }),
    defineOperation({
      id: `update_${kind}`,
      method: 'PATCH',
      path: `${path}/{id}`,
      group,
      summary: `Update ${capitalize(kind)}`,
      scope: 'project',
      right: 'write',
      status: 200,
      params: Params,
      body: resource.changes as TObject,
      output: Done,
      handle: async ({ context, project, params, body, write }) =>
        write(async (transaction) => {
          const key = await requireKey(transaction.db, project, { kind, id: params.id });
          await resource.update(transaction, project, { key, changes: body as Static<Changes>, context });
          return {};
        }),
    }),
    defineOperation({
      id: `delete_${kind}`,
      method: 'DELETE',
      path: `${path}/{id}`,
      group,
      summary: `Delete ${capitalize(kind)}`,
      description: resource.removal,
      scope: 'project',
      right: 'write',
      status: 200,
      params: Params,
      output: Done,
      handle: async ({ context, project, params, write }) =>
        write(async (transaction) => {
          const key = await requireKey(transaction.db, project, { kind, id: params.id });
          await resource.remove(transaction, project, { key, context });
          return {};
        }),
    }),
  ];
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
