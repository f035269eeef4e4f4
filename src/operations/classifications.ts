import { Type } from 'typebox';
import {
  Classification,
  type ClassificationKind,
  ClassificationName,
  DomainAssignment,
  NewClassification,
  UrlAssignment,
} from '../domain/classification.ts';
import { Done, List, Paging, Strict, toList } from '../domain/paging.ts';
import { invalid, notFound } from '../errors.ts';
import { normalizeWritten } from '../extraction/normalize-url.ts';
import {
  assignClassification,
  deleteClassification,
  findClassification,
  insertClassification,
  listAssignments,
  listClassifications,
} from '../store/queries/classifications.ts';
import type { Db } from '../store/schema.ts';
import { defineOperation } from './operation.ts';

const group = 'Classifications';

function defineClassifications<const Kind extends ClassificationKind>(kind: Kind) {
  const noun = kind === 'domain' ? 'Domain' : 'URL';
  const path = `/classifications/${kind}s` as const;
  return [
    defineOperation({
      id: `list_${kind}_classifications` as const,
      method: 'GET',
      path,
      group,
      summary: `List Custom ${noun} Classifications`,
      scope: 'project',
      right: 'view',
      input: Paging,
      output: List(Classification),
      handle: async ({ reader, project, input }) =>
        toList(await listClassifications(reader.db, project, { kind, page: input })),
    }),
    defineOperation({
      id: `create_${kind}_classification` as const,
      method: 'POST',
      path,
      group,
      summary: `Create Custom ${noun} Classification`,
      scope: 'project',
      right: 'write',
      creates: true,
      is_idempotent: true,
      input: NewClassification.properties,
      output: Classification,
      handle: async ({ project, input: { name, color }, write }) =>
        write(async ({ db }) => {
          await insertClassification(db, project, { kind, name, color });
          return { name, color };
        }),
    }),
    defineOperation({
      id: `delete_${kind}_classification` as const,
      method: 'DELETE',
      path,
      group,
      summary: `Delete Custom ${noun} Classification`,
      description:
        'Takes the name in the query or in the body. Whatever was assigned to it gets its automatic class again.',
      scope: 'project',
      right: 'write',
      input: { name: ClassificationName },
      in_query_or_body: ['name'],
      output: Done,
      handle: async ({ project, input: { name }, write }) =>
        write(async ({ db }) => {
          if (!(await deleteClassification(db, project, { kind, name }))) throw notFound('classification');
          return {};
        }),
    }),
  ];
}

function defineAssignmentList<const Kind extends ClassificationKind>(kind: Kind) {
  const noun = kind === 'domain' ? 'Domain' : 'URL';
  const fields = { [kind]: Type.String(), classification: Type.String() };
  const Assignment = Strict(fields as Record<Kind | 'classification', ReturnType<typeof Type.String>>);
  return defineOperation({
    id: `list_${kind}_assignments` as const,
    method: 'GET',
    path: `/classifications/${kind}-assignments` as const,
    group,
    summary: `List ${noun} Assignments`,
    description: `${noun}s that are assigned to a custom classification.`,
    scope: 'project',
    right: 'read',
    input: Paging,
    output: List(Assignment),
    handle: async ({ reader, project, input }) => {
      const { data, total } = await listAssignments(reader.db, project, { kind, page: input });
      // The kind names a field, which the compiler cannot follow.
      const named = data.map(({ target, classification }) => ({ [kind]: target, classification })) as never[];
      return toList({ data: named, total });
    },
  });
}

const assignmentDescription = 'Assigns it to a custom classification; `null` removes the assignment.';

export const classificationOperations = [
  ...defineClassifications('domain'),
  ...defineClassifications('url'),
  defineAssignmentList('domain'),
  defineAssignmentList('url'),
  defineOperation({
    id: 'assign_domain_classification',
    method: 'PUT',
    path: '/classifications/domain-assignments',
    group,
    summary: 'Assign Domain Classification',
    description: assignmentDescription,
    scope: 'project',
    right: 'write',
    input: DomainAssignment.properties,
    output: Done,
    handle: async ({ project, input: { domain, classification }, write }) =>
      write(({ db }) => assign(db, project, { kind: 'domain', target: toDomain(domain), classification })),
  }),
  defineOperation({
    id: 'assign_url_classification',
    method: 'PUT',
    path: '/classifications/url-assignments',
    group,
    summary: 'Assign URL Classification',
    description: assignmentDescription,
    scope: 'project',
    right: 'write',
    input: UrlAssignment.properties,
    output: Done,
    handle: async ({ project, input: { url, classification }, write }) =>
      write(({ db }) => assign(db, project, { kind: 'url', target: toPage(url), classification })),
  }),
];

/** A domain can be given as a host name or as any URL on it. */
function toDomain(text: string): string {
  const normalized = normalizeWritten(text);
  if (!normalized) throw invalid('domain', 'must be a domain such as example.com.');
  return normalized.domain;
}

function toPage(text: string): string {
  const normalized = normalizeWritten(text);
  if (!normalized) throw invalid('url', 'must be the URL of a web page.');
  return normalized.url_normalized;
}

async function assign(
  db: Db,
  project: number,
  { kind, target, classification }: { kind: ClassificationKind; target: string; classification: string | null },
): Promise<Record<string, never>> {
  const found = classification === null ? null : await findClassification(db, project, { kind, name: classification });
  if (found === undefined) throw notFound('classification');
  await assignClassification(db, project, { kind, target, name_key: found?.name_key ?? null });
  return {};
}
