import { NewBrand } from '../../../../domain/brand.ts';
import { toNameKey } from '../../../../domain/text.ts';
import { invalid } from '../../../../errors.ts';
import { BrandRegexError, compileBrandRegex } from '../../../../extraction/brand-regex.ts';
import { collect, defineKind } from '../config-kind.ts';

export const brands = defineKind<NewBrand>({
  section: 'brands',
  noun: 'brand',
  schema: NewBrand,
  sets: ['domains', 'aliases', 'exclude'],
  toKey: ({ name }) => toNameKey(name),
  toLabel: ({ name }) => name,
  normalize: (brand) => {
    try {
      if (brand.regex !== null) compileBrandRegex(brand.regex);
    } catch (error) {
      throw error instanceof BrandRegexError ? invalid('regex', error.message) : error;
    }
    return brand;
  },
  read: async ({ client, scope }) => {
    const stored = await collect(client.list('GET /brands', scope));
    return stored.map(({ id, color, color_hex, ...brand }) => ({
      id,
      entry: { ...brand, color: color_hex ?? color },
    }));
  },
  create: ({ client, scope }, brand) => client.call('POST /brands', { ...scope, ...brand }),
  update: async ({ client, scope }, { stored: { id }, changes }) => {
    await client.call('PATCH /brands/{id}', { ...scope, id, ...changes });
  },
  remove: {
    run: async ({ client, scope }, { id }) => {
      await client.call('DELETE /brands/{id}', { ...scope, id });
    },
  },
});
