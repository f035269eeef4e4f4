with page as (
    select f.chat as "d0",
      f.chat,
      f.brand,
      f.mention_count,
      f.position,
      f.sentiment
    from "mentions" f
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.generation in ($(0), $(1))
      and true
    order by "f"."mention_count" desc nulls last,
      f.chat asc nulls last,
      f.brand asc nulls last
    limit $(2)
    offset $(0)
  ),
  voices as (
    select f.chat,
      sum(f.mention_count)::double precision as voice
    from mentions f
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.generation in ($(0), $(1))
      and true
      and f.chat in (
        select chat
        from page
      )
    group by f.chat
  ),
  r as (
    select "page"."d0",
      page.brand,
      1 as visibility_total,
      1 as visibility_count,
      "page"."mention_count" as mention_count,
      "page"."position" as position_sum,
      coalesce("page"."sentiment", 0) as sentiment_thousandths,
      case when "page"."sentiment" is null then 0 else 1 end as sentiment_count,
      case when page.sentiment > 100 then 1 else 0 end as sentiment_positive_count,
      case when page.sentiment < -100 then 1 else 0 end as sentiment_negative_count,
      voices.voice
    from page
    join voices on voices.chat = page.chat
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
