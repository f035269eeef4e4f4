import { expect, it } from 'vitest';
import { markWaiting } from './waiting.ts';

it('marks what still shows the figures of another selection, even if only some of them', () => {
  const [old, fresh] = [{ isPlaceholderData: true }, { isPlaceholderData: false }];
  expect(markWaiting('page', [fresh, fresh])).toEqual({ className: 'page', 'aria-busy': false });
  expect(markWaiting('page', [fresh, old])).toEqual({ className: 'page is-waiting', 'aria-busy': true });
});
