import { Type } from 'typebox';
import { createFirstSettings } from '../analysis/project-settings.ts';
import { Created, Done, List, Paging, Strict, toList } from '../domain/paging.ts';
import { Project, ProjectName } from '../domain/project.ts';
import { notFound } from '../errors.ts';
import { deleteProject, findProject, insertProject, listProjects, renameProject } from '../store/queries/projects.ts';
import type { Db } from '../store/schema.ts';
import { defineOperation } from './operation.ts';

const group = 'Projects';
const Params = Strict({ id: Type.String() });

export const projectOperations = [
  defineOperation({
    id: 'list_projects',
    method: 'GET',
    path: '/projects',
    group,
    summary: 'List Projects',
    scope: 'company',
    right: 'read',
    status: 200,
    query: Strict(Paging),
    output: List(Project),
    handle: async ({ context, caller, query }) => toList(await listProjects(context.store.db, caller.company, query)),
  }),
  defineOperation({
    id: 'create_project',
    method: 'POST',
    path: '/projects',
    group,
    summary: 'Create Project',
    scope: 'company',
    right: 'write',
    status: 201,
    is_idempotent: true,
    body: Strict({ name: ProjectName }),
    output: Created,
    handle: async ({ context, caller, body, write }) =>
      write(async ({ db }) => {
        const { id } = await insertProject(db, {
          company: caller.company,
          name: body.name,
          settings: createFirstSettings(),
          now: context.now(),
        });
        return { id };
      }),
  }),
  defineOperation({
    id: 'update_project',
    method: 'PATCH',
    path: '/projects/{id}',
    group,
    summary: 'Rename Project',
    scope: 'company',
    right: 'write',
    status: 200,
    params: Params,
    body: Strict({ name: Type.Optional(ProjectName) }),
    output: Done,
    handle: async ({ caller, params, body: { name }, write }) =>
      write(async ({ db }) => {
        const { project } = await requireProject(db, caller.company, params.id);
        if (name !== undefined) await renameProject(db, project, name);
        return {};
      }),
  }),
  defineOperation({
    id: 'delete_project',
    method: 'DELETE',
    path: '/projects/{id}',
    group,
    summary: 'Delete Project',
    description: 'Deletes the project with everything in it, its keys included.',
    scope: 'company',
    right: 'write',
    status: 200,
    params: Params,
    output: Done,
    handle: async ({ context: { store }, caller, params }) => {
      const { project } = await requireProject(store.db, caller.company, params.id);
      return store.write(project, async ({ db }) => {
        await requireProject(db, caller.company, params.id);
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
