import { parseArgs } from 'node:util';
import { readConfig } from '../../config.ts';
import { type Context, closeContext, createContext } from '../../context.ts';
import { createSecret, hashSecret, type Rights, toListedSince } from '../../domain/key.ts';
import { MAX_ROWS_PER_PAGE } from '../../domain/limits.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import { INSTALLATION } from '../../store/queries/counters.ts';
import {
  findCompany,
  insertCompany,
  insertKey,
  isLastCompanyKey,
  listKeys,
  revokeKey,
} from '../../store/queries/keys.ts';
import { findProject } from '../../store/queries/projects.ts';

interface KeyOptions {
  company: string;
  project?: string | undefined;
  name: string;
  rights: string;
}

/** The `keys` commands. They work on the store itself, so that the first key can be created. */
export async function runKeysCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      company: { type: 'string', default: 'default' },
      project: { type: 'string' },
      name: { type: 'string', default: '' },
      rights: { type: 'string', default: 'write' },
    },
  });
  const [action, id] = positionals;
  const context = await createContext(readConfig());
  try {
    process.stdout.write(await runAction(context, { action, id, options: values }));
  } finally {
    await closeContext(context);
  }
}

async function runAction(
  context: Context,
  { action, id, options }: { action: string | undefined; id: string | undefined; options: KeyOptions },
): Promise<string> {
  switch (action) {
    case 'create':
      return createKey(context, options);
    case 'list':
      return listCompanyKeys(context, options.company);
    case 'revoke':
      if (id === undefined) throw invalid('ID', 'is required: overheard keys revoke ID.');
      return revokeCompanyKey(context, { company: options.company, id });
    default:
      throw new AppError(
        'invalid_request',
        'Use "overheard keys create", "overheard keys list" or "overheard keys revoke ID".',
      );
  }
}

async function createKey({ store, now }: Context, { company, project, name, rights }: KeyOptions): Promise<string> {
  if (rights !== 'read' && rights !== 'write') throw invalid('--rights', 'must be read or write.');
  return store.write(INSTALLATION, async ({ db }) => {
    const key = (await findCompany(db, company)) ?? (await insertCompany(db, { name: company, now: now() }));
    const row = project === undefined ? undefined : await findProject(db, key, project);
    if (project !== undefined && !row) throw notFound('project');
    const secret = createSecret(row ? 'project' : 'company');
    const id = await insertKey(db, {
      company: key,
      project: row?.project ?? 0,
      name,
      rights: rights as Rights,
      hash: hashSecret(secret),
      is_bootstrap: false,
      now: now(),
    });
    return `${id}\n${secret}\n`;
  });
}

async function listCompanyKeys({ store, now }: Context, company: string): Promise<string> {
  const { data } = await listKeys(store.db, await requireCompany(store.db, company), {
    page: { limit: MAX_ROWS_PER_PAGE, offset: 0 },
    since: toListedSince(now()),
  });
  const lines = data.map(({ id, kind, rights, name, created_at, last_used_at, revoked_at }) =>
    [id, kind, rights, revoked_at ? 'revoked' : 'active', created_at, last_used_at ?? 'never used', name].join('\t'),
  );
  return `${lines.join('\n')}\n`;
}

async function revokeCompanyKey(
  { store, now }: Context,
  { company, id }: { company: string; id: string },
): Promise<string> {
  // Unlike over HTTP, the last key may go: whoever has the store can create another one, and a stolen key must end.
  const { isLast, isRevoked } = await store.write(INSTALLATION, async ({ db }) => {
    const companyKey = await requireCompany(db, company);
    const isLast = await isLastCompanyKey(db, companyKey, id);
    return { isLast, isRevoked: await revokeKey(db, companyKey, { id, now: now() }) };
  });
  if (!isRevoked) throw notFound('active key');
  const advice = ` It was the last company key with write access. Create another one: overheard keys create --company "${company}"`;
  return `${id} is revoked.${isLast ? advice : ''}\n`;
}

async function requireCompany(db: Context['store']['db'], name: string): Promise<number> {
  const company = await findCompany(db, name);
  if (company === undefined) throw new AppError('not_found', `There is no company named "${name}".`);
  return company;
}
