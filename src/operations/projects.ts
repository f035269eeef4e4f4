import { Type } from 'typebox';
import { applySettings, createFirstSettings } from '../analysis/project-settings.ts';
import { BrandDomain } from '../domain/brand.ts';
import { Created, Done, List, Nullable, Paging, toList } from '../domain/paging.ts';
import { Project, ProjectExternalId, ProjectName } from '../domain/project.ts';
import { notFound } from '../errors.ts';
import { insertBrand } from '../store/queries/brands.ts';
import { deleteProject, findProject, insertProject, listProjects, updateProject } from '../store/queries/projects.ts';
import type { Db } from '../store/schema.ts';
import { defineOperation } from './operation.ts';

const group = 'Projects';

export const projectOperations = [
  defineOperation({
    id: 'list_projects',
    method: 'GET',
    path: '/projects',
    group,
    summary: 'List Projects',
    tool: 'The projects of the company. With a company key, every other tool needs a `project_id` from here.',
    scope: 'company',
    right: 'read',
    input: {
      ...Paging,
      external_id: Type.Optional(Type.String({ description: 'Only projects with this `external_id`.' })),
    },
    output: List(Project),
    handle: async ({ reader, caller, input }) => toList(await listProjects(reader.db, caller.company, input)),
  }),
  defineOperation({
    id: 'create_project',
    method: 'POST',
    path: '/projects',
    group,
    summary: 'Create Project',
    description: 'With `domain`, the project gets your own brand: with this domain and the name of the project.',
    scope: 'company',
    right: 'write',
    creates: true,
    is_idempotent: true,
    input: {
      name: ProjectName,
      domain: Type.Optional(BrandDomain),
      external_id: Type.Optional(
        Type.With(ProjectExternalId, { description: 'The id of the project in another system.' }),
      ),
    },
    output: Created,
    handle: async ({ context, caller, input: { name, domain, external_id }, write }) =>
      write(async (transaction) => {
        const { db } = transaction;
        const now = context.now();
        const created = { company: caller.company, name, external_id, settings: createFirstSettings(), now };
        const { id, project } = await insertProject(db, created);
        if (domain === undefined) return { id };
        const brand = { name, domains: [domain], is_own: true, aliases: [], exclude: [], regex: null, case: 'smart' };
        await insertBrand(db, project, { brand, limits: context.config, now });
        await applySettings(transaction, project, { reason: `The brand "${name}" was added.`, now });
        return { id };
      }),
  }),
  defineOperation({
    id: 'update_project',
    method: 'PATCH',
    path: '/projects/{id}',
    group,
    summary: 'Update Project',
    scope: 'company',
    right: 'write',
    input: {
      id: Type.String(),
      name: Type.Optional(ProjectName),
      external_id: Type.Optional(Nullable(ProjectExternalId)),
    },
    output: Done,
    handle: async ({ caller, input: { id, ...changes }, write }) =>
      write(async ({ db }) => {
        const { project } = await requireProject(db, caller.company, id);
        await updateProject(db, project, changes);
        return {};
      }),
  }),
  defineOperation({
    id: 'delete_project',
    method: 'DELETE',
    path: '/projects/{id}',
    group,
    summary: 'Delete Project',
    description: 'Deletes the project with everything in it, including its keys.',
    scope: 'company',
    right: 'write',
    input: { id: Type.String() },
    output: Done,
    handle: async ({ context: { store }, caller, input: { id } }) => {
      const { project } = await requireProject(store.db, caller.company, id);
      return store.write(project, async ({ db }) => {
        await requireProject(db, caller.company, id);
        await deleteProject(db, project);
        return {};
      });
    },
  }),
];

async function requireProject(db: Db, company: number, id: string) {
  const project = await findProject(db, company, id);
  if (!project) throw notFound('project');
  return project;
}
