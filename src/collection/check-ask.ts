import type { Ask } from '../domain/ask.ts';
import { AppError, type ErrorDetail } from '../errors.ts';
import { PROVIDERS } from '../providers/index.ts';
import type { Db } from '../store/schema.ts';
import { findKnownSecret, isAllowedHost, listAskHosts } from './secrets.ts';
import type { CollectionServices } from './services.ts';

/** Refuses a description of how to ask that cannot work, or that would send a secret where it may not go. */
export async function checkAsk(
  db: Db,
  project: number,
  { ask, services }: { ask: Ask; services: Pick<CollectionServices, 'vault' | 'environment_secrets'> },
): Promise<void> {
  const provider = PROVIDERS.get(ask.kind);
  if (!provider) throw refuse([{ path: 'kind', message: `The kind ${ask.kind} is not available.` }]);
  const problems = provider.check?.(ask) ?? [];
  if (problems.length > 0) throw refuse(problems);
  if (ask.secret === undefined) return;
  const secret = await findKnownSecret(db, project, { name: ask.secret, ...services });
  if (!secret) {
    throw refuse([
      {
        path: 'secret',
        message: `There is no secret "${ask.secret}". Store the secret first.`,
      },
    ]);
  }
  const refused = listAskHosts(ask).filter((host) => !isAllowedHost(host, secret.hosts));
  if (refused.length === 0) return;
  throw refuse([
    {
      path: 'secret',
      message: `The secret "${ask.secret}" may not be sent to ${refused.join(', ')}. Store it again with this host in "hosts".`,
    },
  ]);
}

function refuse(problems: readonly ErrorDetail[]): AppError {
  const details = problems.map(({ path, message }) => ({ path: `ask.${path}`, message }));
  return new AppError('invalid_request', details.map(({ path, message }) => `${path}: ${message}`).join(' '), {
    details,
  });
}
