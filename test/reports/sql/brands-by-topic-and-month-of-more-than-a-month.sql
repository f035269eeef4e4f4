with totals as (
    select p.topic as "d0",
      date_trunc('month', f.date)::date as "d1",
      sum(f.chats)::bigint as visibility_total
    from (
        select f.project,
          f.date,
          f.prompt,
          1 as chats
        from chats f
        where f.project = $(3)
          and (((f.date >= $("2026-02-01")::date and f.date <= $("2026-02-10")::date)))
          and (f.status in (1, 2))
        union all
        select f.project,
          f.date,
          f.prompt,
          f.chats
        from monthly_prompt_chats f
        where f.project = $(3)
          and ((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-01")::date))
      ) f
    join prompts p on p.project = $(3)
      and p.prompt = f.prompt
    where f.project = $(3)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-02-10")::date
    group by 1, 2
    having sum(f.chats)::bigint > 0
  ),
  hits as (
    select p.topic as "d0",
      date_trunc('month', f.date)::date as "d1",
      f.brand as brand,
      sum(f.visibility_count)::bigint as visibility_count,
      sum(f.mention_count)::bigint as mention_count,
      sum(f.position_sum)::bigint as position_sum,
      sum(f.sentiment_thousandths)::bigint as sentiment_thousandths,
      sum(f.sentiment_count)::bigint as sentiment_count,
      sum(f.sentiment_positive_count)::bigint as sentiment_positive_count,
      sum(f.sentiment_negative_count)::bigint as sentiment_negative_count
    from (
        select f.project,
          f.date,
          f.prompt,
          f.brand,
          1 as visibility_count,
          "f"."mention_count" as mention_count,
          "f"."position" as position_sum,
          coalesce("f"."sentiment", 0) as sentiment_thousandths,
          case when "f"."sentiment" is null then 0 else 1 end as sentiment_count,
          case when f.sentiment > 100 then 1 else 0 end as sentiment_positive_count,
          case when f.sentiment < -100 then 1 else 0 end as sentiment_negative_count
        from mentions f
        where f.project = $(3)
          and (((f.date >= $("2026-02-01")::date and f.date <= $("2026-02-10")::date)))
          and (f.generation in ($(0), $(1)))
        union all
        select f.project,
          f.date,
          f.prompt,
          f.brand,
          f.visibility_count,
          f.mention_count,
          f.position_sum,
          f.sentiment_thousandths,
          f.sentiment_count,
          f.sentiment_positive_count,
          f.sentiment_negative_count
        from monthly_prompt_mentions f
        where f.project = $(3)
          and ((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-01")::date))
      ) f
    join prompts p on p.project = $(3)
      and p.prompt = f.prompt
    where f.project = $(3)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-02-10")::date
    group by 1, 2, 3
  ),
  voices as (
    select "d0",
      "d1",
      sum(mention_count)::bigint as voice
    from hits
    where true
    group by 1, 2
  ),
  r as (
    select "totals"."d0",
      "totals"."d1",
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
      and ("hits"."d1" = "totals"."d1")
    left join voices on ("voices"."d0" = "totals"."d0")
      and ("voices"."d1" = "totals"."d1")
  )
select "r"."d0",
  "r"."d1",
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
  "r"."d1" asc nulls last,
  r.brand asc
limit $(1000)
offset $(0)
