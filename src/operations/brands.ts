import { Brand, BrandChanges, NewBrand } from '../domain/brand.ts';
import { deleteBrand, insertBrand, listBrands, updateBrand } from '../store/brands.ts';
import { defineNamedResource } from './named-resource.ts';

export const brandOperations = defineNamedResource({
  kind: 'brand',
  plural: 'brands',
  item: Brand,
  created: NewBrand,
  changes: BrandChanges,
  list: listBrands,
  insert: ({ db }, project, { value, context }) =>
    insertBrand(db, project, { brand: value, most: context.config.MAX_BRANDS, now: context.now() }),
  update: ({ db }, project, { key, changes }) => updateBrand(db, project, { brand: key, changes }),
  remove: ({ db }, project, { key }) => deleteBrand(db, project, key),
  removal: 'Deletes the brand with its mentions.',
});
