import { Agent, request } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Sends requests over persistent connections. Times run from the first byte sent to the last byte received. */
export function createClient({ url, key, connections = 1 }) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function ask({ method = 'POST', path, body, type = 'application/json', accept, signal }) {
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const headers = {
        'x-api-key': key,
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(accept ? { accept } : {}),
      };
      const isStream = typeof body?.pipe === 'function';
      const payload =
        body === undefined || isStream
          ? undefined
          : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
      if (payload) headers['content-length'] = payload.length;
      const outgoing = request({ agent, hostname, port, method, path: `/v1${path}`, headers, signal }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            ms: performance.now() - started,
            status: response.statusCode,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      outgoing.on('error', reject);
      if (isStream) body.pipe(outgoing);
      else outgoing.end(payload);
    });
  }

  return {
    ask,
    /** The body of the response. Throws if the request fails. */
    async get(path) {
      return toAnswer(await ask({ method: 'GET', path }), path);
    },
    async send(path, body, method = 'POST') {
      return toAnswer(await ask({ method, path, body }), path);
    },
    close: () => agent.destroy(),
  };
}

function toAnswer({ status, text }, path) {
  if (status >= 300) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** A client in its own thread, so that reading responses takes no time from a service in this process. */
export function createClientThread({ url, key }) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, key } });
  let settle;
  worker.on('message', (message) => settle.resolve(message));
  worker.on('error', (error) => settle.reject(error));
  return {
    /** One request at a time. The text is returned only on request. */
    ask: (question) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        worker.postMessage(question);
      }),
    close: () => worker.terminate(),
  };
}

if (!isMainThread && workerData?.url) {
  const client = createClient(workerData);
  parentPort.on('message', async ({ wantsText = false, ...question }) => {
    try {
      const { ms, status, text } = await client.ask(question);
      parentPort.postMessage({ ms, status, ...(wantsText || status >= 300 ? { text } : {}) });
    } catch (error) {
      parentPort.postMessage({ ms: 0, status: 0, text: String(error) });
    }
  });
}
