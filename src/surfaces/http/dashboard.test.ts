import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { openDashboard } from './dashboard.ts';

const folder = mkdtempSync(join(tmpdir(), 'overheard-dashboard-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<i title="%BASE_PATH%"></i><i title="%EXTRA_COUNTRIES%"></i>');
writeFileSync(join(folder, 'assets/a-1234.js'), 'plain');
writeFileSync(join(folder, 'assets/a-1234.js.br'), 'brotli');
writeFileSync(join(folder, 'assets/a-1234.js.gz'), 'gzip');
mkdirSync(join(folder, 'docs/guide'), { recursive: true });
writeFileSync(join(folder, 'docs/index.html'), 'all pages');
writeFileSync(join(folder, 'docs/guide/start.html'), 'begin here');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function createServer(from: string): FastifyInstance {
  const dashboard = openDashboard({ basePath: '/v1', extraCountries: ['KZ', 'LI'] }, from);
  const app = Fastify();
  app.setNotFoundHandler((request, reply) =>
    dashboard.serve(request, reply) ? reply : reply.code(404).send({ message: 'nothing' }),
  );
  return app;
}

const app = createServer(folder);
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('the dashboard', () => {
  it('is one page at every address that a person may open', async () => {
    for (const url of ['/', '/prompts?project=x', '/answers/ch_1']) {
      const response = await get(url, { accept: 'text/html,*/*' });
      expect(response.statusCode).toBe(200);
      expect(response.body).toBe('<i title="/v1"></i><i title="KZ,LI"></i>');
    }
    expect((await get('/prompts', { accept: 'application/json' })).statusCode).toBe(404);
    expect((await get('/v1/nothing', { accept: 'text/html' })).statusCode).toBe(404);
    expect((await get('/assets/gone-1.js', { accept: 'text/html' })).statusCode).toBe(404);
    expect((await get('/../package.json', { accept: 'text/html' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/' })).statusCode).toBe(404);
  });

  it('has the documentation beside it', async () => {
    for (const url of ['/docs', '/docs/']) expect((await get(url)).body).toBe('all pages');
    expect((await get('/docs/guide/nothing', { accept: 'text/html' })).statusCode).toBe(404);
    const page = await get('/docs/guide/start');
    expect(page.body).toBe('begin here');
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  });

  it('lets nothing run but its own files', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types import-worker");
  });

  it('sends files compressed as the browser takes them, to be kept for ever', async () => {
    const file = '/assets/a-1234.js';
    const br = await get(file, { 'accept-encoding': 'gzip, deflate, br' });
    expect([br.body, br.headers['content-encoding']]).toEqual(['brotli', 'br']);
    expect((await get(file, { 'accept-encoding': 'gzip' })).body).toBe('gzip');
    expect((await get(file)).body).toBe('plain');
    expect(br.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(br.headers.vary).toBe('Accept-Encoding');
    const page = await get('/');
    expect(page.headers['cache-control']).toBe('no-cache');
    expect((await get('/', { 'if-none-match': String(page.headers.etag) })).statusCode).toBe(304);
  });

  it('says what to do where it is not built', async () => {
    const response = await createServer(join(folder, 'none')).inject({ url: '/' });
    expect(response.body).toContain('npm run build');
  });
});
