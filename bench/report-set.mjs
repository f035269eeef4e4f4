import { FIRST_DAY, LAST_DAY } from './data.mjs';

const YEAR = { start_date: FIRST_DAY, end_date: LAST_DAY };
const MONTH = { start_date: '2025-12-02', end_date: LAST_DAY };
const NINETY_DAYS = { start_date: '2025-10-03', end_date: LAST_DAY };
const QUARTER = { start_date: '2025-10-01', end_date: LAST_DAY };
/** Enough days for dates × channels × brands to have just over 10,000 rows. */
const NINE_WEEKS = { start_date: '2025-10-30', end_date: LAST_DAY };

const BRAND_FIELDS = ['visibility_count', 'visibility_total', 'mention_count'];
const SOURCE_FIELDS = ['retrieval_count', 'citation_count', 'retrieved_chat_count', 'total_chat_count'];

const KEYS = {
  date: 'f.date',
  model_channel_id: 'f.channel',
  country_code: 'f.country',
  prompt_id: 'f.prompt',
  topic_id: 'p.topic',
  tag_id: 'coalesce(g.tag, 0)',
  month: "date_trunc('month', f.date)::date",
};

/**
 * The measured reports. `toLimit` returns plain SQL on facts that gives the same rows in the same order: its time is the
 * limit. `bar` is the maximum time over HTTP, as a multiple of the limit. Both have to agree in `fields`, row by row.
 */
export const REPORTS = [
  brands('rollup: by date', { bar: 0.25, dimensions: ['date'], ...YEAR }),
  brands('rollup: by date, all 7,300 rows', { bar: 0.5, dimensions: ['date'], limit: 10_000, ...YEAR }),
  brands('rollup: channel × country', { bar: 0.25, dimensions: ['model_channel_id', 'country_code'], ...YEAR }),
  brands('rollup: no dimensions, 30 days', { bar: 1, dimensions: [], ...MONTH }),
  brands('prompt × channel', { bar: 0.25, dimensions: ['prompt_id', 'model_channel_id'], ...YEAR }),
  brands('topic × month', { bar: 0.25, dimensions: ['topic_id', 'month'], ...YEAR }),
  brands('tag × month', { bar: 0.25, dimensions: ['tag_id', 'month'], ...YEAR }),
  brands('topic × date', { bar: 1.2, dimensions: ['topic_id', 'date'], ...YEAR }),
  brands('tag × date', { bar: 1.2, dimensions: ['tag_id', 'date'], ...YEAR }),
  byChat('by chat, offset 0', { bar: 1.5, offset: 0, ...YEAR }),
  byChat('by chat, offset 1000000', { bar: 1.5, offset: 1_000_000, ...YEAR }),
  sources('domains, 90 days', { bar: 0.7, kind: 'domain', ...NINETY_DAYS }),
  sources('urls, 90 days', { bar: 0.7, kind: 'url', ...NINETY_DAYS }),
  sources('domains, a quarter', { bar: 0.35, kind: 'domain', ...QUARTER }),
  sources('urls, a quarter', { bar: 0.35, kind: 'url', ...QUARTER }),
  {
    ...brands('10,000 rows', { bar: 3, dimensions: ['date', 'model_channel_id'], limit: 10_000, ...NINE_WEEKS }),
    // Its limit is not a query but the time for writing its rows.
    isWriting: true,
  },
  withIntervals('intervals: no dimensions, 30 days', { design: 'population', dimensions: [], ...MONTH }),
  withIntervals('intervals: topic × date', { design: 'population', dimensions: ['topic_id', 'date'], ...YEAR }),
  withIntervals('intervals: panel, by channel', { design: 'panel', dimensions: ['model_channel_id'], ...YEAR }),
  withComparison('comparison: no dimensions, 30 days', { design: 'population', dimensions: [], ...MONTH }),
  withComparison('comparison: by topic, 90 days', { design: 'population', dimensions: ['topic_id'], ...NINETY_DAYS }),
  withComparison('comparison: panel, by prompt, 90 days', {
    design: 'panel',
    dimensions: ['prompt_id'],
    ...NINETY_DAYS,
  }),
];

/** Intervals come from the facts, so the limit is the same report without them, on the facts. */
function withIntervals(name, { design, ...shape }) {
  const report = brands(name, { bar: 2.5, ...shape });
  return { ...report, body: { ...report.body, intervals: { design } } };
}

/** The limit is the same report on the facts, of one period alone. */
function withComparison(name, { design, ...shape }) {
  const report = brands(name, { bar: 3, ...shape });
  return { ...report, body: { ...report.body, intervals: { design }, include_previous_period: true } };
}

