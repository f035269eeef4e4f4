import { ApiError } from '../../client/api-error.ts';
import type { Overheard } from '../../client/overheard.ts';
import { AppError } from '../../errors.ts';
import { suggest } from './suggest.ts';

interface Named {
  id: string;
  name: string;
}

/** Objects that people know by their names; in the fields of the API they stand with their IDs. */
const NAMED = {
  topic: { route: 'GET /topics', prefix: 'to_' },
  tag: { route: 'GET /tags', prefix: 'tg_' },
  brand: { route: 'GET /brands', prefix: 'kw_' },
} as const;
type NamedKind = keyof typeof NAMED;

const PROJECT_PREFIX = 'or_';

/** The ID of a project that is given by its name or ID. */
export async function findProject(client: Overheard, given: string): Promise<string> {
  if (given.startsWith(PROJECT_PREFIX)) return given;
  const projects: Named[] = [];
  try {
    for await (const project of client.list('GET /projects', {})) projects.push(project);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'forbidden') throw error;
    // A project key cannot list projects, but knows its own.
    const { project } = await client.call('GET /key', {});
    if (project) projects.push(project);
  }
  return pick('project', projects, given);
}

/** Puts IDs in place of the names of topics, tags and brands. */
export async function findNamed(client: Overheard, input: Record<string, unknown>): Promise<void> {
  for (const [field, value] of Object.entries(input)) {
    const kind = /^(?:about_)?(topic|tag|brand)_ids?$/.exec(field)?.[1] as NamedKind | undefined;
    if (kind === undefined || value === null) continue;
    const given = [value].flat().map(String);
    if (given.every((entry) => entry.startsWith(NAMED[kind].prefix))) continue;
    const ids = await findIds(client, { kind, given, project_id: input.project_id as string | undefined });
    input[field] = Array.isArray(value) ? ids : ids[0];
  }
}

async function findIds(
  client: Overheard,
  { kind, given, project_id }: { kind: NamedKind; given: readonly string[]; project_id: string | undefined },
): Promise<string[]> {
  const { route, prefix } = NAMED[kind];
  const known: Named[] = [];
  for await (const object of client.list(route, project_id === undefined ? {} : { project_id })) known.push(object);
  return given.map((entry) => (entry.startsWith(prefix) ? entry : pick(kind, known, entry)));
}

function pick(kind: string, known: readonly Named[], given: string): string {
  const found = known.filter(({ name }) => name.toLowerCase() === given.toLowerCase());
  const exact = found.filter(({ name }) => name === given);
  const [one, another] = exact.length > 0 ? exact : found;
  if (one && another)
    throw new AppError('invalid_request', `Several ${kind}s are named "${given}". Use the ID of one.`);
  if (one) return one.id;
  const names = known.map(({ name }) => name);
  throw new AppError('not_found', `There is no ${kind} named "${given}".${suggest(given, names)}`);
}
