import { describe, expect, it } from 'vitest';
import { createOrdinaryUse } from './ordinary-use.ts';

describe('names that are ordinary words', () => {
  it('are counted in the same answers, by their first word or the first two', () => {
    const ordinaryUse = createOrdinaryUse();
    ordinaryUse.add('Battery Life: good', ['Battery Life'], null);
    ordinaryUse.add('Battery Life: the battery is good', ['Battery Life', 'Battery Size'], null);
    ordinaryUse.add('Battery Life: its battery life is good', ['Battery Life'], null);
    ordinaryUse.add('Battery Life: all batterys', ['Battery'], null);
    expect(ordinaryUse.shareOf(['battery'])).toBe(3 / 4);
    expect(ordinaryUse.shareOf(['battery', 'life'])).toBe(1 / 3);
    expect(ordinaryUse.shareOf(['unheard'])).toBe(0);
  });

  it('are nouns in German, where every noun has a capital letter', () => {
    const ordinaryUse = createOrdinaryUse();
    const names = ['Wahl', 'Bosch', 'Monate', 'Miele'];
    ordinaryUse.add('Eine gute Wahl ist die Bosch. Sie hält 20 Monate; Miele auch.', names, 'de');
    ordinaryUse.add('Die Wahl fällt auf Bosch oder Miele.', ['Wahl', 'Bosch', 'Miele'], 'de');
    ordinaryUse.add('Bosch, and a good Miele.', ['Bosch', 'Miele'], 'en');
    const shares = ['wahl', 'bosch', 'monate', 'miele'].map((word) => ordinaryUse.shareOf([word]));
    expect(shares).toEqual([1 / 2, 0, 1, 0]);
    const listed = 'Sony WH-1000XM5, Bose QC45, insbesondere Jabra; der Haushaltsgerätehersteller Miele.';
    ordinaryUse.add(listed, ['Bose', 'Jabra', 'Miele'], 'de');
    expect(['bose', 'jabra'].map((word) => ordinaryUse.shareOf([word]))).toEqual([0, 0]);
    expect(ordinaryUse.shareOf(['miele'])).toBe(0);
    expect(ordinaryUse.isAmongNouns(['wahl'])).toBe(true);
    expect(ordinaryUse.isAmongNouns(['unheard'])).toBe(false);
  });

  it('are not taken from domains or from inside other words', () => {
    const ordinaryUse = createOrdinaryUse();
    ordinaryUse.add('Nike sells at nike.com, not at snike or nikeish.', ['Nike'], null);
    expect(ordinaryUse.shareOf(['nike'])).toBe(0);
  });
});
