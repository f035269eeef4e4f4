import { type RawBuilder, sql } from 'kysely';
import { MENTION_SUM_NAMES, MENTION_SUMS } from '../store/daily-sums.ts';
import { MENTION_PRODUCT_NAMES, MENTION_PRODUCTS } from '../store/month-sums.ts';
import type { Shown } from '../store/queries/extractions.ts';
import { all, any } from './conditions.ts';
import type { SourceKind } from './page-sums.ts';
import type { Parts, Period } from './parts.ts';
import { IS_ANSWER, isOfGeneration, isOfSourceGeneration, isShown } from './shown.ts';

/** Which answers are read. */
export interface Place {
  project: number;
  shown: Shown;
  parts: Parts;
  /** Conditions on facts `f`. What is not read need not be counted. */
  conditions?: readonly RawBuilder<unknown>[];
}

const PLACE = sql`f.project, f.date, f.prompt, f.channel, f.country`;

/** What a single mention adds to each sum. */
const OF_MENTION = MENTION_SUM_NAMES.map((name) => sql`${MENTION_SUMS[name].ofRow('f')} as ${sql.raw(name)}`);

/** What the rows of answers and mentions are about, and where months have their sums. */
export interface Grain {
  facts: RawBuilder<unknown>;
  months: RawBuilder<unknown>;
  table: string;
}

export const BY_PLACE: Grain = { facts: sql`${PLACE}, f.chat`, months: sql`${PLACE}, 0 as chat`, table: 'monthly' };
const PROMPT = sql`f.project, f.date, f.prompt`;
/** Channels and countries do not matter. */
export const BY_PROMPT: Grain = { facts: PROMPT, months: PROMPT, table: 'monthly_prompt' };

/** Answers `f` by themselves or, in whole months, added up: `chats` says how many each row stands for. */
export function selectAnswers(place: Place, { facts, months, table }: Grain): RawBuilder<unknown> {
  return unite(place, {
    facts: sql`select ${facts}, 1 as chats from chats f`,
    where: [IS_ANSWER],
    months: sql`select ${months}, f.chats from ${sql.raw(`${table}_chats`)} f`,
  });
}

/** Answers by place with `voice`, the mentions of all brands in each answer, and `voice_squares`. */
export function selectVoicedAnswers(place: Place): RawBuilder<unknown> {
  return unite(place, {
    facts: sql`select ${PLACE}, f.chat, 1 as chats, coalesce(voices.voice, 0) as voice,
        coalesce(voices.voice * voices.voice, 0) as voice_squares
      from chats f left join ${selectVoices(place)} on voices.chat = f.chat`,
    where: [IS_ANSWER],
    months: sql`select ${PLACE}, 0 as chat, f.chats, f.voice, f.voice_squares from monthly_chats f`,
  });
}

/** Mentions `f` by themselves or, in whole months, added up. */
export function selectMentions(place: Place, { facts, months, table }: Grain): RawBuilder<unknown> {
  return unite(place, {
    facts: sql`select ${facts}, f.brand, ${sql.join(OF_MENTION)} from mentions f`,
    where: [isOfGeneration(place.shown)],
    months: sql`select ${months}, f.brand, ${sql.join(names(MENTION_SUM_NAMES))} from ${sql.raw(`${table}_mentions`)} f`,
  });
}

/** Mentions by place with the products that panels need. */
export function selectMentionProducts(place: Place): RawBuilder<unknown> {
  const ofOne = [
    ...OF_MENTION,
    ...MENTION_PRODUCT_NAMES.map((name) => sql`${MENTION_PRODUCTS[name]} as ${sql.raw(name)}`),
  ];
  const added = names([...MENTION_SUM_NAMES, ...MENTION_PRODUCT_NAMES]);
  return unite(place, {
    facts: sql`select ${PLACE}, f.chat, f.brand, ${sql.join(ofOne)}
      from mentions f join ${selectVoices(place)} on voices.chat = f.chat`,
    where: [isOfGeneration(place.shown)],
    months: sql`select ${PLACE}, 0 as chat, f.brand, ${sql.join(added)} from monthly_mentions f`,
  });
}

/** Pages `f` of chats or, in whole months, sums by domain or URL. */
export function selectPages(place: Place, kind: SourceKind): RawBuilder<unknown> {
  const source = sql.ref(`f.${kind}`);
  const ofOne = kind === 'domain' ? sql`f.is_first as retrieved_chat_count` : sql`1 as retrieved_chat_count`;
  return unite(place, {
    facts: sql`select f.project, f.date, ${source} as source, 1 as retrieval_count, f.citation_count, ${ofOne} from sources f`,
    where: [isOfSourceGeneration(place.shown)],
    months: sql`select f.project, f.date, ${source} as source, f.retrieval_count, f.citation_count, f.retrieved_chat_count
      from ${sql.table(`monthly_${kind}s`)} f`,
  });
}

/** The mentions of all brands in each answer that is read by itself. */
function selectVoices({ project, shown, parts: { days }, conditions = [] }: Place): RawBuilder<unknown> {
  const where = [isIn(days), isOfGeneration(shown), isShown(sql`f.brand`, shown), ...conditions];
  return sql`(select f.chat, sum(f.mention_count)::bigint as voice from mentions f
    where f.project = ${project} and ${all(where)} group by f.chat) voices`;
}

function names(columns: readonly string[]): RawBuilder<unknown>[] {
  return columns.map((name) => sql.raw(`f.${name}`));
}

function unite(
  { project, parts }: Place,
  { facts, where, months }: { facts: RawBuilder<unknown>; where: RawBuilder<unknown>[]; months: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const single = sql`${facts} where f.project = ${project} and ${all([isIn(parts.days), ...where])}`;
  const added = sql`${months} where f.project = ${project} and ${isIn(parts.months)}`;
  if (parts.months.length === 0) return sql`(${single})`;
  return parts.days.length === 0 ? sql`(${added})` : sql`(${single} union all ${added})`;
}

/** That the day of a row `f` is in one of these periods. */
export function isIn(periods: readonly Period[]): RawBuilder<unknown> {
  return any(
    periods.map(({ start_date, end_date }) => sql`(f.date >= ${start_date}::date and f.date <= ${end_date}::date)`),
  );
}
