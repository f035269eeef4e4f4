import { type TSchema, Type } from 'typebox';
import {
  type ClassificationKind,
  DomainAssignment,
  NewClassification,
  UrlAssignment,
} from '../../../../domain/classification.ts';
import { Strict } from '../../../../domain/paging.ts';
import { Defaulted } from '../../../../domain/schema.ts';
import { toNameKey } from '../../../../domain/text.ts';
import { invalid } from '../../../../errors.ts';
import { normalizeWritten } from '../../../../extraction/normalize-url.ts';
import { type ConfigKind, type ConfigProject, collect, defineKind, type Stored } from '../config-kind.ts';

interface ClassificationEntry {
  name: string;
  color: string;
  /** The domains or URLs that are assigned to it. */
  assigned: string[];
}

/** How the two kinds of classifications are reached, which are alike but for their names. */
interface Calls {
  list({ client, scope }: ConfigProject): Promise<{ name: string; color: string }[]>;
  listAssignments({ client, scope }: ConfigProject): Promise<{ target: string; classification: string }[]>;
  create({ client, scope }: ConfigProject, value: { name: string; color: string }): Promise<unknown>;
  remove({ client, scope }: ConfigProject, name: string): Promise<unknown>;
  assign(
    { client, scope }: ConfigProject,
    assignment: { target: string; classification: string | null },
  ): Promise<unknown>;
}

export const domainClassifications = defineClassification('domain', DomainAssignment.properties.domain, {
  list: ({ client, scope }) => collect(client.list('GET /classifications/domains', scope)),
  listAssignments: async ({ client, scope }) => {
    const stored = await collect(client.list('GET /classifications/domain-assignments', scope));
    return stored.map(({ domain, classification }) => ({ target: domain, classification }));
  },
  create: ({ client, scope }, value) => client.call('POST /classifications/domains', { ...scope, ...value }),
  remove: ({ client, scope }, name) => client.call('DELETE /classifications/domains', { ...scope, name }),
  assign: ({ client, scope }, { target, classification }) =>
    client.call('PUT /classifications/domain-assignments', { ...scope, domain: target, classification }),
});

export const urlClassifications = defineClassification('url', UrlAssignment.properties.url, {
  list: ({ client, scope }) => collect(client.list('GET /classifications/urls', scope)),
  listAssignments: async ({ client, scope }) => {
    const stored = await collect(client.list('GET /classifications/url-assignments', scope));
    return stored.map(({ url, classification }) => ({ target: url, classification }));
  },
  create: ({ client, scope }, value) => client.call('POST /classifications/urls', { ...scope, ...value }),
  remove: ({ client, scope }, name) => client.call('DELETE /classifications/urls', { ...scope, name }),
  assign: ({ client, scope }, { target, classification }) =>
    client.call('PUT /classifications/url-assignments', { ...scope, url: target, classification }),
});

function defineClassification(kind: ClassificationKind, target: TSchema, calls: Calls): ConfigKind {
  const assignAll = async (project: ConfigProject, { name, assigned }: ClassificationEntry) => {
    for (const one of assigned) await calls.assign(project, { target: one, classification: name });
  };
  const create = async (project: ConfigProject, entry: ClassificationEntry) => {
    await calls.create(project, { name: entry.name, color: entry.color });
    await assignAll(project, entry);
    return { id: entry.name };
  };
  return defineKind<ClassificationEntry>({
    section: `${kind}_classifications`,
    noun: `${kind} classification`,
    schema: Strict({ ...NewClassification.properties, assigned: Defaulted(Type.Array(target), []) }),
    sets: ['assigned'],
    toKey: ({ name }) => toNameKey(name),
    toLabel: ({ name }) => name,
    normalize: (entry) => {
      const assigned = entry.assigned.map((written, index) => toTarget(kind, written, `assigned[${index}]`));
      return { ...entry, assigned: [...new Set(assigned)] };
    },
    findConflicts: (entries) => {
      const owners = new Map<string, string>();
      return entries.flatMap(({ name, assigned }, index) =>
        assigned.flatMap((one) => {
          const other = owners.get(one);
          owners.set(one, name);
          if (other === undefined) return [];
          return [{ index, message: `${one} is also assigned to "${other}". It can have one classification.` }];
        }),
      );
    },
    read: async (project) => {
      const assignments = await calls.listAssignments(project);
      return (await calls.list(project)).map(({ name, color }): Stored<ClassificationEntry> => {
        const own = assignments.filter(({ classification }) => toNameKey(classification) === toNameKey(name));
        return { id: name, entry: { name, color, assigned: own.map((assignment) => assignment.target) } };
      });
    },
    create,
    update: async (project, { stored, entry, changes, wanted }) => {
      if (changes.color !== undefined || changes.name !== undefined) {
        // The API cannot change a classification, so it is made again, with what is assigned to it.
        await calls.remove(project, stored.id);
        await create(project, entry);
        return;
      }
      // What moves to another classification of the file is assigned there.
      const kept = new Set(wanted.flatMap(({ assigned }) => assigned));
      for (const one of stored.entry.assigned.filter((before) => !kept.has(before)))
        await calls.assign(project, { target: one, classification: null });
      const before = new Set(stored.entry.assigned);
      await assignAll(project, { ...entry, assigned: entry.assigned.filter((one) => !before.has(one)) });
    },
    remove: {
      description: 'what is assigned to it gets its automatic class again',
      run: async (project, { id }) => {
        await calls.remove(project, id);
      },
    },
  });
}

/** The domain or page that the service would make of a text. */
function toTarget(kind: ClassificationKind, written: string, path: string): string {
  const normalized = normalizeWritten(written);
  if (normalized) return kind === 'domain' ? normalized.domain : normalized.url_normalized;
  throw invalid(path, kind === 'domain' ? 'must be a domain such as example.com.' : 'must be the URL of a web page.');
}
