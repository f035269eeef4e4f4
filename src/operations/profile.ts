import { Type } from 'typebox';
import { Done, Strict } from '../domain/paging.ts';
import { Profile } from '../domain/project.ts';
import { readProfile, writeProfile } from '../store/queries/projects.ts';
import { defineOperation } from './operation.ts';

const group = 'Project profile';

export const profileOperations = [
  defineOperation({
    id: 'get_project_profile',
    method: 'GET',
    path: '/project-profile',
    group,
    summary: 'Get Project Profile',
    scope: 'project',
    right: 'read',
    output: Strict({ profile: Profile }),
    handle: async ({ reader, project }) => ({ profile: await readProfile(reader.db, project) }),
  }),
  defineOperation({
    id: 'replace_project_profile',
    method: 'PUT',
    path: '/project-profile',
    group,
    summary: 'Replace Project Profile',
    description: 'Replaces the whole profile. Fields that are left out become empty. `name` renames the project.',
    scope: 'project',
    right: 'write',
    input: { ...Profile.properties, name: Type.Optional(Profile.properties.name) },
    output: Done,
    handle: async ({ input: { name, ...profile }, project, projectRow, write }) => {
      await write(({ db }) => writeProfile(db, project, { ...profile, name: name ?? projectRow.name }));
      return {};
    },
  }),
];
