with totals as (
    select count(*) as total_chat_count
    from "chats" f
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.status in (1, 2)
    having count(*) > 0
  ),
  sums as (
    select f.domain as source,
      count(*) as retrieval_count,
      sum(f.citation_count)::bigint as citation_count,
      sum(f.is_first)::bigint as retrieved_chat_count
    from "sources" f
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.generation in ($(0), $(1))
    group by 1
  ),
  owner as (
    select unnest($([])::text[]) as name,
      'OWN' as class
    union all
    select unnest($([])::text[]) as name,
      'COMPETITOR' as class
  ),
  r as (
    select sums.source,
      d.name as name,
      '' as title,
      coalesce(dc.name, owner.class, d.class) as classification,
      sums.retrieval_count,
      sums.citation_count,
      sums.retrieved_chat_count,
      totals.total_chat_count,
      0 as gap,
      0 as mentioned_brand_count
    from sums
    join totals on true
    join domains d on d.project = $(1)
      and d.domain = sums.source
    left join owner on owner.name = d.name
    left join assignments da on da.project = $(1)
      and da.kind = 'domain'
      and da.target = d.name
    left join classifications dc on dc.project = $(1)
      and dc.kind = 'domain'
      and dc.name_key = da.name_key
    where true
  )
select r.name as domain,
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
  r.name collate "C" asc
limit $(1000)
offset $(0)

select distinct s.source,
  m.brand
from (
    select f.domain as source,
      f.chat as chat
    from "sources" f
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.generation in ($(0), $(1))
      and f.domain in ($(1)::int, $(2)::int)
      and f.is_first = 1
  ) s
join (
    select f.chat,
      f.brand
    from mentions f
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and (f.generation in ($(0), $(1)))
      and (true)
  ) m on m.chat = s.chat
