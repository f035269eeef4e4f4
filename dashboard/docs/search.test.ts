import { expect, it } from 'vitest';
import { createSearch } from './search.ts';

const search = createSearch([
  { url: '/docs/a', page: 'Back up and upgrade', heading: 'Back up and upgrade', text: 'Copy everything first.' },
  {
    url: '/docs/a#restore',
    page: 'Back up and upgrade',
    heading: 'Restore',
    text: `${'word '.repeat(60)}from a backup.`,
  },
  { url: '/docs/b', page: 'Reports', heading: 'Reports', text: 'What visibility means.' },
]);

it('finds what has all words, by their beginnings, headings first', () => {
  expect(search('upgr').map(({ url }) => url)).toEqual(['/docs/a', '/docs/a#restore']);
  expect(search('restore backup').map(({ url }) => url)).toEqual(['/docs/a#restore']);
  expect(search('restore visibility')).toEqual([]);
  expect(search('')).toEqual([]);
});

it('lists guides first and operations of the API last', () => {
  const urls = ['/docs/reference#create_webhook', '/docs/notifications', '/docs/guide/api'];
  const find = createSearch(urls.map((url) => ({ url, page: 'Webhooks', heading: 'Webhooks', text: '' })));
  expect(find('webhooks').map(({ url }) => url)).toEqual(urls.toReversed());
});

it('forgives typing errors', () => {
  expect(search('visibilty')[0]?.url).toBe('/docs/b');
});

it('shows the words around the first one that was found', () => {
  const { excerpt } = search('from backup')[0]!;
  expect(excerpt).toMatch(/^… (word )+from a backup\.$/);
  expect(search('visibility')[0]!.excerpt).toBe('What visibility means.');
});
