import type { Static, TObject, TProperties } from 'typebox';
import type { Context } from '../context.ts';
import { Created, List, type Page, Paging, toList } from '../domain/paging.ts';
import type { Db } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';
import { defineChange } from './define-change.ts';
import { defineOperation } from './operation.ts';

/** Something with a name that a project has many of, and that is listed, created, changed and deleted. */
interface NamedResource<
  Kind extends 'brand' | 'tag' | 'topic',
  Item extends TObject,
  New extends TProperties,
  Changes extends TProperties,
  Filters extends TProperties,
> {
  kind: Kind;
  item: Item;
  created: TObject<New>;
  changes: TObject<Changes>;
  /** What narrows the list. */
  filters: Filters;
  list(
    db: Db,
    project: number,
    input: Page & Static<TObject<Filters>>,
  ): Promise<{ data: Static<Item>[]; total: number }>;
  /** Returns the new id. */
  insert(
    transaction: Transaction,
    project: number,
    input: { value: Static<TObject<New>>; context: Context },
  ): Promise<string>;
  update(
    transaction: Transaction,
    project: number,
    input: { key: number; changes: Static<TObject<Changes>>; context: Context },
  ): Promise<void>;
  remove(transaction: Transaction, project: number, input: { key: number; context: Context }): Promise<void>;
  /** What deleting it does to others, for the documentation. */
  removal: string;
  /** What assistants read to choose an operation. */
  tools: { list: string; create: string; update?: string };
}

/** The four operations of a named resource. */
export function defineNamedResource<
  const Kind extends 'brand' | 'tag' | 'topic',
  Item extends TObject,
  New extends TProperties,
  Changes extends TProperties,
  Filters extends TProperties,
>(resource: NamedResource<Kind, Item, New, Changes, Filters>) {
  const { kind } = resource;
  const path = `/${kind}s` as const;
  const noun = kind.charAt(0).toUpperCase() + kind.slice(1);
  const group = `${noun}s`;
  const shared = { group, kind };
  return [
    defineOperation({
      id: `list_${kind}s` as const,
      method: 'GET',
      path,
      group,
      summary: `List ${group}`,
      tool: resource.tools.list,
      scope: 'project',
      right: 'view',
      is_remembered: true,
      input: { ...Paging, ...resource.filters },
      output: List(resource.item),
      handle: async ({ reader, project, input }) =>
        toList(await resource.list(reader.db, project, input as never)) as never,
    }),
    defineOperation({
      id: `create_${kind}` as const,
      method: 'POST',
      path,
      group,
      summary: `Create ${noun}`,
      tool: resource.tools.create,
      scope: 'project',
      right: 'write',
      creates: true,
      is_idempotent: true,
      input: resource.created.properties,
      output: Created,
      handle: async ({ context, project, input, write }) =>
        write(async (transaction) => ({
          id: await resource.insert(transaction, project, { value: input, context }),
        })),
    }),
    defineChange({
      ...shared,
      id: `update_${kind}` as const,
      method: 'PATCH',
      path: `${path}/{id}` as const,
      summary: `Update ${noun}`,
      ...(resource.tools.update === undefined ? {} : { tool: resource.tools.update }),
      input: resource.changes.properties,
      change: (transaction, { context, project, key, input }) =>
        resource.update(transaction, project, { key, changes: input, context }),
    }),
    defineChange({
      ...shared,
      id: `delete_${kind}` as const,
      method: 'DELETE',
      path: `${path}/{id}` as const,
      summary: `Delete ${noun}`,
      description: resource.removal,
      change: (transaction, { context, project, key }) => resource.remove(transaction, project, { key, context }),
    }),
  ];
}
