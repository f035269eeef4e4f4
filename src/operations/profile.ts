import { Type } from 'typebox';
import { Done, Strict } from '../domain/paging.ts';
import { Profile } from '../domain/project.ts';
import { addTwins, withLateDefaults, withoutTwins, withTwins } from '../domain/twin-names.ts';
import { readProfile, writeProfile } from '../store/queries/projects.ts';
import { suggestTopics } from '../store/queries/topic-suggestions.ts';
import { defineOperation } from './operation.ts';

const group = 'Project profile';
const TwinnedProfile = withTwins(Profile);
const { name: OptionalName, ...Sent } = withLateDefaults(TwinnedProfile).properties;

export const profileOperations = [
  defineOperation({
    id: 'get_project_profile',
    method: 'GET',
    path: '/project-profile',
    group,
    summary: 'Get Project Profile',
    tool: 'What the project is about: industry, products, markets, audience.',
    description: 'Fields in camelCase are also there in snake_case.',
    scope: 'project',
    right: 'read',
    output: Strict({ profile: TwinnedProfile }),
    handle: async ({ reader, project }) => ({ profile: addTwins(await readProfile(reader.db, project)) }),
  }),
  defineOperation({
    id: 'replace_project_profile',
    method: 'PUT',
    path: '/project-profile',
    group,
    summary: 'Replace Project Profile',
    description:
      'Replaces the whole profile. Fields that are left out become empty. `name` renames the project. Fields can be in camelCase or in snake_case; if both are sent, the one that differs from the stored value is used. Products and services become suggestions of topics.',
    scope: 'project',
    right: 'write',
    input: { ...Sent, name: Type.Optional(OptionalName) },
    output: Done,
    handle: async ({ context, input, project, write }) => {
      await write(async ({ db }) => {
        const stored = await readProfile(db, project);
        const profile = withoutTwins(Profile, { name: stored.name, ...input }, stored) as Profile;
        await writeProfile(db, project, profile);
        await suggestTopics(db, project, { names: profile.productsAndServices, now: context.now() });
      });
      return {};
    },
  }),
];
