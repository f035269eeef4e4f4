select brand,
  0::double precision as visibility_total,
  visibility_count::double precision as visibility_count,
  mention_count::double precision as mention_count,
  position_sum::double precision as position_sum,
  sentiment_thousandths::double precision as sentiment_thousandths,
  sentiment_count::double precision as sentiment_count,
  sentiment_positive_count::double precision as sentiment_positive_count,
  sentiment_negative_count::double precision as sentiment_negative_count
from (
    select f.brand as brand,
      sum(f.visibility_count)::bigint as visibility_count,
      sum(f.mention_count)::bigint as mention_count,
      sum(f.position_sum)::bigint as position_sum,
      sum(f.sentiment_thousandths)::bigint as sentiment_thousandths,
      sum(f.sentiment_count)::bigint as sentiment_count,
      sum(f.sentiment_positive_count)::bigint as sentiment_positive_count,
      sum(f.sentiment_negative_count)::bigint as sentiment_negative_count
    from "daily_mentions" f
    where f.project = $(3)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.generation in ($(0), $(1))
    group by 1
  ) hits
union all
select null,
  visibility_total::double precision,
  0,
  0,
  0,
  0,
  0,
  0,
  0
from (
    select sum(f.chats)::bigint as visibility_total
    from "daily_chats" f
    where f.project = $(3)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
    having sum(f.chats)::bigint > 0
  ) totals

