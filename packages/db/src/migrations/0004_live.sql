-- Live events: rows of the outbox that one relay publishes in order, and notice of rights that changed.

create function tell_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('parada_outbox', '');
  return null;
end $$;
create trigger outbox_told after insert on outbox for each statement execute function tell_outbox();

create index outbox_events on outbox (id) where kind = 'event' and done_at is null;

-- The due events of all tenants, oldest first. Rows of one booking are written under its lock, so their ids follow
-- their commits; the one relay that holds the lock of relay.ts reads them in that order.
create function events_due(most int) returns table (id bigint, payload jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, o.payload from outbox o
  where o.kind = 'event' and o.done_at is null and o.due_at <= now()
    and (current_tenant() is null or o.tenant_id = current_tenant())
  order by o.id limit most;
$$;

create function events_done(wanted bigint[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update outbox set done_at = now(), attempts = attempts + 1
  where id = any(wanted) and (current_tenant() is null or tenant_id = current_tenant());
$$;

-- The session behind live credentials that have not expired, for whoever holds both random halves.
create function live_login(wanted_user text, wanted_secret bytea)
  returns table (tenant_id int, subdomain text, user_id bigint, token_hash bytea)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.subdomain, s.user_id, s.token_hash
  from socket_credential c
  join session s on s.token_hash = c.token_hash
  join tenant t on t.id = c.tenant_id
  where c.user_name = wanted_user and c.secret_hash = wanted_secret and c.expires_at > now() and s.expires_at > now();
$$;

revoke execute on function events_due(int), events_done(bigint[]), live_login(text, bytea) from public;
grant execute on function events_due(int), events_done(bigint[]), live_login(text, bytea) to parada_app;

-- Whose rights may have changed: brokers look again at what the user listens to.
create function tell_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('parada_access', tenant_id || ':' || user_id) from (select distinct tenant_id, user_id from changed) c;
  return null;
end $$;
create trigger session_ended after delete on session referencing old table as changed
  for each statement execute function tell_access();

-- A change of permissions also asks those signed in to sign in again (document 1, section 4).
create function tell_permissions() returns trigger language plpgsql as $$
begin
  insert into outbox (tenant_id, kind, payload)
    select t.id, 'event', jsonb_build_object(
      'destination', '/topic/parada.' || t.subdomain || '.user.' || c.user_id,
      'message', jsonb_build_object('action', 'logout'))
    from (select distinct tenant_id, user_id from changed) c
    join tenant t on t.id = c.tenant_id
    where exists (select from session s where s.tenant_id = c.tenant_id and s.user_id = c.user_id and s.expires_at > now());
  perform pg_notify('parada_access', tenant_id || ':' || user_id) from (select distinct tenant_id, user_id from changed) c;
  return null;
end $$;
create trigger permissions_granted after insert on user_permission referencing new table as changed
  for each statement execute function tell_permissions();
create trigger permissions_changed after update on user_permission referencing new table as changed
  for each statement execute function tell_permissions();
create trigger permissions_taken after delete on user_permission referencing old table as changed
  for each statement execute function tell_permissions();
