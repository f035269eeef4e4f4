with totals as (
    select date_trunc('month', f.date)::date as "d0",
      sum(f.chats)::bigint as total_chat_count
    from "daily_chats" f
    where f.project = $(3)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-02-10")::date
    group by 1
    having sum(f.chats)::bigint > 0
  ),
  sums as (
    select date_trunc('month', f.date)::date as "d0",
      f.source as source,
      sum(f.retrieval_count)::bigint as retrieval_count,
      sum(f.citation_count)::bigint as citation_count,
      sum(f.retrieved_chat_count)::bigint as retrieved_chat_count
    from (
        select f.project,
          f.date,
          "f"."url" as source,
          1 as retrieval_count,
          f.citation_count,
          1 as retrieved_chat_count
        from sources f
        where f.project = $(3)
          and (((f.date >= $("2026-02-01")::date and f.date <= $("2026-02-10")::date)))
          and (f.generation in ($(0), $(1)))
        union all
        select f.project,
          f.date,
          "f"."url" as source,
          f.retrieval_count,
          f.citation_count,
          f.retrieved_chat_count
        from "monthly_urls" f
        where f.project = $(3)
          and ((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-01")::date))
      ) f
    where f.project = $(3)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-02-10")::date
    group by 1, 2
  ),
  owner as (
    select unnest($([])::text[]) as name,
      'OWN' as class
    union all
    select unnest($([])::text[]) as name,
      'COMPETITOR' as class
  ),
  r as (
    select "sums"."d0",
      sums.source,
      u.address as name,
      u.title as title,
      coalesce(uc.name, u.class) as classification,
      sums.retrieval_count,
      sums.citation_count,
      sums.retrieved_chat_count,
      totals.total_chat_count,
      0 as gap,
      0 as mentioned_brand_count
    from sums
    join totals on ("totals"."d0" = "sums"."d0")
    join urls u on u.project = $(3)
      and u.url = sums.source
    left join assignments ua on ua.project = $(3)
      and ua.kind = 'url'
      and ua.target = u.address
    left join classifications uc on uc.project = $(3)
      and uc.kind = 'url'
      and uc.name_key = ua.name_key
    join domains d on d.project = $(3)
      and d.domain = u.domain
    left join owner on owner.name = d.name
    left join assignments da on da.project = $(3)
      and da.kind = 'domain'
      and da.target = d.name
    left join classifications dc on dc.project = $(3)
      and dc.kind = 'domain'
      and dc.name_key = da.name_key
    where true
  )
select "r"."d0",
  r.name as url,
  r.title as title,
  null as channel_title,
  r.classification as classification,
  r.source as mentioned_brands,
  r.retrieval_count::double precision as retrieval_count,
  r.citation_count::double precision as citation_count,
  r.retrieved_chat_count::double precision as retrieved_chat_count,
  r.total_chat_count::double precision as total_chat_count,
  r.mentioned_brand_count::double precision as mentioned_brand_count,
  r.gap::double precision as gap
from r
where true
order by r.retrieval_count desc nulls last,
  "r"."d0" asc nulls last,
  r.name collate "C" asc
limit $(1000)
offset $(0)

select date_trunc('month', f.date)::date as "d0",
  f.url as source,
  f.brands as brands
from "monthly_urls" f
where f.project = $(3)
  and ((f.date >= $("2026-01-01")::date and f.date <= $("2026-01-01")::date))
  and f.url in ($(2)::int, $(1)::int, $(3)::int)
  and f.brands <> ''

select distinct "s"."d0",
  s.source,
  m.brand
from (
    select date_trunc('month', f.date)::date as "d0",
      f.url as source,
      f.chat as chat
    from "sources" f
    where f.project = $(3)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-02-10")::date
      and f.generation in ($(0), $(1))
      and ((f.date >= $("2026-02-01")::date and f.date <= $("2026-02-10")::date))
      and f.url in ($(2)::int, $(1)::int, $(3)::int)
  ) s
join (
    select f.chat,
      f.brand
    from mentions f
    where f.project = $(3)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-02-10")::date
      and (((f.date >= $("2026-02-01")::date and f.date <= $("2026-02-10")::date)))
      and (f.generation in ($(0), $(1)))
      and (true)
  ) m on m.chat = s.chat
