with shown_brands as (
    select b.brand
    from brands b
    where b.project = $(1)
      and b.brand in ($(1)::int, $(2)::int, $(3)::int)
  ),
  counts as (
    select f.chat,
      count(*) as mentions
    from "mentions" f
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.generation in ($(0), $(1))
      and true
    group by f.chat
  ),
  chats_in_order as (
    select f.chat as "d0",
      f.chat
    from "chats" f
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.status in (1, 2)
  ),
  zero_counts as (
    select c.*,
      (
        select count(*)
        from shown_brands
      ) - coalesce(counts.mentions, 0) as zeros
    from chats_in_order c
    left join counts on counts.chat = c.chat
  ),
  running as (
    select *,
      sum(zeros) over (order by "d0" rows unbounded preceding)::bigint - zeros as before
    from zero_counts
  ),
  page as (
    select *
    from running
    where before < $(1006)
      and before + zeros > $(6)
  ),
  mentioned as (
    select f.chat,
      f.brand,
      f.mention_count
    from mentions f
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.generation in ($(0), $(1))
      and f.chat in (
        select chat
        from page
      )
  ),
  voices as (
    select chat,
      sum(mention_count)::bigint as voice
    from mentioned
    where true
    group by chat
  ),
  r as (
    select "page"."d0",
      b.brand,
      1 as visibility_total,
      0 as visibility_count,
      0 as mention_count,
      0 as position_sum,
      0 as sentiment_thousandths,
      0 as sentiment_count,
      0 as sentiment_positive_count,
      0 as sentiment_negative_count,
      coalesce(voices.voice, 0) as voice
    from page
    cross join shown_brands b
    left join mentioned on mentioned.chat = page.chat
      and mentioned.brand = b.brand
    left join voices on voices.chat = page.chat
    where mentioned.chat is null
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
order by r.visibility_count::double precision / r.visibility_total asc nulls last,
  "r"."d0" asc nulls last,
  r.brand asc
limit $(1000)
offset greatest(0, $(6) - coalesce((
    select min(before)
    from page
  ), 0))

with shown_brands as (
    select b.brand
    from brands b
    where b.project = $(1)
      and b.brand in ($(1)::int, $(2)::int, $(3)::int)
  ),
  counts as (
    select f.chat,
      count(*) as mentions
    from "mentions" f
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.generation in ($(0), $(1))
      and true
    group by f.chat
  ),
  chats_in_order as (
    select f.chat as "d0",
      f.chat
    from "chats" f
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.status in (1, 2)
  ),
  zero_counts as (
    select c.*,
      (
        select count(*)
        from shown_brands
      ) - coalesce(counts.mentions, 0) as zeros
    from chats_in_order c
    left join counts on counts.chat = c.chat
  ),
  running as (
    select *,
      sum(zeros) over (order by "d0" rows unbounded preceding)::bigint - zeros as before
    from zero_counts
  )
select coalesce(sum(zeros), 0)::bigint as total
from running

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
    order by f.chat asc nulls last,
      f.brand asc nulls last
    limit $(1000)
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
order by r.visibility_count::double precision / r.visibility_total asc nulls last,
  "r"."d0" asc nulls last,
  r.brand asc
