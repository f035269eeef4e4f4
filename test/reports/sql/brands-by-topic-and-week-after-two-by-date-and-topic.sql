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
    select f.date as "d0",
      p.topic as "d1",
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
    select f.date as "d0",
      p.topic as "d1",
      count(*) as visibility_total
    from "chats" f
    join prompts p on p.project = $(1)
      and p.prompt = f.prompt
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.status in (1, 2)
    group by 1, 2
    having count(*) > 0
  ) totals
limit $(150001)
