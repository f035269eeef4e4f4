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
    where f.project = $(1)
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
    where f.project = $(1)
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
          f.chat,
          1 as chats,
          coalesce(voices.voice, 0) as voice,
          coalesce(voices.voice * voices.voice, 0) as voice_squares
        from chats f
        left join(
            select f.chat,
              sum(f.mention_count)::bigint as voice
            from mentions f
            where f.project = $(1)
              and (((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-31")::date)))
              and (f.generation in ($(0), $(1)))
              and (true)
            group by f.chat
          ) voices on voices.chat = f.chat
        where f.project = $(1)
          and (((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-31")::date)))
          and (f.status in (1, 2))
      ) f
    where f.project = $(1)
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
          f.chat,
          f.brand,
          1 as visibility_count,
          "f"."mention_count" as mention_count,
          "f"."position" as position_sum,
          coalesce("f"."sentiment", 0) as sentiment_thousandths,
          case when "f"."sentiment" is null then 0 else 1 end as sentiment_count,
          case when f.sentiment > 100 then 1 else 0 end as sentiment_positive_count,
          case when f.sentiment < -100 then 1 else 0 end as sentiment_negative_count,
          f.mention_count::bigint * f.mention_count as mention_squares,
          f.mention_count * voices.voice as mention_voice,
          f.position::bigint * f.position as position_squares,
          coalesce(f.sentiment::bigint * f.sentiment, 0) as sentiment_squares
        from mentions f
        join (
            select f.chat,
              sum(f.mention_count)::bigint as voice
            from mentions f
            where f.project = $(1)
              and (((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-31")::date)))
              and (f.generation in ($(0), $(1)))
              and (true)
            group by f.chat
          ) voices on voices.chat = f.chat
        where f.project = $(1)
          and (((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-31")::date)))
          and (f.generation in ($(0), $(1)))
      ) f
    where f.project = $(1)
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

with counted as (
    select prompt,
      channel,
      coalesce(of_1.n, 0) as n1,
      coalesce(of_1.x, 0) as x1,
      coalesce(of_1.xx, 0) as xx1,
      coalesce(of_0.n, 0) as n0,
      coalesce(of_0.x, 0) as x0,
      coalesce(of_0.xx, 0) as xx0
    from (
        select f.prompt as prompt,
          f.channel as channel,
          sum(f.chats)::bigint as n,
          sum(f.voice)::bigint as x,
          sum(f.voice_squares)::bigint as xx
        from (
            select f.project,
              f.date,
              f.prompt,
              f.channel,
              f.country,
              f.chat,
              1 as chats,
              coalesce(voices.voice, 0) as voice,
              coalesce(voices.voice * voices.voice, 0) as voice_squares
            from chats f
            left join(
                select f.chat,
                  sum(f.mention_count)::bigint as voice
                from mentions f
                where f.project = $(1)
                  and (((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-31")::date)))
                  and (f.generation in ($(0), $(1)))
                  and (true)
                group by f.chat
              ) voices on voices.chat = f.chat
            where f.project = $(1)
              and (((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-31")::date)))
              and (f.status in (1, 2))
          ) f
        where f.project = $(1)
          and f.date >= $("2026-01-01")::date
          and f.date <= $("2026-01-31")::date
        group by 1, 2
      ) of_1 full
    join (
        select f.prompt as prompt,
          f.channel as channel,
          sum(f.chats)::bigint as n,
          sum(f.voice)::bigint as x,
          sum(f.voice_squares)::bigint as xx
        from (
            select f.project,
              f.date,
              f.prompt,
              f.channel,
              f.country,
              f.chat,
              1 as chats,
              coalesce(voices.voice, 0) as voice,
              coalesce(voices.voice * voices.voice, 0) as voice_squares
            from chats f
            left join(
                select f.chat,
                  sum(f.mention_count)::bigint as voice
                from mentions f
                where f.project = $(1)
                  and (((f.date >= $("2025-12-01")::date and f.date <= $("2025-12-31")::date)))
                  and (f.generation in ($(0), $(1)))
                  and (true)
                group by f.chat
              ) voices on voices.chat = f.chat
            where f.project = $(1)
              and (((f.date >= $("2025-12-01")::date and f.date <= $("2025-12-31")::date)))
              and (f.status in (1, 2))
          ) f
        where f.project = $(1)
          and f.date >= $("2025-12-01")::date
          and f.date <= $("2025-12-31")::date
        group by 1, 2
      ) of_0 using(prompt, channel)
  ),
  pairs as materialized(
    select counted.*,
      n0::double precision / (n1 + n0) as f1,
      n1::double precision / (n1 + n0) as f0
    from counted
  ),
  hits as (
    select prompt,
      channel,
      brand,
      coalesce(of_1.v, 0) as v1,
      coalesce(of_1.m, 0) as m1,
      coalesce(of_1.mm, 0) as mm1,
      coalesce(of_1.mx, 0) as mx1,
      coalesce(of_1.p, 0) as p1,
      coalesce(of_1.pp, 0) as pp1,
      coalesce(of_1.s, 0) as s1,
      coalesce(of_1.ss, 0) as ss1,
      coalesce(of_1.c, 0) as c1,
      coalesce(of_0.v, 0) as v0,
      coalesce(of_0.m, 0) as m0,
      coalesce(of_0.mm, 0) as mm0,
      coalesce(of_0.mx, 0) as mx0,
      coalesce(of_0.p, 0) as p0,
      coalesce(of_0.pp, 0) as pp0,
      coalesce(of_0.s, 0) as s0,
      coalesce(of_0.ss, 0) as ss0,
      coalesce(of_0.c, 0) as c0
    from (
        select f.prompt as prompt,
          f.channel as channel,
          f.brand as brand,
          sum(f.visibility_count)::bigint as v,
          sum(f.mention_count)::bigint as m,
          sum(f.mention_squares)::bigint as mm,
          sum(f.mention_voice)::bigint as mx,
          sum(f.position_sum)::bigint as p,
          sum(f.position_squares)::bigint as pp,
          sum(f.sentiment_thousandths)::bigint as s,
          sum(f.sentiment_squares)::bigint as ss,
          sum(f.sentiment_count)::bigint as c
        from (
            select f.project,
              f.date,
              f.prompt,
              f.channel,
              f.country,
              f.chat,
              f.brand,
              1 as visibility_count,
              "f"."mention_count" as mention_count,
              "f"."position" as position_sum,
              coalesce("f"."sentiment", 0) as sentiment_thousandths,
              case when "f"."sentiment" is null then 0 else 1 end as sentiment_count,
              case when f.sentiment > 100 then 1 else 0 end as sentiment_positive_count,
              case when f.sentiment < -100 then 1 else 0 end as sentiment_negative_count,
              f.mention_count::bigint * f.mention_count as mention_squares,
              f.mention_count * voices.voice as mention_voice,
              f.position::bigint * f.position as position_squares,
              coalesce(f.sentiment::bigint * f.sentiment, 0) as sentiment_squares
            from mentions f
            join (
                select f.chat,
                  sum(f.mention_count)::bigint as voice
                from mentions f
                where f.project = $(1)
                  and (((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-31")::date)))
                  and (f.generation in ($(0), $(1)))
                  and (true)
                group by f.chat
              ) voices on voices.chat = f.chat
            where f.project = $(1)
              and (((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-31")::date)))
              and (f.generation in ($(0), $(1)))
          ) f
        where f.project = $(1)
          and f.date >= $("2026-01-01")::date
          and f.date <= $("2026-01-31")::date
          and f.brand in ($(1)::int, $(2)::int, $(3)::int)
        group by 1, 2, 3
      ) of_1 full
    join (
        select f.prompt as prompt,
          f.channel as channel,
          f.brand as brand,
          sum(f.visibility_count)::bigint as v,
          sum(f.mention_count)::bigint as m,
          sum(f.mention_squares)::bigint as mm,
          sum(f.mention_voice)::bigint as mx,
          sum(f.position_sum)::bigint as p,
          sum(f.position_squares)::bigint as pp,
          sum(f.sentiment_thousandths)::bigint as s,
          sum(f.sentiment_squares)::bigint as ss,
          sum(f.sentiment_count)::bigint as c
        from (
            select f.project,
              f.date,
              f.prompt,
              f.channel,
              f.country,
              f.chat,
              f.brand,
              1 as visibility_count,
              "f"."mention_count" as mention_count,
              "f"."position" as position_sum,
              coalesce("f"."sentiment", 0) as sentiment_thousandths,
              case when "f"."sentiment" is null then 0 else 1 end as sentiment_count,
              case when f.sentiment > 100 then 1 else 0 end as sentiment_positive_count,
              case when f.sentiment < -100 then 1 else 0 end as sentiment_negative_count,
              f.mention_count::bigint * f.mention_count as mention_squares,
              f.mention_count * voices.voice as mention_voice,
              f.position::bigint * f.position as position_squares,
              coalesce(f.sentiment::bigint * f.sentiment, 0) as sentiment_squares
            from mentions f
            join (
                select f.chat,
                  sum(f.mention_count)::bigint as voice
                from mentions f
                where f.project = $(1)
                  and (((f.date >= $("2025-12-01")::date and f.date <= $("2025-12-31")::date)))
                  and (f.generation in ($(0), $(1)))
                  and (true)
                group by f.chat
              ) voices on voices.chat = f.chat
            where f.project = $(1)
              and (((f.date >= $("2025-12-01")::date and f.date <= $("2025-12-31")::date)))
              and (f.generation in ($(0), $(1)))
          ) f
        where f.project = $(1)
          and f.date >= $("2025-12-01")::date
          and f.date <= $("2025-12-31")::date
          and f.brand in ($(1)::int, $(2)::int, $(3)::int)
        group by 1, 2, 3
      ) of_0 using(prompt, channel, brand)
  ),
  group_sums as (
    select sum((f1 * n1)::double precision) as n1,
      sum((f1 * f1 * n1)::double precision) as squares_n1,
      sum((case when n1 > 1 and n0 > 1 then f1 * f1 * (n1 * n1 - n1 * n1) / (n1 - 1) else 0 end)::double precision) as within_n1_n1,
      sum((case when n1 = 1 or n0 = 1 then f1 * n1 * f1 * n1 else 0 end)::double precision) as single_n1_n1,
      sum((f0 * n0)::double precision) as n0,
      sum((f0 * f0 * n0)::double precision) as squares_n0,
      sum((case when n1 > 1 and n0 > 1 then f0 * f0 * (n0 * n0 - n0 * n0) / (n0 - 1) else 0 end)::double precision) as within_n0_n0,
      sum((case when n1 = 1 or n0 = 1 then f0 * n0 * f0 * n0 else 0 end)::double precision) as single_n0_n0,
      sum((case when n1 = 1 or n0 = 1 then f1 * n1 * f0 * n0 else 0 end)::double precision) as single_n1_n0,
      sum((f1 * x1)::double precision) as x1,
      sum((f1 * f1 * xx1)::double precision) as squares_x1,
      sum((case when n1 > 1 and n0 > 1 then f1 * f1 * (n1 * xx1 - x1 * x1) / (n1 - 1) else 0 end)::double precision) as within_x1_x1,
      sum((case when n1 = 1 or n0 = 1 then f1 * x1 * f1 * x1 else 0 end)::double precision) as single_x1_x1,
      sum((f0 * x0)::double precision) as x0,
      sum((f0 * f0 * xx0)::double precision) as squares_x0,
      sum((case when n1 > 1 and n0 > 1 then f0 * f0 * (n0 * xx0 - x0 * x0) / (n0 - 1) else 0 end)::double precision) as within_x0_x0,
      sum((case when n1 = 1 or n0 = 1 then f0 * x0 * f0 * x0 else 0 end)::double precision) as single_x0_x0,
      sum((case when n1 = 1 or n0 = 1 then f1 * x1 * f0 * x0 else 0 end)::double precision) as single_x1_x0,
      sum((case when n0 > 0 then n1 else 0 end)::double precision) as answers1,
      sum((case when n1 > 0 then n0 else 0 end)::double precision) as answers0,
      sum((case when n1 > 1 and n0 > 1 then n1 + n0 - 2 when n1 > 0 and n0 > 0 then 1 else 0 end)::double precision) as degrees,
      sum((n0)::double precision) as before_visibility_total,
      sum((x0)::double precision) as before_voice
    from pairs
    having sum(n1) > 0
  ),
  brand_sums as (
    select brand,
      sum((f1 * v1)::double precision) as v1,
      sum((case when n1 > 1 and n0 > 1 then f1 * f1 * (n1 * v1 - v1 * v1) / (n1 - 1) else 0 end)::double precision) as within_v1_v1,
      sum((case when n1 = 1 or n0 = 1 then f1 * v1 * f1 * v1 else 0 end)::double precision) as single_v1_v1,
      sum((case when n1 > 1 and n0 > 1 then f1 * f1 * (n1 * v1 - v1 * n1) / (n1 - 1) else 0 end)::double precision) as within_v1_n1,
      sum((case when n1 = 1 or n0 = 1 then f1 * v1 * f1 * n1 else 0 end)::double precision) as single_v1_n1,
      sum((f0 * v0)::double precision) as v0,
      sum((case when n1 > 1 and n0 > 1 then f0 * f0 * (n0 * v0 - v0 * v0) / (n0 - 1) else 0 end)::double precision) as within_v0_v0,
      sum((case when n1 = 1 or n0 = 1 then f0 * v0 * f0 * v0 else 0 end)::double precision) as single_v0_v0,
      sum((case when n1 > 1 and n0 > 1 then f0 * f0 * (n0 * v0 - v0 * n0) / (n0 - 1) else 0 end)::double precision) as within_v0_n0,
      sum((case when n1 = 1 or n0 = 1 then f0 * v0 * f0 * n0 else 0 end)::double precision) as single_v0_n0,
      sum((case when n1 = 1 or n0 = 1 then f1 * v1 * f0 * v0 else 0 end)::double precision) as single_v1_v0,
      sum((case when n1 = 1 or n0 = 1 then f1 * v1 * f0 * n0 else 0 end)::double precision) as single_v1_n0,
      sum((case when n1 = 1 or n0 = 1 then f1 * n1 * f0 * v0 else 0 end)::double precision) as single_n1_v0,
      sum((f1 * m1)::double precision) as m1,
      sum((case when n1 > 1 and n0 > 1 then f1 * f1 * (n1 * mm1 - m1 * m1) / (n1 - 1) else 0 end)::double precision) as within_m1_m1,
      sum((case when n1 = 1 or n0 = 1 then f1 * m1 * f1 * m1 else 0 end)::double precision) as single_m1_m1,
      sum((case when n1 > 1 and n0 > 1 then f1 * f1 * (n1 * mx1 - m1 * x1) / (n1 - 1) else 0 end)::double precision) as within_m1_x1,
      sum((case when n1 = 1 or n0 = 1 then f1 * m1 * f1 * x1 else 0 end)::double precision) as single_m1_x1,
      sum((f0 * m0)::double precision) as m0,
      sum((case when n1 > 1 and n0 > 1 then f0 * f0 * (n0 * mm0 - m0 * m0) / (n0 - 1) else 0 end)::double precision) as within_m0_m0,
      sum((case when n1 = 1 or n0 = 1 then f0 * m0 * f0 * m0 else 0 end)::double precision) as single_m0_m0,
      sum((case when n1 > 1 and n0 > 1 then f0 * f0 * (n0 * mx0 - m0 * x0) / (n0 - 1) else 0 end)::double precision) as within_m0_x0,
      sum((case when n1 = 1 or n0 = 1 then f0 * m0 * f0 * x0 else 0 end)::double precision) as single_m0_x0,
      sum((case when n1 = 1 or n0 = 1 then f1 * m1 * f0 * m0 else 0 end)::double precision) as single_m1_m0,
      sum((case when n1 = 1 or n0 = 1 then f1 * m1 * f0 * x0 else 0 end)::double precision) as single_m1_x0,
      sum((case when n1 = 1 or n0 = 1 then f1 * x1 * f0 * m0 else 0 end)::double precision) as single_x1_m0,
      sum((f1 * p1)::double precision) as p1,
      sum((f1 * f1 * v1)::double precision) as squares_v1,
      sum((case when n1 > 1 and n0 > 1 then f1 * f1 * (n1 * pp1 - p1 * p1) / (n1 - 1) else 0 end)::double precision) as within_p1_p1,
      sum((case when n1 = 1 or n0 = 1 then f1 * p1 * f1 * p1 else 0 end)::double precision) as single_p1_p1,
      sum((case when n1 > 1 and n0 > 1 then f1 * f1 * (n1 * p1 - p1 * v1) / (n1 - 1) else 0 end)::double precision) as within_p1_v1,
      sum((case when n1 = 1 or n0 = 1 then f1 * p1 * f1 * v1 else 0 end)::double precision) as single_p1_v1,
      sum((f0 * p0)::double precision) as p0,
      sum((f0 * f0 * v0)::double precision) as squares_v0,
      sum((case when n1 > 1 and n0 > 1 then f0 * f0 * (n0 * pp0 - p0 * p0) / (n0 - 1) else 0 end)::double precision) as within_p0_p0,
      sum((case when n1 = 1 or n0 = 1 then f0 * p0 * f0 * p0 else 0 end)::double precision) as single_p0_p0,
      sum((case when n1 > 1 and n0 > 1 then f0 * f0 * (n0 * p0 - p0 * v0) / (n0 - 1) else 0 end)::double precision) as within_p0_v0,
      sum((case when n1 = 1 or n0 = 1 then f0 * p0 * f0 * v0 else 0 end)::double precision) as single_p0_v0,
      sum((case when n1 = 1 or n0 = 1 then f1 * p1 * f0 * p0 else 0 end)::double precision) as single_p1_p0,
      sum((case when n1 = 1 or n0 = 1 then f1 * p1 * f0 * v0 else 0 end)::double precision) as single_p1_v0,
      sum((case when n1 = 1 or n0 = 1 then f1 * v1 * f0 * p0 else 0 end)::double precision) as single_v1_p0,
      sum((f1 * s1)::double precision) as s1,
      sum((f1 * c1)::double precision) as c1,
      sum((f1 * f1 * c1)::double precision) as squares_c1,
      sum((case when n1 > 1 and n0 > 1 then f1 * f1 * (n1 * ss1 - s1 * s1) / (n1 - 1) else 0 end)::double precision) as within_s1_s1,
      sum((case when n1 = 1 or n0 = 1 then f1 * s1 * f1 * s1 else 0 end)::double precision) as single_s1_s1,
      sum((case when n1 > 1 and n0 > 1 then f1 * f1 * (n1 * s1 - s1 * c1) / (n1 - 1) else 0 end)::double precision) as within_s1_c1,
      sum((case when n1 = 1 or n0 = 1 then f1 * s1 * f1 * c1 else 0 end)::double precision) as single_s1_c1,
      sum((case when n1 > 1 and n0 > 1 then f1 * f1 * (n1 * c1 - c1 * c1) / (n1 - 1) else 0 end)::double precision) as within_c1_c1,
      sum((case when n1 = 1 or n0 = 1 then f1 * c1 * f1 * c1 else 0 end)::double precision) as single_c1_c1,
      sum((f0 * s0)::double precision) as s0,
      sum((f0 * c0)::double precision) as c0,
      sum((f0 * f0 * c0)::double precision) as squares_c0,
      sum((case when n1 > 1 and n0 > 1 then f0 * f0 * (n0 * ss0 - s0 * s0) / (n0 - 1) else 0 end)::double precision) as within_s0_s0,
      sum((case when n1 = 1 or n0 = 1 then f0 * s0 * f0 * s0 else 0 end)::double precision) as single_s0_s0,
      sum((case when n1 > 1 and n0 > 1 then f0 * f0 * (n0 * s0 - s0 * c0) / (n0 - 1) else 0 end)::double precision) as within_s0_c0,
      sum((case when n1 = 1 or n0 = 1 then f0 * s0 * f0 * c0 else 0 end)::double precision) as single_s0_c0,
      sum((case when n1 > 1 and n0 > 1 then f0 * f0 * (n0 * c0 - c0 * c0) / (n0 - 1) else 0 end)::double precision) as within_c0_c0,
      sum((case when n1 = 1 or n0 = 1 then f0 * c0 * f0 * c0 else 0 end)::double precision) as single_c0_c0,
      sum((case when n1 = 1 or n0 = 1 then f1 * s1 * f0 * s0 else 0 end)::double precision) as single_s1_s0,
      sum((case when n1 = 1 or n0 = 1 then f1 * s1 * f0 * c0 else 0 end)::double precision) as single_s1_c0,
      sum((case when n1 = 1 or n0 = 1 then f1 * c1 * f0 * s0 else 0 end)::double precision) as single_c1_s0,
      sum((case when n1 = 1 or n0 = 1 then f1 * c1 * f0 * c0 else 0 end)::double precision) as single_c1_c0,
      sum((v0)::double precision) as before_visibility_count,
      sum((m0)::double precision) as before_mention_count,
      sum((p0)::double precision) as before_position_sum,
      sum((s0)::double precision) as before_sentiment_thousandths,
      sum((c0)::double precision) as before_sentiment_count
    from hits
    join pairs on (pairs.prompt = hits.prompt)
      and (pairs.channel = hits.channel)
    group by 1
  )
select group_sums.*,
  brand_sums.brand,
  brand_sums.v1,
  brand_sums.within_v1_v1,
  brand_sums.single_v1_v1,
  brand_sums.within_v1_n1,
  brand_sums.single_v1_n1,
  brand_sums.v0,
  brand_sums.within_v0_v0,
  brand_sums.single_v0_v0,
  brand_sums.within_v0_n0,
  brand_sums.single_v0_n0,
  brand_sums.single_v1_v0,
  brand_sums.single_v1_n0,
  brand_sums.single_n1_v0,
  brand_sums.m1,
  brand_sums.within_m1_m1,
  brand_sums.single_m1_m1,
  brand_sums.within_m1_x1,
  brand_sums.single_m1_x1,
  brand_sums.m0,
  brand_sums.within_m0_m0,
  brand_sums.single_m0_m0,
  brand_sums.within_m0_x0,
  brand_sums.single_m0_x0,
  brand_sums.single_m1_m0,
  brand_sums.single_m1_x0,
  brand_sums.single_x1_m0,
  brand_sums.p1,
  brand_sums.squares_v1,
  brand_sums.within_p1_p1,
  brand_sums.single_p1_p1,
  brand_sums.within_p1_v1,
  brand_sums.single_p1_v1,
  brand_sums.p0,
  brand_sums.squares_v0,
  brand_sums.within_p0_p0,
  brand_sums.single_p0_p0,
  brand_sums.within_p0_v0,
  brand_sums.single_p0_v0,
  brand_sums.single_p1_p0,
  brand_sums.single_p1_v0,
  brand_sums.single_v1_p0,
  brand_sums.s1,
  brand_sums.c1,
  brand_sums.squares_c1,
  brand_sums.within_s1_s1,
  brand_sums.single_s1_s1,
  brand_sums.within_s1_c1,
  brand_sums.single_s1_c1,
  brand_sums.within_c1_c1,
  brand_sums.single_c1_c1,
  brand_sums.s0,
  brand_sums.c0,
  brand_sums.squares_c0,
  brand_sums.within_s0_s0,
  brand_sums.single_s0_s0,
  brand_sums.within_s0_c0,
  brand_sums.single_s0_c0,
  brand_sums.within_c0_c0,
  brand_sums.single_c0_c0,
  brand_sums.single_s1_s0,
  brand_sums.single_s1_c0,
  brand_sums.single_c1_s0,
  brand_sums.single_c1_c0,
  brand_sums.before_visibility_count,
  brand_sums.before_mention_count,
  brand_sums.before_position_sum,
  brand_sums.before_sentiment_thousandths,
  brand_sums.before_sentiment_count
from group_sums
left join brand_sums on true
limit $(100001)

with answers_in as (
    select f.prompt as prompt,
      f.channel as channel,
      (f.date >= $("2026-01-01")::date and f.date <= $("2026-01-31")::date) as is_1,
      (f.date >= $("2025-12-01")::date and f.date <= $("2025-12-31")::date) as is_0
    from "chats" f
    where f.project = $(1)
      and f.date >= $("2025-12-01")::date
      and f.date <= $("2026-01-31")::date
      and f.status in (1, 2)
      and ((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-31")::date) or (f.date >= $("2025-12-01")::date and f.date <= $("2025-12-31")::date))
  ),
  pairs as (
    select prompt,
      channel,
      count(*) as n,
      count(*) filter (where is_1) as n1,
      count(*) filter (where is_0) as n0
    from answers_in
    group by 1, 2
  ),
  prompts_in as (
    select prompt,
      sum(n1) as n1,
      sum(n0) as n0
    from pairs
    group by prompt
  ),
  channels_in as (
    select channel,
      sum(n1) as n1,
      sum(n0) as n0
    from pairs
    group by channel
  )
select coalesce(sum(n) filter (where n1 > 0 and n0 > 0), 0)::double precision as shared,
  coalesce(sum(n) filter (where n0 = 0), 0)::double precision as only_now,
  coalesce(sum(n) filter (where n1 = 0), 0)::double precision as only_before,
  (
    select count(*)::double precision
    from prompts_in
    where n0 = 0
  ) as new_prompts,
  (
    select count(*)::double precision
    from prompts_in
    where n1 = 0
  ) as dropped_prompts,
  (
    select count(*)::double precision
    from channels_in
    where n0 = 0
  ) as new_channels,
  (
    select count(*)::double precision
    from channels_in
    where n1 = 0
  ) as dropped_channels
from pairs
