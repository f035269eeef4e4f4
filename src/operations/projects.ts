import { Type } from 'typebox';
import { createFirstSettings } from '../analysis/project-settings.ts';
import { Created, Done, List, Paging, toList } from '../domain/paging.ts';
import { Project, ProjectName } from '../domain/project.ts';
import { notFound } from '../errors.ts';
import { deleteProject, findProject, insertProject, listProjects, renameProject } from '../store/queries/projects.ts';
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
    scope: 'company',
    right: 'read',
    input: Paging,
    output: List(Project),
    handle: async ({ reader, caller, input }) => toList(await listProjects(reader.db, caller.company, input)),
  }),
  defineOperation({
    id: 'create_project',
    method: 'POST',
    path: '/projects',
    group,
    summary: 'Create Project',
    scope: 'company',
    right: 'write',
    creates: true,
    is_idempotent: true,
    input: { name: ProjectName },
    output: Created,
    handle: async ({ context, caller, input, write }) =>
      write(async ({ db }) => {
        const { id } = await insertProject(db, {
          company: caller.company,
          name: input.name,
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
    input: { id: Type.String(), name: Type.Optional(ProjectName) },
    output: Done,
    handle: async ({ caller, input: { id, name }, write }) =>
      write(async ({ db }) => {
        const { project } = await requireProject(db, caller.company, id);
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
