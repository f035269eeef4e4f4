import { describe, expect, it } from 'vitest';
import { toHttpRequest } from '../../client/http-request.ts';
import { getOperation } from '../../operations/index.ts';
import { checkTexts, listGiven, readInput, readProjectId } from './input.ts';

const parts = { params: {}, query: {}, body: {} };

describe('the input of a request', () => {
  it('is put together from path, query and body', () => {
    const update = getOperation('update_prompt');
    expect(readInput(update, { params: { id: 'pr_1' }, query: {}, body: { volume: 5 } })).toEqual({
      id: 'pr_1',
      volume: 5,
    });
    const list = getOperation('list_prompts');
    expect(readInput(list, { ...parts, query: { limit: '7' } })).toEqual({ limit: 7, offset: 0, is_archived: false });
    const chats = { ...parts, query: { dry_run: 'true' }, body: { chats: [] } };
    expect(readInput(getOperation('create_chats'), chats)).toEqual({ on_duplicate: 'skip', dry_run: true, chats: [] });
  });

  it('has lists in the query, separated by commas', () => {
    const read = (query: object) => readInput(getOperation('list_chats'), { ...parts, query: { ...query } });
    expect(read({ country_codes: 'US,DE', tag_ids: 'tg_1' })).toMatchObject({
      country_codes: ['US', 'DE'],
      tag_ids: ['tg_1'],
    });
    expect(() => read({ country_codes: 'US,' })).toThrow('country_codes');
    expect(() => read({ tag_ids: '' })).toThrow('tag_ids: must not be empty.');
  });

  it('has lists of objects in the query as JSON', () => {
    const filters = [{ field: 'country_code', operator: 'in', values: ['US', 'DE'] }];
    const { url } = toHttpRequest('GET /brands/suggestions', { filters, tag_ids: ['tg_1', 'tg_2'] });
    const query = Object.fromEntries(new URL(url, 'http://localhost').searchParams);
    expect(query.tag_ids).toBe('tg_1,tg_2');
    const read = readInput(getOperation('list_brand_suggestions'), { ...parts, query });
    expect(read).toMatchObject({ filters, tag_ids: ['tg_1', 'tg_2'] });
    const { url: empty } = toHttpRequest('GET /brands/suggestions', { filters: [] });
    const none = Object.fromEntries(new URL(empty, 'http://localhost').searchParams);
    expect(readInput(getOperation('list_brand_suggestions'), { ...parts, query: none })).toMatchObject({ filters: [] });
  });

  it('has no U+0000, neither in the path nor in the query', () => {
    expect(() => checkTexts({ ...parts, params: { id: 'a\0b' } })).toThrow('No object has an ID with');
    for (const query of [{ search: 'a\0b' }, { search: ['a', '\0'] }, { '\0': '' }]) {
      expect(() => checkTexts({ ...parts, query })).toThrow('must not contain the character U+0000.');
    }
    expect(() => checkTexts({ params: { id: '%00' }, query: { search: '\\0' }, body: null })).not.toThrow();
  });

  it('refuses a field of the body that belongs elsewhere', () => {
    const update = { params: { id: 'pr_1' }, query: {}, body: { id: 'pr_2' } };
    expect(() => readInput(getOperation('update_prompt'), update)).toThrow('id is not a known field');
    const chats = { ...parts, body: { chats: [], dry_run: true } };
    expect(() => readInput(getOperation('create_chats'), chats)).toThrow('dry_run is not a known field');
  });

  it('ignores what the query does not know, and reports its errors before those of the body', () => {
    const create = getOperation('create_chats');
    const wrong = { ...parts, query: { dry_run: 'maybe', page: '2' }, body: { nonsense: 1 } };
    expect(() => readInput(create, wrong)).toThrow('dry_run: must be true or false.');
  });

  it('takes a field from the query or the body where either will do', () => {
    const remove = getOperation('delete_domain_classification');
    const read = (query: object, body: object) =>
      readInput(remove, { params: {}, query: { ...query }, body: { ...body } });
    expect(read({ name: 'News' }, {})).toEqual({ name: 'News' });
    expect(read({}, { name: 'News' })).toEqual({ name: 'News' });
    expect(read({ name: 'News' }, { name: ' News ' })).toEqual({ name: 'News' });
    expect(() => read({ name: 'News' }, { name: 'Blogs' })).toThrow('name: has different values');
    expect(() => read({}, {})).toThrow('name: is required, in the query or in the body.');
  });

  it('knows which fields were sent', () => {
    expect([...listGiven({ ...parts, query: { limit: '1' }, body: { name: 'x' } })]).toEqual(['limit', 'name']);
  });
});

describe('the project of a request', () => {
  const create = getOperation('create_topic');
  const read = (inQuery: unknown, inBody: unknown) =>
    readProjectId(create, { params: {}, query: { project_id: inQuery }, body: { project_id: inBody } });

  it('stands in the query, in the body, or in both alike', () => {
    expect(read('a', undefined)).toBe('a');
    expect(read(undefined, 'a')).toBe('a');
    expect(read('a', 'a')).toBe('a');
    expect(read(undefined, undefined)).toBeUndefined();
    expect(() => read('a', 'b')).toThrow('project_id: has different values in the query and in the body.');
  });

  it('is passed on to be refused where it is no id', () => {
    expect(read('a', null)).toBeNull();
    expect(read(['a', 'b'], 'a')).toEqual(['a', 'b']);
  });

  it('is nothing special where the operation is not about a project', () => {
    expect(readProjectId(getOperation('create_key'), { ...parts, body: { project_id: 'a' } })).toBeUndefined();
  });
});
