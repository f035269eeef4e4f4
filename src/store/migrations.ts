/** How an engine writes the parts of a table definition that differ. */
export interface DdlDialect {
  /** The type of text, which must compare and sort by code point. */
  text: string;
  /** The type of long texts stored next to answers, which no report reads. */
  bulk: string;
  /** The primary key clause of a fact table, with a leading comma, or nothing if the engine needs no key to skip rows. */
  factKey(columns: string): string;
  /** The same for a key with text that may be too long for an index of the engine. */
  longKey(columns: string): string;
  /** Statements for tables and indexes that only this engine has in this version of the schema. */
  own(version: number): string[];
}

interface Migration {
  version: number;
  name: string;
  statements(ddl: DdlDialect): string[];
}

/** Migrations only go forward: version numbers grow, and a released migration is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'projects, settings and chats',
    statements: ({ text, bulk, factKey, longKey }) => [
      `create table companies (company integer primary key, name ${text} not null, created_at timestamptz not null)`,
      `create table projects (project integer primary key, id uuid not null, company integer not null, name ${text} not null,
        status ${text} not null, profile ${text} not null, generation integer not null, next_generation integer not null,
        created_at timestamptz not null)`,
      `create table api_keys (api_key integer primary key, id uuid not null, company integer not null, project integer not null,
        name ${text} not null, rights ${text} not null, hash ${text} not null, is_bootstrap boolean not null,
        created_at timestamptz not null, last_used_at timestamptz, revoked_at timestamptz)`,
      `create table counters (project integer not null, name ${text} not null, value bigint not null, primary key (project, name))`,
      `create table brands (project integer not null, brand integer not null, id uuid not null, name ${text} not null,
        name_key ${text} not null, is_own boolean not null, color ${text} not null, domains ${text} not null, aliases ${text} not null,
        exclude ${text} not null, regex ${text}, match_case ${text} not null, is_deleted boolean not null,
        created_at timestamptz not null, primary key (project, brand))`,
      `create table topics (project integer not null, topic integer not null, id uuid not null, name ${text} not null,
        name_key ${text} not null, country_code ${text}, created_at timestamptz not null, primary key (project, topic))`,
      `create table tags (project integer not null, tag integer not null, id uuid not null, name ${text} not null,
        name_key ${text} not null, color ${text} not null, tag_group ${text}, is_system boolean not null,
        created_at timestamptz not null, primary key (project, tag))`,
      `create table prompts (project integer not null, prompt integer not null, id uuid not null, text ${text} not null,
        text_key ${text} not null, country smallint not null, topic integer not null, volume double precision not null,
        volume_source ${text}, is_archived boolean not null, created_at timestamptz not null, primary key (project, prompt))`,
      `create table prompt_tags (project integer not null, prompt integer not null, tag integer not null,
        primary key (project, prompt, tag))`,
      `create table suggestions (project integer not null, suggestion integer not null, id uuid not null, text ${text} not null,
        text_key ${text} not null, country smallint not null, topic integer not null, volume double precision not null,
        state ${text} not null, created_at timestamptz not null, primary key (project, suggestion))`,
      `create table suggestion_tags (project integer not null, suggestion integer not null, tag integer not null,
        primary key (project, suggestion, tag))`,
      `create table classifications (project integer not null, kind ${text} not null, name_key ${text} not null, name ${text} not null,
        color ${text} not null, primary key (project, kind, name_key))`,
      `create table assignments (project integer not null, kind ${text} not null, target ${text} not null, name_key ${text} not null${longKey('project, kind, target')})`,
      `create table channel_settings (project integer not null, channel smallint not null, is_active boolean not null,
        unsupported_country_codes ${text} not null, furniture ${text}, primary key (project, channel))`,
      `create table chats (project integer not null, date date not null, prompt integer not null, channel smallint not null,
        country smallint not null, chat integer not null, id uuid not null, status smallint not null,
        is_given boolean not null, external_id ${text}, fingerprint uuid not null${factKey('project, chat')})`,
      `create table mentions (project integer not null, date date not null, prompt integer not null, channel smallint not null,
        country smallint not null, chat integer not null, brand integer not null, mention_count integer not null,
        position integer not null, sentiment smallint,
        generation integer not null${factKey('project, generation, chat, brand')})`,
      `create table answers (project integer not null, chat integer not null, answer ${text}, sources ${bulk} not null,
        queries ${text} not null, query_count integer not null${factKey('project, chat')})`,
      `create table sources (project integer not null, date date not null, prompt integer not null, channel smallint not null,
        country smallint not null, chat integer not null, url integer not null, domain integer not null,
        citation_count integer not null, is_first smallint not null${factKey('project, chat, url')})`,
      `create table urls (project integer not null, url integer not null, address ${text} not null, domain integer not null,
        title ${text} not null, class ${text} not null, primary key (project, url))`,
      `create table domains (project integer not null, domain integer not null, name ${text} not null, class ${text} not null,
        primary key (project, domain))`,
      `create table daily_chats (project integer not null, date date not null, channel smallint not null,
        country smallint not null, chats integer not null)`,
      `create table daily_mentions (project integer not null, date date not null, channel smallint not null,
        country smallint not null, brand integer not null, visibility_count integer not null, mention_count integer not null,
        position_sum integer not null, sentiment_thousandths integer not null, sentiment_count integer not null,
        generation integer not null)`,
      `create table extractions (project integer not null, generation integer not null, settings ${text} not null,
        brands ${text} not null, created_at timestamptz not null, primary key (project, generation))`,
      `create table status_changes (project integer not null, generation integer not null, chat integer not null,
        status smallint not null, sources ${text} not null${factKey('project, generation, chat')})`,
      `create table runs (project integer not null, run integer not null, id uuid not null, kind ${text} not null,
        state ${text} not null, done bigint not null, total bigint not null, plan ${text} not null, message ${text} not null,
        result ${text}, started_at timestamptz not null, finished_at timestamptz, primary key (project, run))`,
      `create table idempotency (project integer not null, api_key integer not null, path ${text} not null,
        idempotency_key ${text} not null, body_hash ${text} not null, response ${text} not null, created_at timestamptz not null,
        primary key (project, api_key, path, idempotency_key))`,
    ],
  },
  {
    version: 2,
    name: 'work that several processes share',
    statements: ({ text }) => [
      `create table run_leases (project integer not null, run integer not null, holder ${text} not null,
        lease_until timestamptz not null, primary key (project, run))`,
      `insert into run_leases (project, run, holder, lease_until)
        select project, run, '', timestamptz '1970-01-01 00:00:00+00' from runs where state = 'running'`,
    ],
  },
  {
    version: 3,
    name: 'sessions',
    statements: ({ text }) => [
      `create table sessions (hash ${text} primary key, kind ${text} not null, api_key integer not null,
        created_at timestamptz not null, expires_at timestamptz not null)`,
    ],
  },
  {
    version: 4,
    name: 'copies, and writers that are recognised after a crash',
    statements: ({ text }) => [
      `create table copies (name ${text} primary key, row_count bigint not null, checksum ${text} not null,
        is_complete boolean not null)`,
    ],
  },
  {
    version: 5,
    name: 'work of any kind, with its attempts and due times',
    statements: ({ text }) => [
      `create table work (project integer not null, kind ${text} not null, subject integer not null, holder ${text} not null,
        lease_until timestamptz not null, due_at timestamptz not null, attempts integer not null, last_error ${text},
        primary key (project, kind, subject))`,
      `insert into work (project, kind, subject, holder, lease_until, due_at, attempts)
        select project, kind, run, '', timestamptz '1970-01-01 00:00:00+00', timestamptz '1970-01-01 00:00:00+00', 0
        from runs where state = 'running'`,
      `insert into work (project, kind, subject, holder, lease_until, due_at, attempts)
        select project, 'compaction', 0, '', timestamptz '1970-01-01 00:00:00+00', timestamptz '1970-01-01 00:00:00+00', 0
        from run_leases where run = 0`,
      'drop table run_leases',
    ],
  },
  {
    version: 6,
    name: 'models of a company',
    statements: ({ text }) => [
      `create table models (company integer not null, model integer not null, id ${text} not null, channel_id ${text} not null,
        name ${text} not null, created_at timestamptz not null, primary key (company, model))`,
    ],
  },
  {
    version: 7,
    name: 'generations of sources',
    statements: () => [
      // An added column takes no constraint in DuckDB. Generations are counted from 1.
      'alter table projects add column source_generation integer default 1',
      'alter table projects add column next_source_generation integer default 0',
      'alter table sources add column generation integer default 1',
      `update sources set generation = 0 where exists (select 1 from chats
        where chats.project = sources.project and chats.chat = sources.chat and chats.is_given)`,
    ],
  },
  {
    version: 8,
    name: 'collection',
    statements: ({ text, bulk, factKey }) => [
      'alter table models add column is_deleted boolean default false',
      `alter table channel_settings add column ask ${text}`,
      `alter table runs add column trigger ${text}`,
      'alter table runs add column due_at timestamptz',
      `alter table suggestions add column source ${text} default 'manual'`,
      `create table secrets (project integer not null, name ${text} not null, ciphertext ${text} not null, hint ${text},
        hosts ${text} not null, updated_at timestamptz not null, last_used_at timestamptz, primary key (project, name))`,
      `create table schedules (project integer primary key, is_active boolean not null, cron ${text} not null,
        time_zone ${text} not null, replicates integer not null, day_limit bigint, month_limit bigint,
        seen_until timestamptz not null)`,
      `create table spending (project integer not null, day date not null, booked bigint not null,
        primary key (project, day))`,
      `create table channel_health (project integer not null, channel smallint not null, failures integer not null,
        pauses integer not null, paused_until timestamptz, paused_reason ${text}, primary key (project, channel))`,
      `create table tasks (project integer not null, run integer not null, task integer not null, id uuid not null,
        prompt integer not null, prompt_id uuid not null, channel smallint not null, country smallint not null,
        replicate integer not null, state ${text} not null, attempts integer not null, cuts integer not null,
        reason ${text}, message ${text}, due_at timestamptz, reservation bigint not null, reserved_on date,
        cost bigint, input_tokens bigint, output_tokens bigint, searches integer, chat integer not null,
        job ${text}${factKey('project, run, task')})`,
      `create table usage (project integer not null, chat integer not null, cost bigint, input_tokens bigint,
        output_tokens bigint, duration_ms integer, asked_at timestamptz, provider_model ${text},
        finish ${text}${factKey('project, chat')})`,
      `create table raw_responses (project integer not null, chat integer not null, received_at timestamptz not null,
        body ${bulk} not null${factKey('project, chat')})`,
    ],
  },
  {
    version: 9,
    name: 'names in answers, and the brands that they suggest',
    statements: ({ text, bulk, factKey, longKey }) => [
      `create table chat_names (project integer not null, chat integer not null,
        names ${bulk} not null${factKey('project, chat')})`,
      `create table brand_suggestions (project integer not null, suggestion integer not null, id uuid not null,
        key ${text} not null, name ${text} not null, spellings ${text} not null, domains ${text} not null,
        state ${text} not null, created_at timestamptz not null, primary key (project, suggestion))`,
      `create table suggested_names (project integer not null, text ${text} not null,
        suggestion integer not null${longKey('project, text')})`,
    ],
  },
  {
    version: 10,
    name: 'share links',
    statements: () => ['alter table api_keys add column expires_at timestamptz'],
  },
  {
    version: 11,
    name: 'languages of answers',
    // Answers that are stored already get theirs when they are analyzed again.
    statements: () => ['alter table chats add column language smallint default 0'],
  },
  {
    version: 12,
    name: 'corrections, and judges of sentiment',
    statements: ({ text, factKey }) => [
      `create table corrections (project integer not null, correction integer not null, id uuid not null,
        chat integer not null, kind ${text} not null, brand integer not null, start_at integer, end_at integer, text ${text},
        sentiment smallint, sentiment_before smallint, created_at timestamptz not null, primary key (project, correction))`,
      `create table judges (project integer primary key, channel smallint not null, version ${text} not null,
        start_date date not null, problem ${text})`,
      `create table verdicts (project integer not null, chat integer not null, brand integer not null,
        version ${text} not null, is_refused boolean not null, sentiment smallint,
        quotes ${text} not null${factKey('project, chat, brand')})`,
    ],
  },
  {
    version: 13,
    name: 'answers with positive and with negative sentiment',
    statements: () => [
      'alter table daily_mentions add column sentiment_positive_count integer default 0',
      'alter table daily_mentions add column sentiment_negative_count integer default 0',
      // The rows of daily sums are changes, which say nothing about single answers: only the facts do.
      'delete from daily_mentions',
      `insert into daily_mentions (project, generation, date, channel, country, brand, visibility_count, mention_count,
        position_sum, sentiment_thousandths, sentiment_count, sentiment_positive_count, sentiment_negative_count)
        select project, generation, date, channel, country, brand, count(*), sum(mention_count), sum(position),
          coalesce(sum(sentiment), 0), count(sentiment), count(*) filter (where sentiment > 100),
          count(*) filter (where sentiment < -100)
        from mentions group by project, generation, date, channel, country, brand
        order by project, generation, date, channel, country, brand`,
    ],
  },
  {
    version: 14,
    name: 'ids of projects in other systems, suggested topics, and channels that nobody switched',
    statements: ({ text }) => [
      `alter table projects add column external_id ${text}`,
      // Channels that have settings stay as they are.
      'alter table channel_settings add column is_switched boolean default true',
      `create table topic_suggestions (project integer not null, suggestion integer not null, id uuid not null,
        name ${text} not null, name_key ${text} not null, state ${text} not null, created_at timestamptz not null,
        primary key (project, suggestion))`,
    ],
  },
  {
    version: 15,
    name: 'webhooks, and what they are told',
    statements: ({ text }) => [
      `create table webhooks (project integer not null, webhook integer not null, id uuid not null, url ${text} not null,
        format ${text} not null, events ${text} not null, is_active boolean not null, ciphertext ${text} not null,
        created_at timestamptz not null, primary key (project, webhook))`,
      `create table outbox (project integer not null, event integer not null, id uuid not null, kind ${text} not null,
        data ${text} not null, created_at timestamptz not null, primary key (project, event))`,
      `create table deliveries (project integer not null, delivery integer not null, id uuid not null,
        webhook integer not null, event integer not null, state ${text} not null, is_manual boolean not null,
        attempts integer not null, status integer, message ${text}, created_at timestamptz not null, due_at timestamptz,
        attempted_at timestamptz, primary key (project, delivery))`,
      `create table notices (project integer not null, name ${text} not null, data ${text} not null,
        since timestamptz not null, primary key (project, name))`,
    ],
  },
  {
    version: 16,
    name: 'sums by month',
    // The program makes them in the background, from the facts.
    statements: ({ text, factKey }) => {
      const place = 'project integer not null, date date not null';
      const pages = `retrieval_count bigint not null, citation_count bigint not null,
        retrieved_chat_count bigint not null, brands ${text} not null`;
      return [
        `create table summed_months (${place}, generation integer not null, source_generation integer not null${factKey('project, date')})`,
        `create table monthly_chats (${place}, prompt integer not null, channel smallint not null, country smallint not null,
          chats integer not null, voice bigint not null, voice_squares bigint not null)`,
        `create table monthly_mentions (${place}, prompt integer not null, channel smallint not null,
          country smallint not null, brand integer not null, visibility_count integer not null, mention_count bigint not null,
          position_sum bigint not null, sentiment_thousandths bigint not null, sentiment_count integer not null,
          sentiment_positive_count integer not null, sentiment_negative_count integer not null,
          mention_squares bigint not null, mention_voice bigint not null, position_squares bigint not null,
          sentiment_squares bigint not null)`,
        `create table monthly_domains (${place}, domain integer not null, ${pages})`,
        `create table monthly_urls (${place}, url integer not null, ${pages})`,
      ];
    },
  },
  {
    version: 17,
    name: 'sums by month and prompt',
    statements: () => {
      const place = 'project integer not null, date date not null, prompt integer not null';
      return [
        `create table monthly_prompt_chats (${place}, chats integer not null)`,
        `create table monthly_prompt_mentions (${place}, brand integer not null, visibility_count integer not null,
          mention_count bigint not null, position_sum bigint not null, sentiment_thousandths bigint not null,
          sentiment_count integer not null, sentiment_positive_count integer not null,
          sentiment_negative_count integer not null)`,
        // The program sums up all months again, with these.
        'delete from summed_months',
      ];
    },
  },
  {
    version: 18,
    name: 'costs and counts within their bounds',
    // Providers may have reported anything. What no ask costs or uses is unknown, and unknown is null.
    statements: () => {
      const isCost = 'between 0 and 10000000000000';
      const isCount = 'between 0 and 1000000000';
      const forget = (table: string, column: string, isValid: string) =>
        `update ${table} set ${column} = null where ${column} not ${isValid}`;
      return [
        forget('usage', 'cost', isCost),
        ...['input_tokens', 'output_tokens', 'duration_ms'].map((column) => forget('usage', column, isCount)),
        forget('tasks', 'cost', isCost),
        ...['input_tokens', 'output_tokens', 'searches'].map((column) => forget('tasks', column, isCount)),
        `update tasks set reservation = 0, reserved_on = null where reservation not ${isCost}`,
        // A day with 10,000 dollars more than what was collected on it and its neighbors cost is booked anew, from its answers.
        `update spending set booked = known.amount from (
          select d.project, d.day, coalesce(sum(c.amount) filter (where c.day = d.day), 0) as amount,
            coalesce(sum(c.amount), 0) as nearby
          from spending d left join (
            select u.project, (u.asked_at at time zone 'UTC')::date as day, u.cost as amount
            from usage u join tasks t on t.project = u.project and t.chat = u.chat
            union all select project, reserved_on, reservation from tasks where reserved_on is not null
          ) c on c.project = d.project and c.day between d.day - 1 and d.day + 1
          where d.booked not ${isCost} group by d.project, d.day
        ) known where spending.project = known.project and spending.day = known.day
          and (spending.booked < 0 or spending.booked - 10000000000000 > known.nearby)`,
        ...['day_limit', 'month_limit'].map(
          (limit) => `update schedules set ${limit} = 9000000000000000 where ${limit} > 9000000000000000`,
        ),
      ];
    },
  },
  {
    version: 19,
    name: 'sessions whose cookie has no prefix over https',
    // Sessions that exist have such a cookie.
    statements: () => ['alter table sessions add column takes_old_cookie boolean default true'],
  },
];