with pairs as materialized(
    select f.prompt as prompt,
      f.channel as channel,
      sum(f.chats)::bigint as n,
      sum(f.voice)::bigint as voice,
      sum(f.voice_squares)::bigint as voice_voice
    from (
        select f.project,
          f.date,
          f.prompt,
          f.channel,
          f.country,
          0 as chat,
          f.chats,
          f.voice,
          f.voice_squares
        from monthly_chats f
        where f.project = $(3)
          and ((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-01")::date))
      ) f
    where f.project = $(3)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
    group by 1, 2
  ),
  alone as (
    select pairs.*,
      case when n > 1 then channel else -1 end as of_prompt
    from pairs
  ),
  paired as (
    select alone.*,
      sum(n) over (partition by prompt, of_prompt) as together
    from alone
  ),
  placed as (
    select paired.*,
      case when together > 1 then prompt else -1 end as in_prompt,
      case when together > 1 then of_prompt else -1 end as in_channel
    from paired
  ),
  strata as materialized(
    select placed.*,
      (sum(n) over (partition by in_prompt, in_channel))::bigint as size
    from placed
  ),
  stratum_voices as (
    select in_prompt,
      in_channel,
      size,
      sum(voice)::bigint as voice,
      sum(voice_voice)::bigint as voice_voice
    from strata
    group by 1, 2, 3
  ),
  prompt_counts as (
    select count(distinct prompt)::double precision as prompts
    from pairs
  ),
  group_sums as (
    select sum((size)::double precision) as n,
      count(*)::double precision as strata,
      sum((case when size = 1 then 1 else 0 end)::double precision) as singles,
      sum((voice)::double precision) as voice,
      sum((voice_voice)::double precision) as voice_voice,
      sum(case when size = 1 then(voice_voice)::double precision else(size * voice_voice - voice * voice)::double precision / (size - 1) end) as voice_within
    from stratum_voices
  ),
  hits as (
    select f.prompt as prompt,
      f.channel as channel,
      f.brand as brand,
      sum(f.visibility_count)::bigint as v,
      sum(f.mention_count)::bigint as m,
      sum(f.mention_squares)::bigint as m_m,
      sum(f.mention_voice)::bigint as m_voice,
      sum(f.position_sum)::bigint as p,
      sum(f.position_squares)::bigint as p_p,
      sum(f.sentiment_thousandths)::bigint as s,
      sum(f.sentiment_squares)::bigint as s_s,
      sum(f.sentiment_count)::bigint as c
    from (
        select f.project,
          f.date,
          f.prompt,
          f.channel,
          f.country,
          0 as chat,
          f.brand,
          f.visibility_count,
          f.mention_count,
          f.position_sum,
          f.sentiment_thousandths,
          f.sentiment_count,
          f.sentiment_positive_count,
          f.sentiment_negative_count,
          f.mention_squares,
          f.mention_voice,
          f.position_squares,
          f.sentiment_squares
        from monthly_mentions f
        where f.project = $(3)
          and ((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-01")::date))
      ) f
    where f.project = $(3)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.brand in ($(1)::int, $(2)::int, $(3)::int)
    group by 1, 2, 3
  ),
  hit_strata as (
    select brand,
      in_prompt,
      in_channel,
      size,
      sum(v)::bigint as v,
      sum(m)::bigint as m,
      sum(m_m)::bigint as m_m,
      sum(m_voice)::bigint as m_voice,
      sum(p)::bigint as p,
      sum(p_p)::bigint as p_p,
      sum(s)::bigint as s,
      sum(s_s)::bigint as s_s,
      sum(c)::bigint as c
    from hits
    join strata on (strata.prompt = hits.prompt)
      and (strata.channel = hits.channel)
    group by 1, 2, 3, 4
  ),
  brand_strata as (
    select hit_strata.*,
      stratum_voices.voice
    from hit_strata
    join stratum_voices on (stratum_voices.in_prompt = hit_strata.in_prompt)
      and (stratum_voices.in_channel = hit_strata.in_channel)
  ),
  brand_sums as (
    select brand,
      sum((v)::double precision) as v,
      sum(case when size = 1 then(v)::double precision else(size * v - v * v)::double precision / (size - 1) end) as v_within_aa,
      sum(case when size = 1 then(v)::double precision else(size * v - v * size)::double precision / (size - 1) end) as v_within_ab,
      sum((m)::double precision) as m,
      sum((m_m)::double precision) as m_m,
      sum((m_voice)::double precision) as m_voice,
      sum(case when size = 1 then(m_m)::double precision else(size * m_m - m * m)::double precision / (size - 1) end) as m_within_aa,
      sum(case when size = 1 then(m_voice)::double precision else(size * m_voice - m * voice)::double precision / (size - 1) end) as m_within_ab,
      sum((p)::double precision) as p,
      sum((p_p)::double precision) as p_p,
      sum(case when size = 1 then(p_p)::double precision else(size * p_p - p * p)::double precision / (size - 1) end) as p_within_aa,
      sum(case when size = 1 then(p)::double precision else(size * p - p * v)::double precision / (size - 1) end) as p_within_ab,
      sum(case when size = 1 then(v)::double precision else(size * v - v * v)::double precision / (size - 1) end) as p_within_bb,
      sum((s)::double precision) as s,
      sum((s_s)::double precision) as s_s,
      sum((c)::double precision) as c,
      sum(case when size = 1 then(s_s)::double precision else(size * s_s - s * s)::double precision / (size - 1) end) as s_within_aa,
      sum(case when size = 1 then(s)::double precision else(size * s - s * c)::double precision / (size - 1) end) as s_within_ab,
      sum(case when size = 1 then(c)::double precision else(size * c - c * c)::double precision / (size - 1) end) as s_within_bb
    from brand_strata
    group by 1
  )
select group_sums.*,
  prompt_counts.prompts,
  brand_sums.brand,
  brand_sums.v,
  brand_sums.v_within_aa,
  brand_sums.v_within_ab,
  brand_sums.m,
  brand_sums.m_m,
  brand_sums.m_voice,
  brand_sums.m_within_aa,
  brand_sums.m_within_ab,
  brand_sums.p,
  brand_sums.p_p,
  brand_sums.p_within_aa,
  brand_sums.p_within_ab,
  brand_sums.p_within_bb,
  brand_sums.s,
  brand_sums.s_s,
  brand_sums.c,
  brand_sums.s_within_aa,
  brand_sums.s_within_ab,
  brand_sums.s_within_bb
from group_sums
join prompt_counts on true
left join brand_sums on true
