import { describe, expect, it } from 'vitest';
import { toHttpRequest } from './http-request.ts';

describe('the request of an operation', () => {
  it('has names in braces in its path, encoded', () => {
    expect(toHttpRequest('DELETE /keys/{id}', { id: 'a/b c' })).toEqual({
      method: 'DELETE',
      url: '/keys/a%2Fb%20c',
      body: '{}',
    });
  });

  it('has the other fields of a GET in its query, without what is not set', () => {
    const input = { project_id: 'or_1', limit: 5, is_archived: false, search: undefined };
    expect(toHttpRequest('GET /prompts', input)).toEqual({
      method: 'GET',
      url: '/prompts?project_id=or_1&limit=5&is_archived=false',
      body: undefined,
    });
  });

  it('has the other fields of other methods in its body, but for those that go into the query', () => {
    const input = { project_id: 'or_1', dry_run: true, chats: [{ answer: 'a' }] };
    expect(toHttpRequest('POST /chats', input, ['dry_run'])).toEqual({
      method: 'POST',
      url: '/chats?dry_run=true',
      body: '{"project_id":"or_1","chats":[{"answer":"a"}]}',
    });
  });
});
