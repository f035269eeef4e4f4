import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Built by Vite. */
const FOLDER = join(findPackageFolder(import.meta.dirname), 'dist/dashboard');

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.yml': 'text/plain; charset=utf-8',
};

/**
 * Allows our own files only, no script in the page, and no text that could become a script. The one policy of trusted
 * types names the script of the worker that reads imported files.
 */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types import-worker",
  'X-Content-Type-Options': 'nosniff',
  // Requests of our own pages then name their origin even in browsers that send no Sec-Fetch-Site.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  Vary: 'Accept-Encoding',
};

const UNBUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Overheard</title>
<h1>The dashboard is not built</h1><p>Run <code>npm run build</code> and start the service again.
Meanwhile the API works; <a href="/docs/reference">/docs/reference</a> describes it.</p></html>`;

interface Asset {
  type: string;
  etag: string;
  cacheControl: string;
  /** The bytes in each available encoding. */
  bodies: Partial<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

export interface Dashboard {
  /** Answers a request for one of its files or pages; false if it has no such file or page. */
  serve(request: FastifyRequest, reply: FastifyReply): boolean;
}

/** The built dashboard, read once. If it is not built, its page says so. */
export function openDashboard(
  { basePath, extraCountries }: { basePath: string; extraCountries: readonly string[] },
  folder = FOLDER,
): Dashboard {
  const page = readPage(folder, { BASE_PATH: basePath, EXTRA_COUNTRIES: extraCountries.join(',') });
  const assets = readAssets(folder);
  return {
    serve: (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const path = request.url.split('?')[0]!;
      const asset =
        assets.get(path.replace(/(?<=.)\/$/, '')) ?? (isPage(request, { path, basePath }) ? page : undefined);
      if (!asset) return false;
      send(asset, request, reply);
      return true;
    },
  };
}

/** Every address that a person may open serves the same page, which decides itself what to show. */
function isPage({ headers }: FastifyRequest, { path, basePath }: { path: string; basePath: string }): boolean {
  if (path === '/') return true;
  if (path === basePath || path.startsWith(`${basePath}/`) || extname(path) !== '') return false;
  // A page of the documentation that does not exist.
  if (path.startsWith('/docs/')) return false;
  return (headers.accept ?? '').includes('text/html');
}

/** What the page has to know before it can ask is written into it. */
function readPage(folder: string, settings: Record<'BASE_PATH' | 'EXTRA_COUNTRIES', string>): Asset {
  const file = join(folder, 'index.html');
  let html = existsSync(file) ? readFileSync(file, 'utf8') : UNBUILT;
  for (const [name, value] of Object.entries(settings)) html = html.replace(`%${name}%`, value);
  return toAsset({
    extension: '.html',
    cacheControl: 'no-cache',
    bodies: { br: brotliCompressSync(html), gzip: gzipSync(html), identity: Buffer.from(html) },
  });
}

function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>();
  if (!existsSync(folder)) return assets;
  const files = (readdirSync(folder, { recursive: true }) as string[]).map((file) => file.replaceAll('\\', '/'));
  for (const file of files) {
    const extension = extname(file);
    if (!TYPES[extension] || file === 'index.html') continue;
    const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : undefined);
    const br = read(`${file}.br`);
    const gzip = read(`${file}.gz`);
    assets.set(
      toPath(file),
      toAsset({
        extension,
        // The names of built files contain a hash of their content.
        cacheControl: file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        bodies: { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}), identity: read(file)! },
      }),
    );
  }
  return assets;
}

/** Pages of the documentation have addresses without an ending. */
function toPath(file: string): string {
  return `/${file}`.replace(/(\/index)?\.html$/, '');
}

function toAsset({
  extension,
  cacheControl,
  bodies,
}: {
  extension: string;
  cacheControl: string;
  bodies: Asset['bodies'];
}): Asset {
  const etag = `"${createHash('sha256').update(bodies.identity!).digest('base64url').slice(0, 22)}"`;
  return { type: TYPES[extension]!, etag, cacheControl, bodies };
}

function send({ type, etag, cacheControl, bodies }: Asset, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers({ ...HEADERS, ETag: etag, 'Cache-Control': cacheControl });
  if (request.headers['if-none-match'] === etag) {
    void reply.code(304).send();
    return;
  }
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = (['br', 'gzip'] as const).find((name) => bodies[name] && new RegExp(`\\b${name}\\b`).test(accepted));
  void reply.code(200).header('Content-Encoding', encoding ?? 'identity');
  void reply.type(type).send(bodies[encoding ?? 'identity']);
}

/** This code runs from `src/`, from `dist/` and, with all the rest in one file, from `dist/program/`. */
function findPackageFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackageFolder(dirname(folder));
}
