import { createReadStream, rmSync, statSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { toCopyPath } from '../../store/open-store.ts';
import type { Attempts } from './attempts.ts';
import { requireBearerToken } from './authentication.ts';

/** `GET /backup`: a copy of all data at this moment, as a file that the service can run on. */
export function addBackup(app: FastifyInstance, { store, config }: Context, attempts: Attempts): void {
  const { DATABASE_URL: url, BACKUP_TOKEN: token } = config;
  const message = 'Set BACKUP_TOKEN for the service and send it as Authorization: Bearer TOKEN.';
  let isRunning = false;

  app.get('/backup', async (request, reply) => {
    if (token === '') throw new AppError('unauthorized', message);
    await requireBearerToken(request, { attempts, token, message });
    if (store.writeCopy === null) {
      throw new AppError(
        'invalid_request',
        'This service uses a shared store. Run "overheard backup", which copies it without the service.',
      );
    }
    if (isRunning) throw new AppError('in_progress', 'Another backup is running. Try again when it is done.');
    isRunning = true;
    const file = toCopyPath(url);
    const finish = () => {
      remove(file);
      isRunning = false;
    };
    try {
      remove(file);
      await store.writeCopy(file);
    } catch (error) {
      finish();
      throw error;
    }
    const stream = createReadStream(file).once('close', finish);
    return reply
      .type('application/octet-stream')
      .header('Content-Length', String(statSync(file).size))
      .send(stream);
  });
}

function remove(file: string): void {
  for (const name of [file, `${file}.wal`]) rmSync(name, { force: true });
}
