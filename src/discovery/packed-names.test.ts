import { describe, expect, it } from 'vitest';
import { packNames, unpackNames } from './packed-names.ts';

describe('packed names', () => {
  it('are one line each', () => {
    const packed = packNames([
      { text: 'Nike', count: 3, titles: 1, inside: 2, labels: 1 },
      { text: 'Le Coq', count: 1, titles: 0, inside: 0, labels: 0 },
    ]);
    expect(packed).toBe('Nike\t3\t3\t1\nLe Coq\t0\t1\t0');
    expect(unpackNames(packed)).toEqual(['Nike', 'Le Coq']);
    expect(unpackNames(packNames([]))).toEqual([]);
  });
});
