import { describe, expect, it } from 'vitest';
import type { Ask, Price } from '../domain/ask.ts';
import { toCost, toReservation } from './cost.ts';

const ask: Ask = { kind: 'openai-compatible' };
const none = { input_tokens: null, cached_input_tokens: null, output_tokens: null, searches: 0 };
const most = { ...none, input_tokens: 1_000_000_000, output_tokens: 1_000_000_000 };
const bill = (billed: number) => () => toCost({ usage: none, billed }, { ask, price: null });

describe('the cost of an ask', () => {
  it.each([12_500_000, 10_000.000001, 9e9, 1e308, Number.POSITIVE_INFINITY, -1])('is never %d dollars', (billed) => {
    expect(bill(billed)).toThrow(
      `The provider reports a cost of ${billed} dollars. The cost of one ask must be from 0 to 10000 dollars.`,
    );
  });

  it('that is refused may have been billed, and is no good response', () => {
    expect(bill(-1)).toThrow(expect.objectContaining({ reason: 'bad_response', is_end_unknown: true }));
  });

  it.each([0, 0.0042, 10_000])('may be %d dollars', (billed) => {
    expect(bill(billed)()).toBe(billed * 1e9);
  });

  it('keeps to its bound whatever the price is', () => {
    const price: Price = { input: 1_000_000, output: 1_000_000, request: 1_000_000, search: 1_000_000 };
    expect(() => toCost({ usage: most, billed: null }, { ask: { ...ask, price }, price })).toThrow(
      'By its price, the ask has a cost of 2001000000 dollars.',
    );
    const maxima = { ...most, cost: null };
    expect(toReservation(price, { ask, maxima })).toBe(1e13);
    expect(toReservation(null, { ask, maxima: { ...maxima, cost: 5e13 } })).toBe(1e13);
  });

  it('is unknown where the tokens that it depends on are', () => {
    const at = (price: Price) => toCost({ usage: none, billed: null }, { ask, price });
    expect(at({ input: 1 })).toBeNull();
    expect(at({ output: 1 })).toBeNull();
    expect(at({ request: 0.5 })).toBe(5e8);
  });
});
