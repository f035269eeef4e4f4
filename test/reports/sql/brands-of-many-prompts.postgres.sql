with totals as (
    select count(*) as visibility_total
    from "chats" f
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.status in (1, 2)
      and f.prompt = any($([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20])::int[])
    having count(*) > 0
  ),
  hits as (
    select f.brand as brand,
      count(*) as visibility_count,
      sum(f.mention_count)::bigint as mention_count,
      sum(f.position)::bigint as position_sum,
      coalesce(sum(f.sentiment), 0)::bigint as sentiment_thousandths,
      count(f.sentiment) as sentiment_count,
      sum(case when f.sentiment > 100 then 1 else 0 end)::bigint as sentiment_positive_count,
      sum(case when f.sentiment < -100 then 1 else 0 end)::bigint as sentiment_negative_count
    from "mentions" f
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.generation in ($(0), $(1))
      and f.prompt = any($([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20])::int[])
    group by 1
  ),
  voices as (
    select sum(mention_count)::bigint as voice
    from hits
    where true
  ),
  r as (
    select b.brand,
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
    left join voices on true
  )
select r.brand as brand,
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
  r.brand asc
limit $(1000)
offset $(0)
