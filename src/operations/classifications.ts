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

function defineClassifications(kind: ClassificationKind) {
  const noun = kind === 'domain' ? 'Domain' : 'URL';
  const path = `/classifications/${kind}s`;
  return [
    defineOperation({
      id: `list_${kind}_classifications`,
      method: 'GET',
      path,
      group,
      summary: `List Custom ${noun} Classifications`,
      scope: 'project',
      right: 'read',
      status: 200,
      query: Strict(Paging),
      output: List(Classification),
      handle: async ({ context, project, query }) =>
        toList(await listClassifications(context.store.db, project, { kind, page: query })),
    }),
    defineOperation({
      id: `create_${kind}_classification`,
      method: 'POST',
      path,
      group,
      summary: `Create Custom ${noun} Classification`,
      scope: 'project',
      right: 'write',
      status: 201,
      is_idempotent: true,
      body: NewClassification,
      output: Classification,
      handle: async ({ project, body: { name, color }, write }) =>
        write(async ({ db }) => {
          await insertClassification(db, project, { kind, name, color });
          return { name, color };
        }),
    }),
    defineOperation({
      id: `delete_${kind}_classification`,
      method: 'DELETE',
      path,
      group,
      summary: `Delete Custom ${noun} Classification`,
      description: 'Named in the query or in the body. What was assigned to it falls back to its own class.',
      scope: 'project',
      right: 'write',
      status: 200,
      query: Strict({ name: Type.Optional(ClassificationName) }),
      body: Strict({ name: Type.Optional(ClassificationName) }),
      output: Done,
      handle: async ({ project, query, body, write }) => {
        const name = query.name ?? body.name;
        if (name === undefined) throw invalid('name', 'is required, in the query or in the body.');
        if (body.name !== undefined && body.name !== name) throw invalid('name', 'differs between query and body.');
        return write(async ({ db }) => {
          if (!(await deleteClassification(db, project, { kind, name }))) throw notFound('classification');
          return {};
        });
      },
    }),
  ];
}

function defineAssignmentList(kind: ClassificationKind) {
  const noun = kind === 'domain' ? 'Domain' : 'URL';
  return defineOperation({
    id: `list_${kind}_assignments`,
    method: 'GET',
    path: `/classifications/${kind}-assignments`,
    group,
    summary: `List ${noun} Assignments`,
    description: 'What was put under a custom classification.',
    scope: 'project',
    right: 'read',
    status: 200,
    query: Strict(Paging),
    output: List(Strict({ [kind]: Type.String(), classification: Type.String() })),
    handle: async ({ context, project, query }) => {
      const { data, total } = await listAssignments(context.store.db, project, { kind, page: query });
      return toList({ data: data.map(({ target, classification }) => ({ [kind]: target, classification })), total });
    },
  });
}

const assignmentDescription = 'Puts it under a custom classification; `null` takes it out again.';

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
    status: 200,
    body: DomainAssignment,
    output: Done,
    handle: async ({ project, body: { domain, classification }, write }) =>
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
    status: 200,
    body: UrlAssignment,
    output: Done,
    handle: async ({ project, body: { url, classification }, write }) =>
      write(({ db }) => assign(db, project, { kind: 'url', target: toPage(url), classification })),
  }),
];

/** A domain may be given as a host or as any address on it. */
function toDomain(text: string): string {
  const normalized = normalizeWritten(text);
  if (!normalized) throw invalid('domain', 'must be a domain such as example.com.');
  return normalized.domain;
}

function toPage(text: string): string {
  const normalized = normalizeWritten(text);
  if (!normalized) throw invalid('url', 'must be the address of a web page.');
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
