import { Type } from 'typebox';
import { NEW_BRAND, type PreviewPlan, previewWork, stepPreview, toPreview } from '../analysis/preview.ts';
import { applySettings, collectSettings } from '../analysis/project-settings.ts';
import { Brand, BrandChanges, NewBrand } from '../domain/brand.ts';
import { Nullable, Reference, Strict } from '../domain/paging.ts';
import { Preview } from '../domain/run.ts';
import { Defaulted } from '../domain/schema.ts';
import { invalid } from '../errors.ts';
import type { TrackedBrand } from '../extraction/extract.ts';
import { deleteBrand, insertBrand, listBrands, updateBrand } from '../store/queries/brands.ts';
import { countExtractable } from '../store/queries/extractions.ts';
import type { Access } from '../store/store.ts';
import { checkRegex, refuseLargeRegexes } from './brand-regex.ts';
import { defineNamedResource } from './named-resource.ts';
import { requireKey } from './objects.ts';
import { defineOperation } from './operation.ts';

const PREVIEWED_AT_ONCE = 2000;

/** The fields that decide which mentions are found. */
const MATCHING: (keyof BrandChanges)[] = ['name', 'aliases', 'exclude', 'regex', 'case'];

export const brandOperations = [
  ...defineNamedResource({
    kind: 'brand',
    tools: {
      list: "The brands that are looked for in answers. `is_own` marks the user's own; all others are competitors.",
      create:
        'Adds a brand and looks for it in all answers, stored ones included. Pass the spellings that people use as `aliases`.',
      update:
        'Changes a brand, for example its aliases, or phrases that look like it and are not. Affected answers are re-analyzed.',
    },
    item: Brand,
    created: NewBrand,
    changes: BrandChanges,
    filters: {},
    list: listBrands,
    insert: async (transaction, project, { value, context }) => {
      const { db } = transaction;
      checkRegex(value);
      const id = await insertBrand(db, project, {
        brand: value,
        limits: context.config,
        now: context.now(),
      });
      await refuseLargeRegexes(db, project, value);
      await applySettings(transaction, project, { reason: `The brand "${value.name}" was added.`, now: context.now() });
      return id;
    },
    update: async (transaction, project, { key, changes, context }) => {
      const { db } = transaction;
      checkRegex(changes);
      await updateBrand(db, project, { brand: key, changes, limits: context.config });
      await refuseLargeRegexes(db, project, changes);
      if (MATCHING.some((field) => changes[field] !== undefined)) {
        await applySettings(transaction, project, { reason: 'A brand was changed.', now: context.now() });
      }
    },
    remove: async (transaction, project, { key, context }) => {
      await deleteBrand(transaction.db, project, key);
      await applySettings(transaction, project, { reason: 'A brand was deleted.', now: context.now() });
    },
    removal: 'Deletes the brand and re-analyzes all answers without it. Until that is done, reports stay as they are.',
  }),
  defineOperation({
    id: 'preview_brand',
    method: 'POST',
    path: '/brands/preview',
    group: 'Brands',
    summary: 'Preview Brand Change',
    tool: 'Shows what a new or changed brand would find, before it is stored.',
    description:
      'A dry run: counts how adding a brand, changing one (`id` with the changes) or deleting one (`id` with `is_deleted`) would change the mentions in the newest 2,000 answers. With `all` it counts all answers in the background; `GET /runs/{id}` returns the result.',
    scope: 'project',
    right: 'write',
    input: {
      id: Type.Optional(Type.String()),
      ...BrandChanges.properties,
      is_deleted: Defaulted(Type.Boolean(), false),
      all: Defaulted(Type.Boolean(), false),
    },
    output: Strict({ ...Preview.properties, run: Nullable(Reference) }),
    handle: async ({ context, project, input, read, write }) => {
      const { all, ...change } = input;
      checkRegex(change);
      if (all) {
        const { plan, total } = await read((reader) => planPreview(reader, project, change));
        const message = 'Counting what the change of a brand would do.';
        const run = await write((transaction) =>
          previewWork.start(transaction.db, project, { total, plan, message, now: context.now() }),
        );
        return { answers: 0, brands: [], run: { id: run.id } };
      }
      return read(async (reader) => {
        const { db } = reader;
        const { plan } = await planPreview(reader, project, change);
        await stepPreview(db, project, { plan, readers: context.readers, limit: PREVIEWED_AT_ONCE });
        return { ...(await toPreview(db, project, plan)), run: null };
      });
    },
  }),
];

/** What is counted to preview a change, and how many answers there are. */
async function planPreview(
  access: Access,
  project: number,
  { id, is_deleted, ...changes }: BrandChanges & { id?: string; is_deleted: boolean },
): Promise<{ plan: PreviewPlan; total: number }> {
  const { db } = access;
  const settings = await collectSettings(access, project);
  const key = id === undefined ? NEW_BRAND : await requireKey(db, project, { kind: 'brand', id });
  if (id === undefined && changes.name === undefined) throw invalid('name', 'is required for a new brand.');
  const brands = withChange(settings.brands, { key, changes, is_deleted });
  const { total, last_chat } = await countExtractable(db, project);
  const plan = {
    before: JSON.stringify(settings),
    after: JSON.stringify({ ...settings, brands }),
    new_name: changes.name ?? null,
    last_chat,
    cursor: null,
    answers: 0,
    counts: {},
  };
  return { plan, total };
}

function withChange(
  brands: readonly TrackedBrand[],
  { key, changes, is_deleted }: { key: number; changes: BrandChanges; is_deleted: boolean },
): TrackedBrand[] {
  if (is_deleted) return brands.filter(({ brand }) => brand !== key);
  const blank: TrackedBrand = {
    brand: NEW_BRAND,
    name: '',
    aliases: [],
    exclude: [],
    regex: null,
    case: 'smart',
    domains: [],
    is_own: false,
  };
  const change = (brand: TrackedBrand): TrackedBrand => {
    const { name, aliases, exclude, regex, case: matchCase } = changes;
    return {
      ...brand,
      name: name ?? brand.name,
      aliases: aliases ?? brand.aliases,
      exclude: exclude ?? brand.exclude,
      regex: regex === undefined ? brand.regex : regex,
      case: (matchCase as TrackedBrand['case'] | undefined) ?? brand.case,
    };
  };
  if (key === NEW_BRAND) return [...brands, change(blank)];
  return brands.map((brand) => (brand.brand === key ? change(brand) : brand));
}
