-- How many mails and SMS left on each day of the tenant's calendar: for one booking, parking or authorization, for one
-- user, and for the tenant (whose id is 0).
create table message_count (
  tenant_id int not null references tenant,
  day date not null,
  channel text not null check (channel in ('mail', 'sms')),
  scope text not null check (scope in ('booking', 'parking', 'authorization', 'user', 'tenant')),
  id bigint not null,
  sent int not null default 0,
  -- What the tenant's desks were told of the day: 0 nothing, 1 nearly used, 2 used up.
  told int not null default 0,
  primary key (tenant_id, day, channel, scope, id)
);
call wall_off('message_count');

-- Counts a message in all of these scopes, or in none when one of them has had its limit: then it answers which one. The
-- rows stay locked until the transaction ends, in the order given, so that nobody passes a limit together with others. The
-- tenant is the last scope; the alarm is 1 when its day is nearly used, 2 when it is used up, and is raised once each.
create function count_message(
  of_tenant int, on_day date, of_channel text, scopes text[], ids bigint[], limits int[], nearly_at int,
  out refusal text, out alarm int)
  language plpgsql as $$
declare
  known int;
begin
  for nth in 1 .. cardinality(scopes) loop
    insert into message_count (tenant_id, day, channel, scope, id)
      values (of_tenant, on_day, of_channel, scopes[nth], ids[nth]) on conflict do nothing;
    if found and scopes[nth] = 'tenant' then
      delete from message_count where tenant_id = of_tenant and day < on_day - 7;
    end if;
    select c.sent into known from message_count c
      where c.tenant_id = of_tenant and c.day = on_day and c.channel = of_channel and c.scope = scopes[nth]
        and c.id = ids[nth] for update;
    if known >= limits[nth] then
      refusal := scopes[nth];
      return;
    end if;
  end loop;
  for nth in 1 .. cardinality(scopes) loop
    update message_count c set sent = c.sent + 1
      where c.tenant_id = of_tenant and c.day = on_day and c.channel = of_channel and c.scope = scopes[nth]
        and c.id = ids[nth];
  end loop;
  update message_count c set told = level
    from (select case when known + 1 >= limits[cardinality(limits)] then 2 when known + 1 >= nearly_at then 1 else 0 end
      as level) reached
    where c.tenant_id = of_tenant and c.day = on_day and c.channel = of_channel and c.scope = 'tenant' and c.told < level
    returning c.told into alarm;
end $$;

-- For the metrics: what left today in each tenant, and which alarm was raised.
create function messages_today() returns table (subdomain text, channel text, sent int, told int)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.subdomain, c.channel, c.sent, c.told
  from message_count c join tenant t on t.id = c.tenant_id
  where c.scope = 'tenant' and (current_tenant() is null or t.id = current_tenant())
    and c.day = (now() at time zone coalesce(t.front_config ->> 'timeZone', 'Europe/Madrid'))::date;
$$;
revoke execute on function messages_today() from public;
grant execute on function messages_today() to parada_app;
