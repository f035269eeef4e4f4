import { expect, it } from 'vitest';
import type { Brand } from '../../api/types.ts';
import { fromDraft, toDraft } from './brand-draft.ts';

it('can be the own brand at first', () => {
  expect(toDraft(undefined, { is_own: true }).is_own).toBe(true);
  expect(toDraft(undefined).is_own).toBe(false);
});

it('leaves the color of a new brand to the service until one is chosen', () => {
  const draft = { ...toDraft(undefined), name: 'Acme' };
  expect(fromDraft(draft)).not.toHaveProperty('color');
  expect(fromDraft({ ...draft, color: 'teal' })).toMatchObject({ name: 'Acme', color: 'teal' });
});

it('keeps a hexadecimal color until another one is chosen', () => {
  const brand = { ...fromDraft(toDraft(undefined)), id: 'br_1', name: 'Acme', color: 'red', color_hex: '#ee4444' };
  expect(fromDraft(toDraft(brand as Brand)).color).toBe('#ee4444');
  expect(fromDraft({ ...toDraft(brand as Brand), color: 'teal' }).color).toBe('teal');
});
