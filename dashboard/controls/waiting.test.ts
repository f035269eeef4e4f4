import { expect, it } from 'vitest';
import { markFilling, markWaiting } from './waiting.ts';

it('marks what still shows the figures of another selection, even if only some of them', () => {
  const [old, fresh] = [{ isPlaceholderData: true }, { isPlaceholderData: false }];
  expect(markWaiting('page', [fresh, fresh])).toEqual({ className: 'page', 'aria-busy': false });
  expect(markWaiting('page', [fresh, old])).toEqual({ className: 'page is-waiting', 'aria-busy': true });
});

it('marks rows until their first figures arrive', () => {
  const done = { isPlaceholderData: false, isLoading: false };
  const busy = { className: 'page is-waiting', 'aria-busy': true };
  expect(markFilling('page', done)).toEqual({ className: 'page', 'aria-busy': false });
  expect(markFilling('page', { ...done, isLoading: true })).toEqual(busy);
  expect(markFilling('page', { ...done, isPlaceholderData: true })).toEqual(busy);
});
