import type { Overheard } from '../../../client/overheard.ts';
import type { ConfigKind, ConfigProject } from './config-kind.ts';

/** Reads everything that a configuration file can have. */
export async function readProject(
  client: Overheard,
  { project_id, kinds }: { project_id: string | undefined; kinds: readonly ConfigKind[] },
): Promise<ConfigProject> {
  const scope = project_id === undefined ? {} : { project_id };
  const secrets = (await client.call('GET /secrets', scope)).data.map(({ name }) => name);
  const project: ConfigProject = { client, scope, secrets, stored: new Map() };
  for (const kind of kinds) project.stored.set(kind.section, await kind.read(project));
  return project;
}
