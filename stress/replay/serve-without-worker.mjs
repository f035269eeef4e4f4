// Serves the API of the program in a folder without background work, which `overheard serve` refuses on an embedded store:
//   node stress/replay/serve-without-worker.mjs FOLDER
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const load = (file) => import(pathToFileURL(join(process.argv[2], 'dist', file)));
const [{ readConfig }, { closeContext, createContext }, { ensureCompanyKey }, { createApp }, { listen }] =
  await Promise.all(
    ['config.js', 'context.js', 'first-start.js', 'surfaces/http/app.js', 'surfaces/http/server.js'].map(load),
  );

const config = { ...readConfig(), WORKER: false };
const server = await listen({ host: config.HOST, port: config.PORT });
const context = await createContext(config);
process.once('SIGTERM', async () => {
  await server.close();
  await closeContext(context);
});
await ensureCompanyKey(context);
server.open(await createApp(context));
process.stdout.write(`Overheard is listening on ${server.url}\n`);
