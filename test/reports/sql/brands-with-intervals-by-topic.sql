with totals as (
    select p.topic as "d0",
      count(*) as visibility_total
    from "chats" f
    join prompts p on p.project = $(1)
      and p.prompt = f.prompt
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
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
    join prompts p on p.project = $(1)
      and p.prompt = f.prompt
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
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
    join brands b on b.project = $(1)
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

with totals as (
    select p.topic as "d0",
      f.prompt as prompt,
      count(*) as n
    from "chats" f
    join prompts p on p.project = $(1)
      and p.prompt = f.prompt
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.status in (1, 2)
    group by 1, 2
  ),
  hits as materialized(
    select p.topic as "d0",
      f.prompt as prompt,
      f.brand as brand,
      (count(*))::bigint as visibility_count,
      (sum(f.mention_count)::bigint)::bigint as mention_count,
      (sum(f.position)::bigint)::bigint as position_sum,
      (coalesce(sum(f.sentiment), 0)::bigint)::bigint as sentiment_thousandths,
      (count(f.sentiment))::bigint as sentiment_count
    from "mentions" f
    join prompts p on p.project = $(1)
      and p.prompt = f.prompt
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.generation in ($(0), $(1))
    group by 1, 2, 3
  ),
  voices as (
    select "d0",
      prompt,
      sum(mention_count)::bigint as voice
    from hits
    where true
    group by 1, 2
  ),
  by_prompt as materialized(
    select "totals"."d0",
      totals.prompt as prompt,
      n,
      voice
    from totals
    left join voices on ("voices"."d0" = "totals"."d0")
      and (voices.prompt = totals.prompt)
  ),
  group_sums as (
    select "d0",
      sum((n)::double precision) as n,
      sum((n * n)::double precision) as n_n,
      count(*)::double precision as prompts,
      sum((coalesce(voice, 0))::double precision) as voice,
      sum((coalesce(voice * voice, 0))::double precision) as voice_voice,
      count(voice)::double precision as voiced
    from by_prompt
    group by 1
  ),
  brand_sums as (
    select "hits"."d0",
      hits.brand,
      sum((visibility_count)::double precision) as v,
      sum((visibility_count * visibility_count)::double precision) as v_v,
      sum((visibility_count * n)::double precision) as v_n,
      sum((mention_count)::double precision) as m,
      sum((mention_count * mention_count)::double precision) as m_m,
      sum((mention_count * voice)::double precision) as m_voice,
      sum((position_sum)::double precision) as p,
      sum((position_sum * position_sum)::double precision) as p_p,
      sum((position_sum * visibility_count)::double precision) as p_v,
      sum((sentiment_thousandths)::double precision) as s,
      sum((sentiment_thousandths * sentiment_thousandths)::double precision) as s_s,
      sum((sentiment_thousandths * sentiment_count)::double precision) as s_c,
      sum((sentiment_count)::double precision) as c,
      sum((sentiment_count * sentiment_count)::double precision) as c_c,
      count(*)::double precision as named,
      sum(case when sentiment_count > 0 then 1 else 0 end)::double precision as scored
    from hits
    join by_prompt on ("by_prompt"."d0" = "hits"."d0")
      and (by_prompt.prompt = hits.prompt)
    where hits.brand in ($(1)::int, $(2)::int, $(3)::int)
    group by 1, 2
  )
select group_sums.*,
  brand_sums.brand,
  brand_sums.v,
  brand_sums.v_v,
  brand_sums.v_n,
  brand_sums.m,
  brand_sums.m_m,
  brand_sums.m_voice,
  brand_sums.p,
  brand_sums.p_p,
  brand_sums.p_v,
  brand_sums.s,
  brand_sums.s_s,
  brand_sums.s_c,
  brand_sums.c,
  brand_sums.c_c,
  brand_sums.named,
  brand_sums.scored
from group_sums
left join brand_sums on ("brand_sums"."d0" = "group_sums"."d0")
