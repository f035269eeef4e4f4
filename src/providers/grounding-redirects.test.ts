import { expect, it } from 'vitest';
import { resolvePages } from './grounding-redirects.ts';

it('follows redirects of Google and of the server that was asked, and calls no other address', async () => {
  const called: string[] = [];
  const send = async (url: string) => {
    called.push(url);
    return new Response(null, { status: 302, headers: { location: 'https://page.example/found' } });
  };
  const urls = [
    'https://vertexaisearch.cloud.google.com/grounding-api-redirect/a',
    'https://models.example/grounding-api-redirect/b',
    'https://evil.example/grounding-api-redirect/c',
    'http://127.0.0.1/x?/grounding-api-redirect/d',
    'https://vertexaisearch.cloud.google.com.evil.example/grounding-api-redirect/e',
    'no address /grounding-api-redirect/',
  ];
  const pages = await resolvePages(
    urls.map((url) => ({ url, title: null })),
    { send: send as never, signal: new AbortController().signal },
    'https://models.example/v1beta',
  );
  expect(called).toEqual(urls.slice(0, 2));
  expect(urls.map((url) => pages.get(url)!.url)).toEqual([
    'https://page.example/found',
    'https://page.example/found',
    ...urls.slice(2),
  ]);
});
