import { createReadStream, rmSync, statSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { toCopyPath } from '../../store/open-store.ts';
import { hasBearerToken } from './authentication.ts';

/** `GET /backup`: a copy of all data at this moment, as a file that the service can run on. */
export function addBackup(app: FastifyInstance, { store, config }: Context): void {
  const { DATABASE_URL: url, BACKUP_TOKEN: token } = config;
  let isRunning = false;

  app.get('/backup', async (request, reply) => {
    if (token === '' || !hasBearerToken(request.headers, token)) {
      throw new AppError(
        'unauthorized',
        'Set BACKUP_TOKEN for the service and send it as Authorization: Bearer TOKEN.',
      );
    }
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
      .headers({ 'Content-Length': String(statSync(file).size), 'Cache-Control': 'no-store' })
      .send(stream);
  });
}

function remove(file: string): void {
  for (const name of [file, `${file}.wal`]) rmSync(name, { force: true });
}
