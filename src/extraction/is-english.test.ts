import { describe, expect, it } from 'vitest';
import { isEnglish } from './is-english.ts';

describe('isEnglish', () => {
  it.each([
    'Sony is better than Bose.',
    'Best overall: Sony WH-1000XM5',
    'Excellent battery life',
    'Lightweight, comfortable and durable',
    'El Al is a great airline with friendly staff.',
    'De Longhi makes reliable espresso machines.',
    '✅ Great value for the price',
  ])('is true for English: %s', (text) => {
    expect(isEnglish(text)).toBe(true);
  });

  it.each([
    'Sony ist besser als Bose und sehr bequem.',
    'Die Akkulaufzeit ist hervorragend.',
    'La batterie est excellente et le prix est bas.',
    'La batería es excelente y muy rápida.',
    'De batterij is heel goed en niet duur.',
    'La qualità è ottima e il prezzo non è alto.',
    'A bateria é excelente e não é cara.',
    'Batteriet är bra och det är inte dyrt.',
    'ソニーはとても良いです',
    '索尼非常好',
    'Очень хорошие наушники',
    'سوني جيد جدا',
    'hervorragende Akkulaufzeit',
  ])('is false for other languages: %s', (text) => {
    expect(isEnglish(text)).toBe(false);
  });
});
