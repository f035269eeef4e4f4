import { type RawBuilder, sql } from 'kysely';
import { COUNTED_STATUSES } from '../domain/chat.ts';
import type { Db } from '../store/schema.ts';
import { type Dimension, findDimension, toKeys } from './dimensions.ts';
import { isOneOf } from './grouping.ts';

/** Tables that the sums of a report can be taken from, and how they are taken. */
export interface FactSource {
  chats: 'chats' | 'daily_chats';
  total: RawBuilder<number>;
  /** Which chats are answers. */
  counted: RawBuilder<unknown>;
  mentions: 'mentions' | 'daily_mentions';
  sums: RawBuilder<unknown>;
}

export const FACTS: FactSource = {
  chats: 'chats',
  total: sql`count(*)`,
  counted: sql`and f.status in (${sql.join(COUNTED_STATUSES.map((status) => sql.lit(status)))})`,
  mentions: 'mentions',
  sums: sql`count(*) as visibility_count,
    sum(f.mention_count)::bigint as mention_count,
    sum(f.position)::bigint as position_sum,
    coalesce(sum(f.sentiment), 0)::bigint as sentiment_thousandths,
    count(f.sentiment) as sentiment_count`,
};

/** Sums by day, channel and country: few rows, whatever the number of answers. */
export const ROLL_UPS: FactSource = {
  chats: 'daily_chats',
  total: sql`sum(f.chats)::bigint`,
  counted: sql``,
  mentions: 'daily_mentions',
  sums: sql`sum(f.visibility_count)::bigint as visibility_count,
    sum(f.mention_count)::bigint as mention_count,
    sum(f.position_sum)::bigint as position_sum,
    sum(f.sentiment_thousandths)::bigint as sentiment_thousandths,
    sum(f.sentiment_count)::bigint as sentiment_count`,
};

/** Whether the daily sums know everything that a request asks for: things with ids of their own are not in them. */
export function isDaily({
  dimensions,
  filters,
}: {
  dimensions: readonly string[];
  filters: readonly { field: string; operator: string; values?: string[] }[];
}): boolean {
  const names = [...dimensions, ...filters.map(({ field }) => field)];
  return names.every((name) => findDimension(name)?.kind === undefined);
}

/** Which rows of facts a report is made of, with every id resolved to its key. */
export interface FactScope {
  project: number;
  start_date: string;
  end_date: string;
  conditions: RawBuilder<unknown>[];
  /** The tags that may form groups; undefined where all may. */
  tags: number[] | undefined;
}

interface ScopeRequest {
  start_date: string;
  end_date: string;
  filters: readonly { field: string; operator: string; values?: string[] }[];
}

export async function resolveScope(db: Db, project: number, request: ScopeRequest): Promise<FactScope> {
  const { start_date, end_date } = request;
  const conditions: RawBuilder<unknown>[] = [];
  let tags: number[] | undefined;
  for (const { field, operator, values = [] } of request.filters) {
    const dimension = findDimension(field);
    if (!dimension) continue;
    const keys = (await toKeys(db, project, { dimension, values })) as number[];
    const condition = toCondition(project, { dimension, keys });
    conditions.push(operator === 'in' ? condition : sql`not (${condition})`);
    if (field === 'tag_id' && operator === 'in') tags = [...(tags ?? []), ...keys];
  }
  return { project, start_date, end_date, conditions, tags };
}

function toCondition(project: number, { dimension, keys }: { dimension: Dimension; keys: number[] }) {
  const isOne = (column: RawBuilder<unknown>) => isOneOf(column, keys);
  switch (dimension.through) {
    case 'topic':
      return sql`f.prompt in (select prompt from prompts where project = ${project} and ${isOne(sql`topic`)})`;
    case 'tag':
      return sql`f.prompt in (select prompt from prompt_tags where project = ${project} and ${isOne(sql`tag`)})`;
    default:
      return isOne(dimension.key);
  }
}

/** `from … where …` of a fact table in scope, joined to what the dimensions need. */
export function fromFacts(
  table: 'chats' | 'mentions' | 'sources' | 'daily_chats' | 'daily_mentions',
  {
    scope,
    dimensions,
    join = sql``,
    and = sql``,
  }: {
    scope: FactScope;
    dimensions: readonly Dimension[];
    join?: RawBuilder<unknown>;
    and?: RawBuilder<unknown>;
  },
): RawBuilder<unknown> {
  const { project, start_date, end_date, conditions, tags } = scope;
  const needs = (through: string) => dimensions.some((dimension) => dimension.through === through);
  const topicJoin = needs('topic') ? sql`join prompts p on p.project = ${project} and p.prompt = f.prompt` : sql``;
  const tagJoin = !needs('tag')
    ? sql``
    : tags === undefined
      ? sql`left join prompt_tags g on g.project = ${project} and g.prompt = f.prompt`
      : sql`join prompt_tags g on g.project = ${project} and g.prompt = f.prompt and ${isOneOf(sql`g.tag`, tags)}`;
  const filters = conditions.map((condition) => sql` and ${condition}`);
  return sql`from ${sql.table(table)} f ${join} ${topicJoin} ${tagJoin}
    where f.project = ${project} and f.date >= ${start_date}::date and f.date <= ${end_date}::date
    ${and} ${sql.join(filters, sql``)}`;
}
