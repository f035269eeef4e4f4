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
      f.chat asc,
      f.brand asc
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
  )
select page.*,
  1 as visibility_total,
  1 as visibility_count,
  1 as position_count,
  page.position as position_sum,
  coalesce(page.sentiment, 0) as sentiment_thousandths,
  case when page.sentiment is null then 0 else 1 end as sentiment_count,
  voices.voice
from page
join voices on voices.chat = page.chat
order by "page"."mention_count" desc nulls last,
  "page"."d0" asc,
  page.brand asc
