import { expect, it } from 'vitest';
import { fromDraft, toDraft } from './brand-draft.ts';

it('leaves the color of a new brand to the service until one is chosen', () => {
  const draft = { ...toDraft(undefined), name: 'Acme' };
  expect(fromDraft(draft)).not.toHaveProperty('color');
  expect(fromDraft({ ...draft, color: 'teal' })).toMatchObject({ name: 'Acme', color: 'teal' });
});
