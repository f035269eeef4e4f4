import type { Selectable } from 'kysely';
import { type Brand, type BrandChanges, type NewBrand, toNames } from '../../domain/brand.ts';
import { chooseBrandColor, HEX_COLOR, toColorName } from '../../domain/brand-color.ts';
import type { Page } from '../../domain/paging.ts';
import { toNameKey } from '../../domain/text.ts';
import { AppError } from '../../errors.ts';
import { createUuid, toId } from '../../ids.ts';
import type { BrandTable, Db } from '../schema.ts';
import { nextKeys } from './counters.ts';
import { countRows, refuse, refuseTakenName } from './named.ts';

/** So long may names be on average; most are shorter. */
const MEAN_NAME_LENGTH = 40;

export async function listBrands(db: Db, project: number, { limit, offset }: Page) {
  const rows = await db
    .selectFrom('brands')
    .selectAll()
    .where('project', '=', project)
    .where('is_deleted', '=', false)
    .orderBy('brand')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    data: rows.map(toBrand),
    total: await countRows(db, project, 'brands'),
  };
}

/** How much of a project's brands there may be. */
export interface BrandLimits {
  MAX_BRANDS: number;
  MAX_NAMES: number;
}

export async function insertBrand(
  db: Db,
  project: number,
  { brand, limits, now }: { brand: NewBrand; limits: BrandLimits; now: Date },
): Promise<string> {
  const others = (await listRows(db, project)).map(toBrand);
  const name_key = toNameKey(brand.name);
  const same = others.find(({ name }) => toNameKey(name) === name_key);
  const place = { total: others.length, taken: same?.name ?? null };
  refuse({ table: 'brands', key: 'brand', maximum: limits.MAX_BRANDS }, place);
  const names = others.flatMap(toNames);
  refuseMoreNames(names, [...names, ...toNames(brand)], limits);
  const colors = others.map(({ color }) => color);
  const color = brand.color ?? chooseBrandColor(colors, brand);
  const id = createUuid();
  await db
    .insertInto('brands')
    .values({
      project,
      brand: await nextKeys(db, project, 'brand'),
      id,
      is_deleted: false,
      created_at: now.toISOString(),
      ...(toColumns({ ...brand, color }) as Required<ReturnType<typeof toColumns>>),
    })
    .execute();
  return toId('brand', id);
}

export async function updateBrand(
  db: Db,
  project: number,
  { brand, changes, limits }: { brand: number; changes: BrandChanges; limits: BrandLimits },
): Promise<void> {
  if (changes.name !== undefined) {
    await refuseTakenName(db, project, { table: 'brands', key: 'brand', name: changes.name, except: brand });
  }
  const columns = toColumns(changes);
  if (Object.keys(columns).length === 0) return;
  const names = await listNames(db, project);
  await db.updateTable('brands').set(columns).where('project', '=', project).where('brand', '=', brand).execute();
  refuseMoreNames(names, await listNames(db, project), limits);
}

/** All texts that answers are searched for. */
async function listNames(db: Db, project: number): Promise<string[]> {
  return (await listTrackedBrands(db, project)).flatMap(toNames);
}

/** A project that has more than it may have can have fewer, but not more. */
function refuseMoreNames(before: readonly string[], after: readonly string[], { MAX_NAMES }: BrandLimits): void {
  const maximum = MAX_NAMES * MEAN_NAME_LENGTH;
  const [charactersBefore, characters] = [before, after].map((names) =>
    names.reduce((sum, { length }) => sum + length, 0),
  );
  const isTooMany = after.length > MAX_NAMES && after.length > before.length;
  if (!isTooMany && (characters! <= maximum || characters! <= charactersBefore!)) return;
  throw new AppError(
    'limit_reached',
    `The brands of a project can have ${MAX_NAMES} names, aliases and excluded phrases in all, with ${maximum} characters. Remove some, or raise the setting MAX_NAMES.`,
  );
}

/** Hides the brand from every list. Its row and mentions are deleted when reports no longer show them. */
export async function deleteBrand(db: Db, project: number, brand: number): Promise<void> {
  await db
    .updateTable('brands')
    .set({ is_deleted: true })
    .where('project', '=', project)
    .where('brand', '=', brand)
    .execute();
}

function listRows(db: Db, project: number): Promise<Selectable<BrandTable>[]> {
  return db
    .selectFrom('brands')
    .selectAll()
    .where('project', '=', project)
    .where('is_deleted', '=', false)
    .orderBy('brand')
    .execute();
}

/** The brands with everything that extraction needs, in order of creation. */
export async function listTrackedBrands(db: Db, project: number) {
  const rows = await listRows(db, project);
  return rows.map((row) => {
    const { id: _, color: __, color_hex: ___, ...brand } = toBrand(row);
    return { brand: row.brand, ...brand };
  });
}

/** Id, name and ownership of brands by key, including deleted brands that reports still show. */
export async function findBrandNames(
  db: Db,
  project: number,
): Promise<Map<number, { id: string; name: string; is_own: boolean }>> {
  const rows = await db
    .selectFrom('brands')
    .select(['brand', 'id', 'name', 'is_own'])
    .where('project', '=', project)
    .execute();
  return new Map(rows.map(({ brand, id, name, is_own }) => [brand, { id: toId('brand', id), name, is_own }]));
}

function toColumns({ name, is_own, color, domains, aliases, exclude, regex, case: matchCase }: BrandChanges) {
  return {
    ...(name === undefined ? {} : { name, name_key: toNameKey(name) }),
    ...(is_own === undefined ? {} : { is_own }),
    ...(color === undefined ? {} : { color }),
    ...(domains === undefined ? {} : { domains: JSON.stringify(domains) }),
    ...(aliases === undefined ? {} : { aliases: JSON.stringify(aliases) }),
    ...(exclude === undefined ? {} : { exclude: JSON.stringify(exclude) }),
    ...(regex === undefined ? {} : { regex }),
    ...(matchCase === undefined ? {} : { match_case: matchCase }),
  };
}

function toBrand(row: Selectable<BrandTable>): Brand {
  return {
    id: toId('brand', row.id),
    name: row.name,
    is_own: row.is_own,
    color: toColorName(row.color),
    color_hex: HEX_COLOR.test(row.color) ? row.color : null,
    domains: JSON.parse(row.domains),
    aliases: JSON.parse(row.aliases),
    exclude: JSON.parse(row.exclude),
    regex: row.regex,
    case: row.match_case,
  };
}
