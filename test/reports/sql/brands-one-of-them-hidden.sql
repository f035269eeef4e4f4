with totals as (
    select f.channel as "d0",
      sum(f.chats)::bigint as visibility_total
    from "daily_chats" f
    where f.project = $(2)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
    group by 1
    having sum(f.chats)::bigint > 0
  ),
  hits as (
    select f.channel as "d0",
      f.brand as brand,
      sum(f.visibility_count)::bigint as visibility_count,
      sum(f.mention_count)::bigint as mention_count,
      sum(f.position_sum)::bigint as position_sum,
      sum(f.sentiment_thousandths)::bigint as sentiment_thousandths,
      sum(f.sentiment_count)::bigint as sentiment_count,
      sum(f.sentiment_positive_count)::bigint as sentiment_positive_count,
      sum(f.sentiment_negative_count)::bigint as sentiment_negative_count
    from "daily_mentions" f
    where f.project = $(2)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.generation in ($(0), $(1))
    group by 1, 2
  ),
  voices as (
    select "d0",
      sum(mention_count)::bigint as voice
    from hits
    where brand in ($(1)::int, $(2)::int, $(3)::int)
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
    join brands b on b.project = $(2)
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
  "r"."d0" asc nulls last,
  r.brand asc
limit $(1000)
offset $(0)
