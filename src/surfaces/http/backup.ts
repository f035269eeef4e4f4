import { createReadStream, rmSync, statSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { isSameSecret } from '../../domain/key.ts';
import { AppError } from '../../errors.ts';
import { copyStore } from '../../store/copy.ts';
import { isEmbedded, toCopyPath, toFileUrl } from '../../store/open-store.ts';

/** `GET /backup`: all data as they are at this moment, as a file that can be served. */
export function addBackup(app: FastifyInstance, context: Context): void {
  const { DATABASE_URL: url, BACKUP_TOKEN: token } = context.config;
  let isRunning = false;

  app.get('/backup', async (request, reply) => {
    if (token === '' || !isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) {
      throw new AppError(
        'unauthorized',
        'Set BACKUP_TOKEN for the service, and send it as Authorization: Bearer TOKEN.',
      );
    }
    if (!isEmbedded(url)) {
      throw new AppError('invalid_request', 'This store is shared: "overheard backup" copies it without the service.');
    }
    if (isRunning) throw new AppError('in_progress', 'A copy is being made already: try again when it is done.');
    isRunning = true;
    const file = toCopyPath(url);
    const finish = () => {
      remove(file);
      isRunning = false;
    };
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort(new AppError('stopping', 'The client has gone.')));
    try {
      remove(file);
      await makeCopy(context, { file, signal: gone.signal });
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

async function makeCopy(
  { store, open }: Context,
  { file, signal }: { file: string; signal: AbortSignal },
): Promise<void> {
  const copy = await open(toFileUrl(file));
  try {
    await copyStore(store, copy, { onProgress: () => {}, signal });
  } finally {
    await copy.close();
  }
}

function remove(file: string): void {
  for (const name of [file, `${file}.wal`, `${file}.tmp`]) rmSync(name, { recursive: true, force: true });
}
