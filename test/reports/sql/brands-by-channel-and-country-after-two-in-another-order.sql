select "d0",
  "d1",
  brand,
  0::double precision as visibility_total,
  visibility_count::double precision as visibility_count,
  mention_count::double precision as mention_count,
  position_sum::double precision as position_sum,
  sentiment_thousandths::double precision as sentiment_thousandths,
  sentiment_count::double precision as sentiment_count,
  sentiment_positive_count::double precision as sentiment_positive_count,
  sentiment_negative_count::double precision as sentiment_negative_count
from (
    select f.country as "d0",
      f.channel as "d1",
      f.brand as brand,
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
    group by 1, 2, 3
  ) hits
union all
select "d0",
  "d1",
  null,
  visibility_total::double precision,
  0,
  0,
  0,
  0,
  0,
  0,
  0
from (
    select f.country as "d0",
      f.channel as "d1",
      sum(f.chats)::bigint as visibility_total
    from "daily_chats" f
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
    group by 1, 2
    having sum(f.chats)::bigint > 0
  ) totals
limit $(150001)
