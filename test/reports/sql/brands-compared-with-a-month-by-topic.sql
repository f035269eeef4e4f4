with totals as (
    select p.topic as "d0",
      count(*) as visibility_total
    from "chats" f
    join prompts p on p.project = $(3)
      and p.prompt = f.prompt
    where f.project = $(3)
      and f.date >= $("2026-02-01")::date
      and f.date <= $("2026-02-28")::date
      and f.status in (1, 2)
    group by 1
    having count(*) > 0
  ),
  hits as (
    select p.topic as "d0",
      f.brand as brand,
      count(*) as visibility_count,
      sum(f.mention_count)::bigint as mention_count,
      sum(f.position)::bigint as position_sum,
      coalesce(sum(f.sentiment), 0)::bigint as sentiment_thousandths,
      count(f.sentiment) as sentiment_count,
      sum(case when f.sentiment > 100 then 1 else 0 end)::bigint as sentiment_positive_count,
      sum(case when f.sentiment < -100 then 1 else 0 end)::bigint as sentiment_negative_count
    from "mentions" f
    join prompts p on p.project = $(3)
      and p.prompt = f.prompt
    where f.project = $(3)
      and f.date >= $("2026-02-01")::date
      and f.date <= $("2026-02-28")::date
      and f.generation in ($(0), $(1))
    group by 1, 2
  ),
  voices as (
    select "d0",
      sum(mention_count)::bigint as voice
    from hits
    where true
    group by 1
  ),
  r as (
    select "totals"."d0",
      b.brand,
      b.name as brand_name,
      totals.visibility_total,
      coalesce(hits.visibility_count, 0) as visibility_count,
      coalesce(hits.mention_count, 0) as mention_count,
      coalesce(hits.position_sum, 0) as position_sum,
      coalesce(hits.sentiment_thousandths, 0) as sentiment_thousandths,
      coalesce(hits.sentiment_count, 0) as sentiment_count,
      coalesce(hits.sentiment_positive_count, 0) as sentiment_positive_count,
      coalesce(hits.sentiment_negative_count, 0) as sentiment_negative_count,
      coalesce(voices.voice, 0) as voice
    from totals
    join brands b on b.project = $(3)
      and b.brand in ($(1)::int, $(2)::int, $(3)::int)
    left join hits on (hits.brand = b.brand)
      and ("hits"."d0" = "totals"."d0")
    left join voices on ("voices"."d0" = "totals"."d0")
  )
select "r"."d0",
  r.brand as brand,
  r.mention_count::double precision as mention_count,
  r.visibility_count::double precision as visibility_count,
  r.visibility_total::double precision as visibility_total,
  r.voice::double precision as voice,
  r.sentiment_thousandths::double precision as sentiment_thousandths,
  r.sentiment_count::double precision as sentiment_count,
  r.sentiment_positive_count::double precision as sentiment_positive_count,
  r.sentiment_negative_count::double precision as sentiment_negative_count,
  r.position_sum::double precision as position_sum
from r
where true
order by r.visibility_count::double precision / r.visibility_total desc nulls last,
  r.mention_count desc nulls last,
  nullif("r"."d0", 0) asc nulls last,
  r.brand asc
limit $(1000)
offset $(0)

