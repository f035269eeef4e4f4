import { chmodSync, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../../config.ts';
import { toStoreOptions } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { checkCopy } from '../../store/copy.ts';
import { isEmbedded, openStore, toFileUrl } from '../../store/open-store.ts';
import type { CopiedSum } from '../../store/queries/copies.ts';
import { copyUrl, describeSums } from './copy.ts';
import { createProgressBar } from './progress-bar.ts';

/** A backup has all answers in it, and the hashes of all keys. */
const PRIVATE = 0o600;

/** `backup FILE`: copies all data at one moment, while the service runs, to a file that the service can run on. */
export async function runBackupCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { url: { type: 'string' }, check: { type: 'boolean', default: false } },
  });
  const [file] = positionals;
  if (file === undefined) throw invalid('FILE', 'is required: overheard backup FILE.');
  const config = readConfig();
  if (!values.check) await backUp(config, { file, url: values.url ?? `http://${config.HOST}:${config.PORT}` });
  process.stdout.write(describeSums(await check(config, file)));
}

async function backUp(config: Config, { file, url }: { file: string; url: string }): Promise<void> {
  if (existsSync(file)) throw invalid('FILE', `${file} already exists. Choose another name.`);
  const part = `${file}.part`;
  // A backup is of one moment: what an earlier attempt left is of another.
  for (const name of [part, `${part}.wal`]) rmSync(name, { force: true });
  const isFetched = isEmbedded(config.DATABASE_URL) && (await fetchCopy({ url, token: config.BACKUP_TOKEN, part }));
  if (!isFetched) await copyUrl(config, { from: config.DATABASE_URL, to: toFileUrl(part) });
  chmodSync(part, PRIVATE);
  renameSync(part, file);
}

/** Fetches a copy from the service, which has the file open; false if no service is running. */
async function fetchCopy({ url, token, part }: { url: string; token: string; part: string }): Promise<boolean> {
  const response = await request(new URL(`${url}/backup`), token);
  if (!response) return false;
  if (response.statusCode !== 200) {
    const { message } = (await json(response)) as { message: string };
    throw new AppError(response.statusCode === 401 ? 'unauthorized' : 'store_unavailable', message);
  }
  const size = Number(response.headers['content-length']);
  const bar = createProgressBar();
  let seen = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      seen += chunk.length;
      bar.show(seen / size);
      yield chunk;
    }
  };
  try {
    await pipeline(response, counted, createWriteStream(part, { mode: PRIVATE }));
  } catch (cause) {
    throw new AppError('store_unavailable', `The service stopped sending after ${seen} of ${size} bytes.`, { cause });
  } finally {
    bar.end();
  }
  return true;
}

/** The response, however long it takes to begin; undefined if nothing listens there. */
function request(url: URL, token: string): Promise<IncomingMessage | undefined> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    send(url, { headers: { Authorization: `Bearer ${token}` } })
      .on('response', resolve)
      .on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') resolve(undefined);
        else reject(new AppError('store_unavailable', `${url.origin} does not answer: ${error.message}.`));
      })
      .end();
  });
}

/** Opens the copy without changing it, and compares its contents with its checksums. */
async function check(config: Config, file: string): Promise<CopiedSum[]> {
  const store = await openStore(toFileUrl(file), { ...toStoreOptions(config), is_read_only: true });
  try {
    return await checkCopy(store);
  } finally {
    await store.close();
  }
}