function brands(name, { bar, dimensions, start_date, end_date, limit = 1000 }) {
  const places = dimensions.map((_, index) => String(index + 1));
  const columns = dimensions.map((_, index) => `d${index}`);
  const keys = dimensions.map((dimension, index) => `${KEYS[dimension]} as d${index}, `).join('');
  const groupBy = (more = []) =>
    [...places, ...more].length === 0 ? '' : `group by ${[...places, ...more].join(', ')}`;
  const join = (table) =>
    columns.length === 0 ? `cross join ${table}` : `join ${table} using (${columns.join(', ')})`;
  // The group without a topic or tag comes last.
  const ties = dimensions.map((dimension, index) =>
    dimension === 'topic_id' || dimension === 'tag_id' ? `nullif(d${index}, 0) nulls last` : `d${index}`,
  );
  const toLimit = ({ project, generation }) => {
    const through = [
      dimensions.includes('topic_id') ? `join prompts p on p.project = ${project} and p.prompt = f.prompt` : '',
      dimensions.includes('tag_id') ? `left join prompt_tags g on g.project = ${project} and g.prompt = f.prompt` : '',
    ].join(' ');
    const where = `${through} where f.project = ${project} and f.date between date '${start_date}' and date '${end_date}'`;
    return `with totals as (
        select ${keys} count(*) as visibility_total from chats f ${where} and f.status in (1, 2) ${groupBy()}),
      hits as (
        select ${keys} f.brand, count(*) as visibility_count, sum(f.mention_count)::bigint as mention_count,
          sum(f.position)::bigint as position_sum, sum(f.sentiment)::bigint as sentiment_sum,
          count(f.sentiment) as sentiment_count, count(case when f.sentiment > 100 then 1 end) as sentiment_positive_count,
          count(case when f.sentiment < -100 then 1 end) as sentiment_negative_count
        from mentions f ${where} and f.generation in (0, ${generation}) ${groupBy([String(places.length + 1)])}),
      voices as (
        select ${columns.map((column) => `${column}, `).join('')} sum(mention_count)::bigint as voice from hits ${groupBy()})
      select * from hits ${join('totals')} ${join('voices')}
      order by visibility_count::double precision / visibility_total desc, mention_count desc,
        ${[...ties, 'brand'].join(', ')} limit ${limit}`;
  };
  const body = { dimensions, start_date, end_date, limit };
  return { name, bar, path: '/reports/brands', body, fields: BRAND_FIELDS, toLimit };
}

/** A group of one chat has a total of 1, so its rows are its mentions: first the page, then the rest of its columns. */
function byChat(name, { bar, offset, start_date, end_date }) {
  const toLimit = ({ project, generation }) => {
    const where = `where project = ${project} and date between date '${start_date}' and date '${end_date}'
      and generation in (0, ${generation})`;
    return `with page as (
        select chat, brand, mention_count, position, sentiment from mentions ${where}
        order by mention_count desc, chat, brand limit 1000 offset ${offset}),
      voices as (
        select chat, sum(mention_count)::bigint as voice from mentions ${where} and chat in (select chat from page) group by 1)
      select *, 1 as visibility_count, 1 as visibility_total from page join voices using (chat)
      order by mention_count desc, chat, brand`;
  };
  const body = { dimensions: ['chat_id'], start_date, end_date, offset, limit: 1000 };
  return { name, bar, path: '/reports/brands', body, fields: BRAND_FIELDS, toLimit };
}

function sources(name, { bar, kind, start_date, end_date }) {
  const [table, text] = kind === 'domain' ? ['domains', 'name'] : ['urls', 'address'];
  const chats = kind === 'domain' ? 'sum(is_first)::bigint' : 'count(*)';
  const toLimit = ({ project, generation }) => {
    const where = `where project = ${project} and date between date '${start_date}' and date '${end_date}'`;
    return `with totals as (select count(*) as total_chat_count from chats ${where} and status in (1, 2)),
      sums as (
        select ${kind}, count(*) as retrieval_count, sum(citation_count)::bigint as citation_count,
          ${chats} as retrieved_chat_count from sources ${where} group by 1),
      page as (
        select sums.* from sums join ${table} t on t.project = ${project} and t.${kind} = sums.${kind}
        order by retrieval_count desc, t.${text} limit 1000),
      places as (select ${kind}, row_number() over () as place from page),
      pairs as (
        select distinct ${kind}, brand from (select chat, ${kind} from sources ${where} and ${kind} in (select ${kind} from page)) s
        join (select chat, brand from mentions ${where} and generation in (0, ${generation})) m using (chat)),
      lists as (select ${kind}, array_agg(brand order by brand)::text as mentioned_brands from pairs group by 1)
      select page.*, total_chat_count, mentioned_brands from page join places using (${kind}) cross join totals
      left join lists using (${kind}) order by place`;
  };
  const body = { start_date, end_date, limit: 1000 };
  return { name, bar, path: `/reports/${kind}s`, body, fields: SOURCE_FIELDS, toLimit };
}
