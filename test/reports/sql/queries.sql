with running as (
    select f.chat,
      f.id,
      f.prompt,
      f.channel,
      f.date,
      a.queries,
      a.query_count,
      sum(a.query_count) over (order by f.date, f.chat rows unbounded preceding)::bigint - a.query_count as before
    from "chats" f
    join answers a on a.project = $(1)
      and a.chat = f.chat
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.status in (1, 2)
      and a.query_count > 0
      and f.channel in ($(0)::int)
  )
select chat,
  id,
  prompt,
  channel,
  date,
  queries,
  before
from running
where before < $(1000)
  and before + query_count > $(0)
order by date,
  chat

with running as (
    select f.chat,
      f.id,
      f.prompt,
      f.channel,
      f.date,
      a.queries,
      a.query_count,
      sum(a.query_count) over (order by f.date, f.chat rows unbounded preceding)::bigint - a.query_count as before
    from "chats" f
    join answers a on a.project = $(1)
      and a.chat = f.chat
    where f.project = $(1)
      and f.date >= $("2026-01-01")::date
      and f.date <= $("2026-01-31")::date
      and f.status in (1, 2)
      and a.query_count > 0
      and f.channel in ($(0)::int)
  )
select coalesce(sum(query_count), 0)::bigint as total
from running
