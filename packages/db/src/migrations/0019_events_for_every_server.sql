-- Without RabbitMQ every server publishes every event to its own desks. Events are numbered in the order that they are
-- published in, and each server remembers the last number that its desks have heard.

create sequence event_number;
alter table outbox add column published bigint;
create index outbox_published on outbox (published) where published is not null;

-- Numbers what is due and tells every server. One at a time: numbers can be seen in their order. Answers whether there
-- may be more.
create function events_number(most int) returns bool
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  numbered int;
begin
  if current_tenant() is not null or not pg_try_advisory_xact_lock(hashtextextended('parada.relay', 0)) then
    return false;
  end if;
  update outbox o set published = due.number, done_at = now(), attempts = o.attempts + 1
  from (select d.id, nextval('event_number') as number
        from (select id from outbox where kind = 'event' and done_at is null and due_at <= now() order by id limit most) d) due
  where o.id = due.id;
  get diagnostics numbered = row_count;
  if numbered > 0 then
    perform pg_notify('parada_events', currval('event_number')::text);
  end if;
  return numbered = most;
end $$;

create function events_last() returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select case when current_tenant() is null then coalesce((select max(published) from outbox), 0) end;
$$;

create function events_after(last bigint, most int) returns table (number bigint, payload jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.published, o.payload from outbox o
  where o.published > last and (current_tenant() is null or o.tenant_id = current_tenant())
  order by o.published limit most;
$$;

revoke execute on function events_number(int), events_last(), events_after(bigint, int) from public;
grant execute on function events_number(int), events_last(), events_after(bigint, int) to parada_app;
