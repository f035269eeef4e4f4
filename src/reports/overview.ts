import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { ModelIds } from '../domain/catalog.ts';
import { Nullable, Reference, Strict } from '../domain/paging.ts';
import { OneOf } from '../domain/schema.ts';
import { MEASURE_NAMES, type MeasureName } from '../statistics/measures.ts';
import type { Shown } from '../store/queries/extractions.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { compareBrands } from './brand-difference.ts';
import { BRANDS, BrandReportRow } from './brands.ts';
import { toPeriodBefore } from './comparison-request.ts';
import { describeStanding, VERDICTS, type Verdict } from './describe-overview.ts';
import { findExtent } from './extent.ts';
import type { Period } from './parts.ts';
import { type ReportRequest, WHOLE_REPORT } from './request.ts';
import { runReport } from './run-report.ts';
import { fromFacts, resolveScope, type Scope } from './scope.ts';
import { findShown, isOfGeneration, isShown } from './shown.ts';

const Mover = Strict({
  brand: BrandReportRow.properties.brand,
  metric: OneOf(MEASURE_NAMES),
  prompt: Type.Optional(Reference),
  topic: Type.Optional(Nullable(Reference)),
  model_channel: Type.Optional(Reference),
  value: Type.Number(),
  previous: Type.Number(),
  difference: Type.Number({ description: 'Over prompts and channels that both periods have.' }),
  low: Nullable(Type.Number()),
  high: Nullable(Type.Number()),
  p_value: Type.Number(),
});
type Mover = Static<typeof Mover>;

export const Overview = Strict({
  verdict: OneOf(VERDICTS, {
    description:
      'Where the own brand stands in comparison with the most visible competitor. `level`: the difference may be chance, or there is no competitor.',
  }),
  message: Type.String({ description: 'The same in a sentence or two.' }),
  answers: Type.Integer(),
  prompts: Type.Integer(),
  channels: Type.Integer(),
  informative_rate: Type.Number({ description: 'The share of answers that name any tracked brand.' }),
  own: Nullable(BrandReportRow),
  leader: Type.With(Nullable(BrandReportRow), { description: 'The most visible of all brands.' }),
  rival: Type.With(Nullable(BrandReportRow), { description: 'The most visible of the other brands.' }),
  movers: Type.Array(Mover, {
    description:
      'Significant changes since the period of equal length before, the surest first: of all brands, and of the own brand by topic, channel and prompt.',
  }),
});
export type Overview = Static<typeof Overview>;

const MOST_MOVERS = 50;

/** With fewer answers or prompts, nothing can be said about where a brand stands. */
const FEWEST_ANSWERS = 20;
const FEWEST_PROMPTS = 2;

interface OverviewOptions extends QueryOptions {
  model_ids: ModelIds;
}

/** Where the own brand stands, and what changed. */
export async function findOverview(
  reader: Reader,
  project: number,
  { period, options }: { period: Period; options: OverviewOptions },
): Promise<Overview> {
  const shown = await findShown(reader, project);
  const scope = await resolveScope(reader.db, project, { ...period, filters: [] });
  const { days: _, ...extent } = await findExtent(reader, scope, options);
  const asked = { period, compare: toPeriodBefore(period), options };
  const rows = extent.answers === 0 ? [] : await report(reader, project, asked);
  const owned = [...shown.brands.values()].filter(({ is_own }) => is_own).map(({ id }) => id);
  const isOwn = ({ brand }: BrandReportRow) => owned.includes(brand.id);
  const own = rows.find(isOwn) ?? null;
  const rival = rows.find((row) => !isOwn(row)) ?? null;
  const named = await countNaming(reader, { scope, shown }, options);
  const found = { ...extent, named, own, rival };
  const verdict = await judge(reader, { found, scope, shown }, options);
  const standing = { ...period, ...found, verdict, has_brands: shown.brands.size > 0 };
  return {
    verdict,
    message: describeStanding(standing),
    ...extent,
    informative_rate: extent.answers === 0 ? 0 : named / extent.answers,
    own,
    leader: rows[0] ?? null,
    rival,
    movers: await findMovers(reader, project, { rows, own, asked }),
  };
}

interface Found {
  answers: number;
  prompts: number;
  /** Answers that name any brand. */
  named: number;
  own: BrandReportRow | null;
  rival: BrandReportRow | null;
}

async function judge(
  reader: Reader,
  { found, scope, shown }: { found: Found; scope: Scope; shown: Shown },
  options: QueryOptions,
): Promise<Verdict> {
  const { answers, prompts, named, own, rival } = found;
  if (answers === 0) return 'no_data';
  if (!own) return 'no_brands';
  if (answers < FEWEST_ANSWERS || prompts < FEWEST_PROMPTS) return 'too_few_answers';
  if (named === 0) return 'nobody_named';
  if (!rival) return 'level';
  const { difference, is_significant } = await compareBrands(reader, { scope, shown, pair: [own, rival] }, options);
  if (!is_significant) return 'level';
  return difference > 0 ? 'ahead' : 'behind';
}

interface Asked {
  period: Period;
  compare: Period | undefined;
  options: OverviewOptions;
}

/** The most visible brands first. */
async function report(
  reader: Reader,
  project: number,
  { period, compare, options }: Asked,
  cut: Partial<ReportRequest> = {},
): Promise<BrandReportRow[]> {
  const request = {
    ...WHOLE_REPORT,
    ...period,
    intervals: true,
    ...(compare ? { compare } : {}),
    ...cut,
  };
  return (await runReport(reader, project, { report: BRANDS, request, options })).data;
}

async function findMovers(
  reader: Reader,
  project: number,
  { rows, own, asked }: { rows: readonly BrandReportRow[]; own: BrandReportRow | null; asked: Asked },
): Promise<Mover[]> {
  const movers = rows.flatMap((row) => listMovers(row, MEASURE_NAMES));
  // Without an earlier period there is nothing to look for.
  if (own?.previous) {
    const filters = [{ field: 'brand_id', operator: 'in', values: [own.brand.id] }];
    for (const dimension of ['topic_id', 'model_channel_id', 'prompt_id']) {
      const cut = await report(reader, project, asked, { dimensions: [dimension], filters, intervals: false });
      movers.push(...cut.flatMap((row) => listMovers(row, ['visibility'])));
    }
  }
  return movers.sort((left, right) => left.p_value - right.p_value).slice(0, MOST_MOVERS);
}

/** The significant changes of a row. */
function listMovers(row: BrandReportRow, metrics: readonly MeasureName[]): Mover[] {
  const { brand, prompt, topic, model_channel, previous, change } = row;
  const place = {
    ...(prompt === undefined ? {} : { prompt }),
    ...(topic === undefined ? {} : { topic }),
    ...(model_channel === undefined ? {} : { model_channel }),
  };
  return metrics.flatMap((metric): Mover[] => {
    const changed = change?.[metric];
    if (!changed?.significant) return [];
    const { significant: _, ...shown } = changed;
    return [
      {
        brand,
        metric,
        ...place,
        value: row[metric]!,
        previous: previous![metric]!,
        ...shown,
        p_value: changed.p_value!,
      },
    ];
  });
}

/** The answers that name any brand. */
async function countNaming(
  reader: Reader,
  { scope, shown }: { scope: Scope; shown: Shown },
  options: QueryOptions,
): Promise<number> {
  const where = [isOfGeneration(shown), isShown(sql`f.brand`, shown)];
  const statement = sql<{ named: number }>`select count(distinct f.chat)::double precision as named
    ${fromFacts('mentions', { scope, where })}`;
  return (await reader.query(statement.compile(reader.db), options))[0]!.named;
}
