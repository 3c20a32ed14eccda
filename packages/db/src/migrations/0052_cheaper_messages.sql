-- As 0018_claims.sql has it, but in the order of an index: whoever takes some of many need not sort all of them.
create or replace function outbox_take(wanted_kind text, most int, taker uuid)
  returns table (id bigint, tenant_id int, payload jsonb, attempts int)
  language sql security definer set search_path = public, pg_temp as $$
  with mine as (select c.id from claimant c where c.id = taker for key share)
  update outbox o set claimed_by = mine.id, attempts = o.attempts + 1
  from mine, (select w.id from outbox w where w.kind = wanted_kind and w.done_at is null and w.claimed_by is null
          and w.due_at <= now() and (current_tenant() is null or w.tenant_id = current_tenant())
        order by w.due_at, w.id limit most for update skip locked) due
  where o.id = due.id
  returning o.id, o.tenant_id, o.payload, o.attempts;
$$;

-- A message within the limits of the day, with the record of it: unless the booking was told it once already, or one of the
-- limits is used up. Then the journal of the booking tells of it under `dropped_as`. Whoever gives `once_word` holds the
-- booking's lock. A function, since a statement would prepare every branch each time, and most messages take one.
create function put_counted(
  of_tenant int, of_channel text, what jsonb, of_booking bigint, of_authorization bigint, of_parking bigint,
  by_template text, to_whom text, in_locale text, by_whom text, once_word text, due timestamptz, under_hold uuid,
  on_day date, scopes text[], ids bigint[], limits int[], nearly_at int, alarms jsonb[],
  dropped_as text, dropped_at timestamptz, dropped_user bigint, dropped_fleet bigint, dropped_insurer bigint,
  out refusal text, out id_delivery bigint)
  language plpgsql as $$
declare
  raised int;
  leaving bigint;
begin
  if exists (select from delivery d where d.tenant_id = of_tenant and d.id_booking = of_booking and d.channel = of_channel
      and d.once = once_word) then
    return;
  end if;
  select c.refusal, c.alarm into refusal, raised
    from count_message(of_tenant, on_day, of_channel, scopes, ids, limits, nearly_at) c;
  if raised is not null then
    insert into outbox (tenant_id, kind, payload) values (of_tenant, 'event', alarms[raised]);
  end if;
  if refusal is not null then
    if dropped_as is not null then
      insert into booking_journal (tenant_id, id_booking, version, at, action, id_user, id_fleet, id_insurer, who)
        select b.tenant_id, b.id, b.version, dropped_at, dropped_as, dropped_user, dropped_fleet, dropped_insurer, by_whom
        from booking b where b.tenant_id = of_tenant and b.id = of_booking;
    end if;
    return;
  end if;
  insert into outbox (tenant_id, kind, payload, due_at, hold)
    values (of_tenant, of_channel, what, coalesce(due, now()), under_hold) returning id into leaving;
  insert into delivery
    (tenant_id, channel, id_booking, id_authorization, id_parking, template, recipient, locale, who, once, id_outbox)
    values (of_tenant, of_channel, of_booking, of_authorization, of_parking, by_template, to_whom, in_locale, by_whom,
      once_word, leaving)
    returning id into id_delivery;
end $$;

-- Their walls let nobody write a row but for the tenant whose transaction it is, and that one was found before.
alter table outbox drop constraint outbox_tenant_id_fkey;
alter table delivery drop constraint delivery_tenant_id_fkey;
alter table message_count drop constraint message_count_tenant_id_fkey;
