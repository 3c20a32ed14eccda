-- Whoever takes rows of the outbox claims them under a lease, and says every second that it is still there. When a
-- server dies its lease runs out, and what it had taken is free for the others (packages/db/src/claims.ts).

create table claimant (
  id uuid primary key,
  alive_until timestamptz not null
);

alter table outbox add column claimed_by uuid;
create index outbox_claimed on outbox (claimed_by) where claimed_by is not null;

-- A claimant that is being given up for dead takes nothing more: its row is locked until what it took can be seen.

drop function outbox_take(text, int);
create function outbox_take(wanted_kind text, most int, taker uuid)
  returns table (id bigint, tenant_id int, payload jsonb, attempts int)
  language sql security definer set search_path = public, pg_temp as $$
  with mine as (select c.id from claimant c where c.id = taker for key share)
  update outbox o set claimed_by = mine.id, attempts = o.attempts + 1
  from mine, (select w.id from outbox w where w.kind = wanted_kind and w.done_at is null and w.claimed_by is null
          and w.due_at <= now() and (current_tenant() is null or w.tenant_id = current_tenant())
        order by w.id limit most for update skip locked) due
  where o.id = due.id
  returning o.id, o.tenant_id, o.payload, o.attempts;
$$;

drop function supplier_messages_take(int, text[]);
create function supplier_messages_take(most int, full_queues text[], taker uuid)
  returns table (id bigint, tenant_id int, subdomain text, payload jsonb, attempts int)
  language sql security definer set search_path = public, pg_temp as $$
  with mine as (select c.id from claimant c where c.id = taker for key share)
  update outbox o set claimed_by = mine.id, attempts = o.attempts + 1
  from mine, (select w.id from outbox w where w.kind = 'order' and w.done_at is null and w.claimed_by is null
          and w.due_at <= now() and (current_tenant() is null or w.tenant_id = current_tenant())
          and not (w.tenant_id || ':' || (w.payload ->> 'idFleet') = any (full_queues))
        order by w.id limit most for update skip locked) due, tenant t
  where o.id = due.id and t.id = o.tenant_id
  returning o.id, o.tenant_id, t.subdomain, o.payload, o.attempts;
$$;

-- What was sent is done, whoever has claimed it meanwhile.
create or replace function outbox_done(wanted bigint) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with marked as (
    update outbox set done_at = now(), last_error = null, claimed_by = null
    where id = wanted and (current_tenant() is null or tenant_id = current_tenant())
    returning id, tenant_id, attempts)
  update delivery d set state = 'sent', sent_at = now(), attempts = m.attempts, last_error = null
  from marked m where d.tenant_id = m.tenant_id and d.id_outbox = m.id and d.state <> 'sent';
$$;

-- A failure is told by the one who has claimed it: another may be sending it by now.
drop function outbox_failed(bigint, text, interval);
create function outbox_failed(wanted bigint, reason text, again_in interval, taker uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with marked as (
    update outbox set due_at = now() + again_in, last_error = left(reason, 500), claimed_by = null
    where id = wanted and done_at is null and claimed_by = taker
      and (current_tenant() is null or tenant_id = current_tenant())
    returning id, tenant_id, attempts, last_error)
  update delivery d set attempts = m.attempts, last_error = m.last_error
  from marked m where d.tenant_id = m.tenant_id and d.id_outbox = m.id;
$$;

create or replace function outbox_given_up(wanted bigint, reason text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with marked as (
    update outbox set done_at = now(), last_error = left(reason, 500), claimed_by = null
    where id = wanted and done_at is null and (current_tenant() is null or tenant_id = current_tenant())
    returning id, tenant_id, attempts, last_error),
  failed as (
    update delivery d set state = 'failed', attempts = m.attempts, last_error = m.last_error
    from marked m where d.tenant_id = m.tenant_id and d.id_outbox = m.id
    returning d.tenant_id, d.id_booking)
  insert into outbox (tenant_id, kind, payload)
  select t.id, 'event', jsonb_build_object(
    'destination', '/topic/parada.' || t.subdomain || '.fleet.' || b.id_fleet,
    'message', jsonb_build_object('content',
      jsonb_build_object('idBooking', b.id, 'statusBooking', b.status, 'idFleet', b.id_fleet)))
  from failed f
  join tenant t on t.id = f.tenant_id
  join booking b on b.tenant_id = f.tenant_id and b.id = f.id_booking
  where b.id_fleet is not null;
$$;

-- Frees what these claimants had taken, but for the rows named, and wakes those who send.
create function free_claims(claimants uuid[], still bigint[]) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  freed text;
begin
  for freed in
    with freed as (
      update outbox set claimed_by = null
      where claimed_by = any (claimants) and done_at is null and not id = any (still) returning kind)
    select distinct kind from freed
  loop
    perform pg_notify('parada_leaving', freed);
  end loop;
end $$;
revoke execute on function free_claims(uuid[], bigint[]) from public;

-- Says that the claimant is there, and frees what others had taken who no longer are. Answers whether its claims are still
-- its own: they are as long as its row is there, since whoever frees them takes that away too. The end of a lease is
-- counted from the database's start at the earliest: nobody can renew one while the database is away.
create function claims_keep(claimant_id uuid, is_new bool, lease interval) returns bool
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  dead uuid[];
begin
  if current_tenant() is not null then return false; end if;
  if is_new then
    insert into claimant values (claimant_id, clock_timestamp() + lease)
      on conflict (id) do update set alive_until = excluded.alive_until;
  else
    update claimant set alive_until = clock_timestamp() + lease where id = claimant_id;
    if not found then return false; end if;
  end if;
  if pg_postmaster_start_time() + lease > clock_timestamp() then return true; end if;
  with gone as (delete from claimant where alive_until < clock_timestamp() returning id)
    select array_agg(id) into dead from gone;
  if dead is not null then perform free_claims(dead, '{}'); end if;
  return true;
end $$;

-- Gives back what the claimant has not begun, and with nothing left under way its lease.
create function claims_give_back(claimant_id uuid, under_way bigint[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_tenant() is not null then return; end if;
  perform free_claims(array[claimant_id], under_way);
  if under_way = '{}' then delete from claimant where id = claimant_id; end if;
end $$;

revoke execute on function outbox_take(text, int, uuid), supplier_messages_take(int, text[], uuid),
  outbox_failed(bigint, text, interval, uuid), claims_keep(uuid, bool, interval),
  claims_give_back(uuid, bigint[]) from public;
grant execute on function outbox_take(text, int, uuid), supplier_messages_take(int, text[], uuid),
  outbox_failed(bigint, text, interval, uuid), claims_keep(uuid, bool, interval),
  claims_give_back(uuid, bigint[]) to parada_app;
