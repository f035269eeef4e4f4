import { describe, expect, it } from 'vitest';
import { BRAND_COLORS, chooseBrandColor } from './brand-color.ts';
import { COLORS } from './color-names.ts';

function chooseMany(count: number, { is_own }: { is_own: boolean }): string[] {
  const colors: string[] = [];
  for (let index = 0; index < count; index += 1) colors.push(chooseBrandColor(colors, { is_own }));
  return colors;
}

describe('the color of a new brand', () => {
  it('is one of the specification, and none is chosen twice before all were chosen once', () => {
    expect([...BRAND_COLORS, 'gray'].sort()).toEqual([...COLORS].sort());
    expect(chooseMany(BRAND_COLORS.length, { is_own: true })).toEqual(BRAND_COLORS);
    const competitors = chooseMany(BRAND_COLORS.length - 1, { is_own: false });
    expect(competitors).toEqual(BRAND_COLORS.slice(1));
  });

  it('is the first of the palette for the own brand, even if it comes last', () => {
    const colors = chooseMany(5, { is_own: false });
    expect(chooseBrandColor(colors, { is_own: true })).toBe(BRAND_COLORS[0]);
  });

  it('is the least used one, whatever colors people chose themselves', () => {
    const used = ['gray', 'gray', 'amber', 'pink', 'green'];
    expect(chooseBrandColor(used, { is_own: false })).toBe('cyan');
    const all = [...BRAND_COLORS, ...BRAND_COLORS.filter((color) => color !== 'teal')];
    expect(chooseBrandColor(all, { is_own: false })).toBe('teal');
  });
});
