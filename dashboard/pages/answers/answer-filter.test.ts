import { describe, expect, it } from 'vitest';
import type { Brand } from '../../api/types.ts';
import { keepListParams, NEWEST_FIRST, readAnswerFilter, toOrder } from './answer-filter.ts';

const brands = [
  { id: 'rival', is_own: false },
  { id: 'own', is_own: true },
] as Brand[];
const at = (search: string) => ({ path: '/answers', params: new URLSearchParams(search) });
const read = (search: string, chosen: string[] = []) => readAnswerFilter(at(search), { brands, chosen });

describe('which answers are listed', () => {
  it('is read from the URL', () => {
    expect(read('')).toEqual({ brand: 'own', isMentioned: false, prompt: null, search: '', sorting: NEWEST_FIRST });
    expect(read('', ['rival']).brand).toBe('rival');
    const filter = read('q=+too+much+&sort=sentiment&mentions=rival&prompt=p');
    expect(filter).toMatchObject({ brand: 'rival', isMentioned: true, prompt: 'p', search: 'too much' });
    expect(toOrder(filter.sorting)).toEqual({ order_by: 'sentiment', sort: 'asc' });
  });

  it('passes over what does not exist', () => {
    expect(read('mentions=deleted&sort=nonsense.desc')).toEqual(read(''));
    expect(read(`q=${'x'.repeat(300)}`).search).toHaveLength(200);
  });

  it('is known to the page of an answer', () => {
    const kept = keepListParams(at('q=a&sort=date&from=2026-01-01'));
    expect(kept).toEqual({ q: 'a', sort: 'date', prompt: null, mentions: null });
  });
});