with totals as materialized(
    select "d0",
      prompt,
      channel,
      coalesce(of_1.n, 0) as n1,
      coalesce(of_0.n, 0) as n0
    from (
        select p.topic as "d0",
          f.prompt as prompt,
          f.channel as channel,
          count(*) as n
        from "chats" f
        join prompts p on p.project = $(3)
          and p.prompt = f.prompt
        where f.project = $(3)
          and f.date >= $("2026-02-01")::date
          and f.date <= $("2026-02-28")::date
          and f.status in (1, 2)
        group by 1, 2, 3
      ) of_1 full
    join (
        select p.topic as "d0",
          f.prompt as prompt,
          f.channel as channel,
          sum(f.chats)::bigint as n
        from (
            select f.project,
              f.date,
              f.prompt,
              f.channel,
              f.country,
              0 as chat,
              f.chats
            from monthly_chats f
            where f.project = $(3)
              and ((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-01")::date))
          ) f
        join prompts p on p.project = $(3)
          and p.prompt = f.prompt
        where f.project = $(3)
          and f.date >= $("2026-01-01")::date
          and f.date <= $("2026-01-31")::date
        group by 1, 2, 3
      ) of_0 using("d0", prompt, channel)
  ),
  hits as materialized(
    select "d0",
      prompt,
      channel,
      brand,
      coalesce(of_1.v, 0) as v1,
      coalesce(of_1.m, 0) as m1,
      coalesce(of_1.p, 0) as p1,
      coalesce(of_1.s, 0) as s1,
      coalesce(of_1.c, 0) as c1,
      coalesce(of_0.v, 0) as v0,
      coalesce(of_0.m, 0) as m0,
      coalesce(of_0.p, 0) as p0,
      coalesce(of_0.s, 0) as s0,
      coalesce(of_0.c, 0) as c0
    from (
        select p.topic as "d0",
          f.prompt as prompt,
          f.channel as channel,
          f.brand as brand,
          count(*) as v,
          sum(f.mention_count)::bigint as m,
          sum(f.position)::bigint as p,
          coalesce(sum(f.sentiment), 0)::bigint as s,
          count(f.sentiment) as c
        from "mentions" f
        join prompts p on p.project = $(3)
          and p.prompt = f.prompt
        where f.project = $(3)
          and f.date >= $("2026-02-01")::date
          and f.date <= $("2026-02-28")::date
          and f.generation in ($(0), $(1))
        group by 1, 2, 3, 4
      ) of_1 full
    join (
        select p.topic as "d0",
          f.prompt as prompt,
          f.channel as channel,
          f.brand as brand,
          sum(f.visibility_count)::bigint as v,
          sum(f.mention_count)::bigint as m,
          sum(f.position_sum)::bigint as p,
          sum(f.sentiment_thousandths)::bigint as s,
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
              f.sentiment_negative_count
            from monthly_mentions f
            where f.project = $(3)
              and ((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-01")::date))
          ) f
        join prompts p on p.project = $(3)
          and p.prompt = f.prompt
        where f.project = $(3)
          and f.date >= $("2026-01-01")::date
          and f.date <= $("2026-01-31")::date
        group by 1, 2, 3, 4
      ) of_0 using("d0", prompt, channel, brand)
  ),
  voices as (
    select "d0",
      prompt,
      channel,
      sum(m1)::bigint as x1,
      sum(m0)::bigint as x0
    from hits
    where true
    group by 1, 2, 3
  ),
  pairs as (
    select totals.*,
      coalesce(x1, 0) as x1,
      coalesce(x0, 0) as x0
    from totals
    left join voices on ("voices"."d0" = "totals"."d0")
      and (voices.prompt = totals.prompt)
      and (voices.channel = totals.channel)
  ),
  by_prompt as materialized(
    select "d0",
      prompt,
      sum((n1 * n0)::double precision / (n1 + n0)) as n1,
      sum((n0 * n1)::double precision / (n1 + n0)) as n0,
      sum((x1 * n0)::double precision / (n1 + n0)) as x1,
      sum((x0 * n1)::double precision / (n1 + n0)) as x0,
      sum(n1) as now,
      sum((case when n0 > 0 then n1 else 0 end)::double precision) as answers1,
      sum((case when n1 > 0 then n0 else 0 end)::double precision) as answers0,
      sum((n0)::double precision) as before_visibility_total,
      sum((x0)::double precision) as before_voice
    from pairs
    group by 1, 2
  ),
  by_brand as (
    select "hits"."d0",
      hits.prompt as prompt,
      brand,
      sum((v1 * n0)::double precision / (n1 + n0)) as v1,
      sum((v0 * n1)::double precision / (n1 + n0)) as v0,
      sum((m1 * n0)::double precision / (n1 + n0)) as m1,
      sum((m0 * n1)::double precision / (n1 + n0)) as m0,
      sum((p1 * n0)::double precision / (n1 + n0)) as p1,
      sum((p0 * n1)::double precision / (n1 + n0)) as p0,
      sum((s1 * n0)::double precision / (n1 + n0)) as s1,
      sum((s0 * n1)::double precision / (n1 + n0)) as s0,
      sum((c1 * n0)::double precision / (n1 + n0)) as c1,
      sum((c0 * n1)::double precision / (n1 + n0)) as c0,
      sum((v0)::double precision) as before_visibility_count,
      sum((m0)::double precision) as before_mention_count,
      sum((p0)::double precision) as before_position_sum,
      sum((s0)::double precision) as before_sentiment_thousandths,
      sum((c0)::double precision) as before_sentiment_count
    from hits
    join totals on ("totals"."d0" = "hits"."d0")
      and (totals.prompt = hits.prompt)
      and (totals.channel = hits.channel)
    where brand in ($(1)::int, $(2)::int, $(3)::int)
    group by 1, 2, 3
  ),
  group_sums as (
    select "d0",
      sum((n1)::double precision) as n1,
      sum((n1 * n1)::double precision) as n1_n1,
      sum((n0)::double precision) as n0,
      sum((n0 * n0)::double precision) as n0_n0,
      sum((n1 * n0)::double precision) as n1_n0,
      count(*) filter (where n1 + n0 > 0)::double precision as prompts_n,
      sum((x1)::double precision) as x1,
      sum((x1 * x1)::double precision) as x1_x1,
      sum((x0)::double precision) as x0,
      sum((x0 * x0)::double precision) as x0_x0,
      sum((x1 * x0)::double precision) as x1_x0,
      count(*) filter (where x1 + x0 > 0)::double precision as prompts_x,
      sum((answers1)::double precision) as answers1,
      sum((answers0)::double precision) as answers0,
      sum((before_visibility_total)::double precision) as before_visibility_total,
      sum((before_voice)::double precision) as before_voice
    from by_prompt
    group by 1
    having sum(now) > 0
  ),
  brand_sums as (
    select "by_brand"."d0",
      brand,
      sum((v1)::double precision) as v1,
      sum((v1 * v1)::double precision) as v1_v1,
      sum((v1 * n1)::double precision) as v1_n1,
      sum((v0)::double precision) as v0,
      sum((v0 * v0)::double precision) as v0_v0,
      sum((v0 * n0)::double precision) as v0_n0,
      sum((v1 * v0)::double precision) as v1_v0,
      sum((v1 * n0)::double precision) as v1_n0,
      sum((n1 * v0)::double precision) as n1_v0,
      sum((m1)::double precision) as m1,
      sum((m1 * m1)::double precision) as m1_m1,
      sum((m1 * x1)::double precision) as m1_x1,
      sum((m0)::double precision) as m0,
      sum((m0 * m0)::double precision) as m0_m0,
      sum((m0 * x0)::double precision) as m0_x0,
      sum((m1 * m0)::double precision) as m1_m0,
      sum((m1 * x0)::double precision) as m1_x0,
      sum((x1 * m0)::double precision) as x1_m0,
      sum((p1)::double precision) as p1,
      sum((p1 * p1)::double precision) as p1_p1,
      sum((p1 * v1)::double precision) as p1_v1,
      sum((p0)::double precision) as p0,
      sum((p0 * p0)::double precision) as p0_p0,
      sum((p0 * v0)::double precision) as p0_v0,
      sum((p1 * p0)::double precision) as p1_p0,
      sum((p1 * v0)::double precision) as p1_v0,
      sum((v1 * p0)::double precision) as v1_p0,
      count(*) filter (where v1 + v0 > 0)::double precision as prompts_v,
      sum((s1)::double precision) as s1,
      sum((c1)::double precision) as c1,
      sum((s1 * s1)::double precision) as s1_s1,
      sum((s1 * c1)::double precision) as s1_c1,
      sum((c1 * c1)::double precision) as c1_c1,
      sum((s0)::double precision) as s0,
      sum((c0)::double precision) as c0,
      sum((s0 * s0)::double precision) as s0_s0,
      sum((s0 * c0)::double precision) as s0_c0,
      sum((c0 * c0)::double precision) as c0_c0,
      sum((s1 * s0)::double precision) as s1_s0,
      sum((s1 * c0)::double precision) as s1_c0,
      sum((c1 * s0)::double precision) as c1_s0,
      sum((c1 * c0)::double precision) as c1_c0,
      count(*) filter (where c1 + c0 > 0)::double precision as prompts_c,
      sum((before_visibility_count)::double precision) as before_visibility_count,
      sum((before_mention_count)::double precision) as before_mention_count,
      sum((before_position_sum)::double precision) as before_position_sum,
      sum((before_sentiment_thousandths)::double precision) as before_sentiment_thousandths,
      sum((before_sentiment_count)::double precision) as before_sentiment_count
    from by_brand
    join by_prompt on ("by_prompt"."d0" = "by_brand"."d0")
      and (by_prompt.prompt = by_brand.prompt)
    group by 1, 2
  )
select group_sums.*,
  brand_sums.brand,
  brand_sums.v1,
  brand_sums.v1_v1,
  brand_sums.v1_n1,
  brand_sums.v0,
  brand_sums.v0_v0,
  brand_sums.v0_n0,
  brand_sums.v1_v0,
  brand_sums.v1_n0,
  brand_sums.n1_v0,
  brand_sums.m1,
  brand_sums.m1_m1,
  brand_sums.m1_x1,
  brand_sums.m0,
  brand_sums.m0_m0,
  brand_sums.m0_x0,
  brand_sums.m1_m0,
  brand_sums.m1_x0,
  brand_sums.x1_m0,
  brand_sums.p1,
  brand_sums.p1_p1,
  brand_sums.p1_v1,
  brand_sums.p0,
  brand_sums.p0_p0,
  brand_sums.p0_v0,
  brand_sums.p1_p0,
  brand_sums.p1_v0,
  brand_sums.v1_p0,
  brand_sums.prompts_v,
  brand_sums.s1,
  brand_sums.c1,
  brand_sums.s1_s1,
  brand_sums.s1_c1,
  brand_sums.c1_c1,
  brand_sums.s0,
  brand_sums.c0,
  brand_sums.s0_s0,
  brand_sums.s0_c0,
  brand_sums.c0_c0,
  brand_sums.s1_s0,
  brand_sums.s1_c0,
  brand_sums.c1_s0,
  brand_sums.c1_c0,
  brand_sums.prompts_c,
  brand_sums.before_visibility_count,
  brand_sums.before_mention_count,
  brand_sums.before_position_sum,
  brand_sums.before_sentiment_thousandths,
  brand_sums.before_sentiment_count
from group_sums
left join brand_sums on ("brand_sums"."d0" = "group_sums"."d0")
limit $(100001)

with answers_in as (
    select f.prompt as prompt,
      f.channel as channel,
      (f.date >= $("2026-02-01")::date and f.date <= $("2026-02-28")::date) as is_1,
      (f.date >= $("2026-01-01")::date and f.date <= $("2026-01-31")::date) as is_0
    from "chats" f
    where f.project = $(3)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-02-28")::date
      and f.status in (1, 2)
      and ((f.date >= $("2026-02-01")::date and f.date <= $("2026-02-28")::date) or (f.date >= $("2026-01-01")::date and f.date <= $("2026-01-31")::date))
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
